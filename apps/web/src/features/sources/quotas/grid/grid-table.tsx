import type { FieldState } from '#kit/forms/form-context.ts'
import { countText } from '#ui/format/figures.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { CellInput } from '../cell-input.tsx'
import type { QuotaContext } from '../quota-line.tsx'
import type { Band } from './bands.ts'
import { cellPlace, combinations, countOf, type PlacedQuota } from './quota-grid.ts'
import type { OpenQuotaGrid } from './use-quota-grid.ts'
import styles from './grid.module.css'

interface GridTableProps {
  readonly open: OpenQuotaGrid
  /** The quotas of the form by the form of their conditions. */
  readonly quotas: ReadonlyMap<string, PlacedQuota>
  readonly standing: QuotaContext['standing']
  readonly field: Pick<FieldState, 'errorAt' | 'isBusy'>
}

const ROW_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Goes to the cell above or below by the arrow keys. */
function stepRow(event: React.KeyboardEvent<HTMLTableElement>) {
  const step = ROW_STEPS[event.key]
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (step === undefined || cell === null) return
  const rows = [...event.currentTarget.rows]
  const row = rows[rows.findIndex(each => each.contains(cell)) + step]
  const next = row?.cells[cell.cellIndex]?.querySelector('input')
  if (next == null) return
  event.preventDefault()
  next.focus()
  next.select()
}

/** Cells with the sums of rows, columns and all; parallel quotas have a row of their own for each axis. */
export function GridTables({ open, quotas, standing, field }: GridTableProps) {
  const { grid } = open
  const [columns, ...others] = grid?.axes ?? []
  if (grid === null || columns === undefined) return null
  const tables = grid.isInterlocked
    ? [{ key: 'all', columns: columns.bands, rows: combinations(others), label: 'Quotas' }]
    : grid.axes.map(axis => ({ key: axis.param, columns: axis.bands, rows: [[]], label: `Quotas of ${axis.name}` }))
  return tables.map(({ key, label, ...table }) => (
    <div key={key} className={styles['scroll']}>
      <GridTable {...table} label={label} open={open} quotas={quotas} standing={standing} field={field} />
    </div>
  ))
}

interface TableProps extends GridTableProps {
  readonly columns: readonly Band[]
  readonly rows: readonly (readonly Band[])[]
  readonly label: string
}

function GridTable({ columns, rows, label, open, quotas, standing, field }: TableProps) {
  const placeAt = (column: Band, row: readonly Band[]) => cellPlace([column, ...row])
  const sum = (some: readonly { readonly form: string }[]): string => {
    const all = some.reduce((total, { form }) => total + countOf(open.shown.get(form)), 0)
    return open.unit === 'count' ? countText(all) : `${Math.round(all * 100) / 100} %`
  }
  const all = rows.flatMap(row => columns.map(column => placeAt(column, row)))
  return (
    <table className={styles['grid']} aria-label={label} onKeyDown={stepRow}>
      <thead>
        <tr>
          <td />
          {columns.map(({ label: name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => {
          const places = columns.map(column => placeAt(column, row))
          const name = row.map(({ label: part }) => part).join(' · ')
          return (
            <tr key={name}>
              <th scope="row">{name === '' ? (open.unit === 'count' ? 'Completes' : 'Share') : name}</th>
              {places.map(place => {
                const quota = quotas.get(place.form)
                const came = quota?.value.quota_no === undefined ? undefined : standing.get(quota.value.quota_no)
                const called = quota?.value.name || place.name
                return (
                  <td key={place.form} data-form={place.form}>
                    <CellInput
                      label={`${open.unit === 'count' ? 'Target' : 'Share'} of ${called}`}
                      value={open.shown.get(place.form) ?? ''}
                      onChange={typed => open.setCell(place, typed)}
                      error={quota === undefined ? null : field.errorAt(`${quota.group}_quotas_${quota.quota}_target`)}
                      isReadOnly={field.isBusy}
                      isNumber
                      {...(open.unit === 'percent' ? { suffix: '%' } : {})}
                    />
                    {came === undefined ? null : (
                      <ProgressBar
                        label={`Completes of ${called}`}
                        value={came.completes}
                        target={countOf(quota?.value.target)}
                        text={countText(came.completes)}
                      />
                    )}
                  </td>
                )
              })}
              <td className={styles['sum']}>{sum(places)}</td>
            </tr>
          )
        })}
      </tbody>
      {rows.length < 2 ? null : (
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {columns.map(column => (
              <td key={column.label} className={styles['sum']}>
                {sum(rows.map(row => placeAt(column, row)))}
              </td>
            ))}
            <td className={styles['sum']}>{sum(all)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
