import type { Dashboard } from '@desk/schema/dashboard/dashboard'
import { shareOf } from '@desk/schema/columns/ratios'
import { countText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { cohortRows, LATER_MONTHS } from './cohort-rows.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { shade } from './shade.ts'
import styles from './dashboard.module.css'

/** These cells have figures: a darker cell would make them unreadable. */
const DARKEST = 0.4

const laterText = (months: number): string =>
  months === 0 ? 'Same month' : months === 1 ? '1 month later' : `${months} months later`
const rateText = (count: number | null, completes: number): string =>
  count === null ? NO_FIGURE : percentText(shareOf(count, completes) ?? 0)

/** How many of a month's completes were rejected by when. */
export function CohortTriangle({ cohorts }: { cohorts: NonNullable<Dashboard['cohorts']> }) {
  const rows = cohortRows(cohorts)
  return (
    <DashboardPanel
      title="Rejects by month of completion"
      formula="Rejected until then ÷ completes made in the month, in the account’s zone."
      columns={[
        { header: 'Month', cell: ({ month }) => month },
        { header: 'Completes', isFigure: true, cell: ({ completes }) => countText(completes) },
        ...LATER_MONTHS.map(months => ({
          header: laterText(months),
          isFigure: true,
          cell: (row: (typeof rows)[number]) => rateText(row.rejectedUntil[months] ?? null, row.completes),
        })),
      ]}
      rows={rows}
      keyOf={({ month }) => month}
      empty="No completes in the last twelve months."
      isEmpty={rows.length === 0}
    >
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Rejects by month of completion, map">
        <table className={styles['map']} data-texts>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Completes</th>
              {LATER_MONTHS.map(months => (
                <th key={months} scope="col">
                  {laterText(months)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ month, completes, rejectedUntil }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{countText(completes)}</td>
                {LATER_MONTHS.map(months => {
                  const count = rejectedUntil[months] ?? null
                  return (
                    <td key={months} style={shade(Math.min(DARKEST, shareOf(count ?? 0, completes) ?? 0))}>
                      {rateText(count, completes)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DashboardPanel>
  )
}
