import type { Dashboard } from '@desk/schema/dashboard/dashboard'
import { DASHBOARD_FIGURES, type DashboardFigure } from '@desk/schema/dashboard/dashboard-figures'
import { Info } from 'lucide-react'
import { useId, useState } from 'react'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import styles from './dashboard.module.css'
import { unitText, valueText } from './figure-texts.ts'

interface Shown extends DashboardFigure {
  readonly value: number | null
}

/** What a figure is, and of which time. */
const meaningText = ({ formula, span }: DashboardFigure): string =>
  span === undefined ? formula : `${formula}; ${span}`

/** The figures at the head of the dashboard, as tiles or as a table with CSV; those that the view does not have are left out. */
export function DashboardKpis({ dashboard }: { dashboard: Dashboard }) {
  const [isTable, setTable] = useState(false)
  const headingId = useId()
  const { currency } = dashboard
  const shown = DASHBOARD_FIGURES.flatMap((figure): Shown[] => {
    const value = figure.of(dashboard)
    return value === undefined ? [] : [{ ...figure, value }]
  })
  return (
    <section aria-labelledby={headingId} className={styles['figures']}>
      <header className={styles['panelHead']}>
        <h2 id={headingId}>Figures</h2>
        <Button
          size="small"
          aria-label="Show Figures as table"
          aria-pressed={isTable}
          onPress={() => setTable(!isTable)}
        >
          Show as table
        </Button>
      </header>
      {isTable ? (
        <FactsTable
          label="Figures"
          columns={[
            { header: 'Figure', cell: ({ label }: Shown) => label },
            { header: 'Value', isFigure: true, cell: ({ value, kind }) => valueText(value, kind, currency) },
            { header: 'Unit', cell: ({ kind }) => unitText(kind, currency) },
            { header: 'Formula', cell: meaningText },
            { header: 'As others define it', cell: ({ elsewhere = [] }) => elsewhere.join('; ') },
          ]}
          rows={shown}
          keyOf={({ id }) => id}
        />
      ) : (
        <dl className={styles['kpis']} aria-label="Figures">
          {shown.map(figure => (
            <Tile key={figure.id} figure={figure} currency={currency} />
          ))}
        </dl>
      )}
    </section>
  )
}

function Tile({ figure, currency }: { figure: Shown; currency: string }) {
  const { label, elsewhere = [], kind, value } = figure
  return (
    <div className={styles['kpi']}>
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
      <dd className={styles['value']}>{valueText(value, kind, currency)}</dd>
      <dd className={styles['formula']}>{meaningText(figure)}</dd>
    </div>
  )
}
