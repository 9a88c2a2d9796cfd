import { knownFor } from '@desk/schema/columns/supply-cost'
import type { Dashboard, DashboardFilters } from '@desk/schema/dashboard/dashboard'
import { AfterReversals } from '#kit/money/after-reversals.tsx'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { balanceText, changeText } from '#ui/format/figures.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { marginSteps, type MarginStep } from './margin-steps.ts'
import styles from './dashboard.module.css'

/** From the clients' planned payments to the rest: adjustments and supply taken off. */
export function MarginBridge({
  dashboard,
  filters,
}: {
  dashboard: Dashboard & { readonly revenue: number }
  filters: DashboardFilters
}) {
  const { pm_proj_ud: projectId, ...narrowed } = filters
  // of other filters there is no forecast
  const seesReversals = useMayCall('reversals.read') && Object.values(narrowed).every(value => value === undefined)
  const steps = marginSteps(dashboard)
  const known = knownFor('Margin', dashboard)
  const most = Math.max(0.01, ...steps.map(({ from, to }) => Math.max(Math.abs(from), Math.abs(to))))
  const least = Math.min(0, ...steps.map(({ from, to }) => Math.min(from, to)))
  const place = (amount: number): number => ((amount - least) / (most - least)) * 100
  const text = ({ from, to, isTotal }: MarginStep) =>
    isTotal ? balanceText(to * 100, dashboard.currency) : changeText((to - from) * 100, dashboard.currency)
  return (
    <DashboardPanel
      title={dashboard.expense === undefined ? 'Revenue' : 'Margin'}
      formula={`Sell prices of all completes made, less what reconciliations took back${dashboard.expense === undefined ? '' : ', less supply prices'}.${known === null ? '' : ` ${known}.`}`}
      columns={[
        { header: 'Step', cell: ({ label }) => label },
        { header: `Amount, ${dashboard.currency}`, isFigure: true, cell: text },
      ]}
      rows={steps}
      keyOf={({ label }) => label}
      empty="Nothing was sold or bought yet."
      isEmpty={steps.every(({ from, to }) => from === 0 && to === 0)}
    >
      <ul role="list" className={styles['bars']}>
        {steps.map(step => (
          <li key={step.label} data-loss={(!step.isTotal && step.to < step.from) || undefined}>
            <span className={styles['barName']}>{step.label}</span>
            <span className={styles['track']} aria-hidden>
              <span
                className={styles['bar']}
                style={{
                  marginInlineStart: `${place(Math.min(step.from, step.to))}%`,
                  inlineSize: `${Math.max(0.5, place(Math.max(step.from, step.to)) - place(Math.min(step.from, step.to)))}%`,
                }}
              />
            </span>
            <span className={styles['barValue']}>{text(step)}</span>
          </li>
        ))}
      </ul>
      {seesReversals && dashboard.margin !== undefined ? (
        <AfterReversals
          of={projectId === undefined ? {} : { pm_proj_ud: projectId }}
          figure="margin"
          cents={dashboard.margin === null ? null : Math.round(dashboard.margin * 100)}
          label="Expected after reversals:"
        />
      ) : null}
    </DashboardPanel>
  )
}
