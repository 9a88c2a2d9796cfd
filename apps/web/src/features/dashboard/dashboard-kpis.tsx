import { isCostUnknown } from '@desk/schema/columns/supply-cost'
import type { Dashboard, DashboardFilters } from '@desk/schema/dashboard/dashboard'
import { DASHBOARD_FIGURES, type DashboardFigure } from '@desk/schema/dashboard/dashboard-figures'
import { Info } from 'lucide-react'
import { useId, useState } from 'react'
import { whyOfReport, type WhyOfReport } from '#kit/figure-changes/why-line-figure.tsx'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { UnknownFigure } from '#ui/unknown-figure.tsx'
import styles from './dashboard.module.css'
import { balanceText, NO_FIGURE, percentText, round, withMinus } from '#ui/format/figures.ts'

const FINE_DECIMALS = 4

/** A figure of the dashboard as it is shown. @param currency ISO 4217 code */
function valueText(value: number | null, kind: DashboardFigure['kind'], currency: string): string {
  if (value === null) return NO_FIGURE
  switch (kind) {
    case 'percent':
      return withMinus(percentText(value))
    case 'money':
      return balanceText(value * 100, currency)
    case 'fine money':
      return withMinus(
        new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits: FINE_DECIMALS }).format(
          value,
        ),
      )
    case 'factor':
      return String(round(value))
  }
}

/** The unit of a kind of figures. @param currency ISO 4217 code */
function unitText(kind: DashboardFigure['kind'], currency: string): string {
  return { percent: '%', money: currency, 'fine money': currency, factor: '×' }[kind]
}

interface Shown extends DashboardFigure {
  readonly value: number | null
}

/** The figures that a report has as its total, of all time. */
const IN_REPORTS: Readonly<Record<string, Pick<WhyOfReport, 'report' | 'figure'>>> = {
  conversion: { report: 'traffic', figure: 'conversion' },
  ir: { report: 'traffic', figure: 'ir' },
  cpi: { report: 'traffic', figure: 'supplierCpi' },
  epc: { report: 'suppliers', figure: 'epc' },
  margin: { report: 'costs', figure: 'margin_share' },
}

/** The meaning of a figure, and its time. */
const meaningText = ({ formula, span }: DashboardFigure): string =>
  span === undefined ? formula : `${formula}; ${span}`

/** The figures at the head of the dashboard, as tiles or as a table with CSV; those that the view does not have are left out. */
export function DashboardKpis({ dashboard, filters }: { dashboard: Dashboard; filters: DashboardFilters }) {
  const [isTable, setTable] = useState(false)
  const headingId = useId()
  const { currency } = dashboard
  const shown = DASHBOARD_FIGURES.flatMap((figure): Shown[] => {
    const value = figure.of(dashboard)
    return value === undefined ? [] : [{ ...figure, value }]
  })
  const valueOf = ({ id, label, kind, unknown, value }: Shown) => {
    const report = IN_REPORTS[id]
    if (value === null && unknown !== undefined && isCostUnknown(id === 'epc_minute' ? dashboard.recent : dashboard))
      return <UnknownFigure why={unknown} />
    const text = valueText(value, kind, currency)
    return whyOfReport(report === undefined ? undefined : { ...report, label, query: filters }, text)
  }
  return (
    <section aria-labelledby={headingId} className={styles['figures']}>
      <header className={styles['panelHead']}>
        <h2 id={headingId}>Figures</h2>
        <Button
          size="small"
          aria-label="Show as table: Figures"
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
            { header: 'Value', isFigure: true, cell: valueOf },
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
            <Tile key={figure.id} figure={figure} value={valueOf(figure)} />
          ))}
        </dl>
      )}
    </section>
  )
}

function Tile({ figure, value }: { figure: Shown; value: React.ReactNode }) {
  const { label, elsewhere = [] } = figure
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
      <dd className={styles['value']}>{value}</dd>
      <dd className={styles['formula']}>{meaningText(figure)}</dd>
    </div>
  )
}
