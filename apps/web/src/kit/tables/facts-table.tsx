import { ExportButton, ZonedExportButton } from './export-button.tsx'
import styles from './facts-table.module.css'

export interface FactColumn<Row> {
  readonly header: string
  /** The meaning of its figures, where the header alone does not say it. */
  readonly meaning?: string
  readonly cell: (row: Row) => React.ReactNode
  /** Figures are at the end of their cell; of the first column, they take no more than they need. */
  readonly isFigure?: boolean
  /** Holds what one can do: neither exported nor printed. */
  readonly isAction?: boolean
}

export interface FactsTableProps<Row> {
  /** Its subject: the accessible name. */
  label: string
  /** The first one heads its row. */
  columns: readonly FactColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => React.Key
  /** The last row: one cell for each column. */
  totals?: readonly React.ReactNode[]
  /** The zone of its times, without a signed-in user; unset: the account's. */
  zone?: string
}

/** A few rows that were read once: nothing in it moves. For lists, and for live data, there is the LiveTable. */
export function FactsTable<Row>({ label, columns, rows, keyOf, totals, zone }: FactsTableProps<Row>) {
  const cells = (values: readonly React.ReactNode[]) =>
    values.map((value, index) => {
      const column = columns[index]
      return index === 0 ? (
        <th key={column?.header} scope="row" data-figure={column?.isFigure || undefined}>
          {value}
        </th>
      ) : (
        <td
          key={column?.header}
          data-figure={column?.isFigure || undefined}
          data-unexported={column?.isAction || undefined}
        >
          {value}
        </td>
      )
    })
  return (
    <div className={styles['facts']} data-exported>
      {/* the wheel and the keyboard reach the part beyond its edge */}
      <div className={styles['scroll']} role="group" aria-label={`${label}, table`} tabIndex={0}>
        <table className={styles['table']} aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ header, meaning, isFigure, isAction }) => (
                <th
                  key={header}
                  scope="col"
                  title={meaning}
                  data-figure={isFigure || undefined}
                  data-unexported={isAction || undefined}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={keyOf(row)}>{cells(columns.map(({ cell }) => cell(row)))}</tr>
            ))}
          </tbody>
          {totals === undefined ? null : (
            <tfoot>
              <tr>{cells(totals)}</tr>
            </tfoot>
          )}
        </table>
      </div>
      {zone === undefined ? <ExportButton label={label} /> : <ZonedExportButton label={label} zone={zone} />}
    </div>
  )
}
