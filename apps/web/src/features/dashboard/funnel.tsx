import type { Dashboard } from '@desk/schema/dashboard/dashboard'
import { shareOf } from '@desk/schema/columns/ratios'
import { countText, percentText } from '#ui/format/figures.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { funnelSteps, type FunnelStep } from './funnel-steps.ts'
import styles from './dashboard.module.css'

/** Entrants → survey → completes, with each loss named. */
export function Funnel({ dashboard }: { dashboard: Dashboard }) {
  const steps = funnelSteps(dashboard)
  const share = ({ count }: FunnelStep) => percentText(shareOf(count, dashboard.entrants))
  return (
    <DashboardPanel
      title="Funnel"
      formula="Where entrants are now: stages in full, losses between them; shares are of all entrants."
      columns={[
        { header: 'Step', cell: ({ label, isLoss }) => (isLoss ? `Lost: ${label}` : label) },
        { header: 'Respondents', isFigure: true, cell: ({ count }) => countText(count) },
        { header: '% of entrants', isFigure: true, cell: share },
      ]}
      rows={steps}
      keyOf={({ label }) => label}
      empty="No entrants yet."
      isEmpty={dashboard.entrants === 0}
    >
      <ul role="list" className={styles['bars']}>
        {steps.map(step => (
          <li key={step.label} data-loss={step.isLoss || undefined}>
            <span className={styles['barName']}>{step.label}</span>
            <span className={styles['track']} aria-hidden>
              <span
                className={styles['bar']}
                style={{ inlineSize: `${(shareOf(step.count, dashboard.entrants) ?? 0) * 100}%` }}
              />
            </span>
            <span className={styles['barValue']}>
              {countText(step.count)} · {share(step)}
            </span>
          </li>
        ))}
      </ul>
    </DashboardPanel>
  )
}
