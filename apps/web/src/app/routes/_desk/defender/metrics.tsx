import { createFileRoute } from '@tanstack/react-router'
import { NativeDashboard } from '#features/dashboard/native-dashboard.tsx'
import { DefenderMetricsScreen } from '#features/defender/defender-metrics.tsx'

function DefenderMetrics() {
  return <DefenderMetricsScreen dashboard={<NativeDashboard />} />
}

export const Route = createFileRoute('/_desk/defender/metrics')({ component: DefenderMetrics })
