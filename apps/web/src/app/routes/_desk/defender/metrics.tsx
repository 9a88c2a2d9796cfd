import { createFileRoute } from '@tanstack/react-router'
import { NativeDashboard } from '#features/dashboard/native-dashboard.tsx'
import { DefenderMetricsScreen } from '#features/defender/defender-metrics.tsx'

function DefenderMetrics() {
  return <DefenderMetricsScreen dashboard={filters => <NativeDashboard filters={filters} />} />
}

export const Route = createFileRoute('/_desk/defender/metrics')({ component: DefenderMetrics })
