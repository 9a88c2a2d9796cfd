import type { Dashboard } from '@desk/schema/dashboard/dashboard'
import { DASHBOARD_FIGURES } from '@desk/schema/dashboard/dashboard-figures'
import { Info } from 'lucide-react'
import { moneyText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import styles from './dashboard.module.css'

/** The figures at the head of the dashboard; those that the view does not have are left out. */
export function DashboardKpis({ dashboard }: { dashboard: Dashboard }) {
  return (
    <dl className={styles['kpis']} aria-label="Figures">
      {DASHBOARD_FIGURES.map(({ id, label, formula, elsewhere = [], kind, of }) => {
        const value = of(dashboard)
        if (value === undefined) return null
        return (
          <div key={id} className={styles['kpi']}>
            <dt>
              {label}
              {elsewhere.length === 0 ? null : (
                <Tooltip text={elsewhere.join('; ')}>
                  <IconButton size="small" label={`${label}, as others define it`} hasTooltip={false}>
                    <Info aria-hidden />
                  </IconButton>
                </Tooltip>
              )}
            </dt>
            <dd className={styles['value']}>{valueText(value, kind, dashboard.currency)}</dd>
            <dd className={styles['formula']}>{formula}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function valueText(value: number | null, kind: 'percent' | 'money', currency: string): string {
  if (value === null) return NO_FIGURE
  return kind === 'percent' ? percentText(value) : moneyText(value * 100, currency, '0')
}
