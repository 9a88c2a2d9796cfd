import { createFileRoute } from '@tanstack/react-router'
import { NativeDashboard } from '#features/dashboard/native-dashboard.tsx'
import { DefenderMetricsScreen } from '#features/defender/defender-metrics.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

function DefenderMetrics() {
  return <DefenderMetricsScreen dashboard={<NativeDashboard />} />
}

export const Route = createFileRoute('/_desk/defender/metrics')({ beforeLoad: onlyForDesk, component: DefenderMetrics })
