import type { Choice } from '@desk/machines/reconciliation/reconciliation.setup'
import {
  RECONCILIATION_OUTCOME_NAMES,
  RECONCILIATION_OUTCOMES,
  type ReconciliationOutcome,
} from '@desk/schema/reconciliation/outcomes'
import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import type { ReconciliationRow } from '@desk/schema/reconciliation/reconciliation-row'
import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { moneyText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import { Downloads } from './downloads.tsx'
import { Pages } from './pages.tsx'
import styles from './reconciliation.module.css'
import { RECONCILIATION } from './reconciliation-keys.ts'
import { filterText, NO_ROW_FILTER, readRowFilter } from './row-filter.ts'
import { ROWS_ID } from './rows-button.tsx'
import { stateText } from './state-text.ts'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const ALL = 'all'
const PAGE_ROWS = 100
const SUGGESTED: Partial<Record<ReconciliationRow['match'], string>> = {
  several: 'one of several with this id',
  suggestion: 'almost the same id',
  damaged: 'an id that a spreadsheet damaged',
}
const CAN_TICK: readonly ReconciliationOutcome[] = ['applied_reject', 'applied_accept', 'unticked']

interface RowTableProps {
  readonly at: ReconciliationDesk
  readonly preview: ReconciliationPreview
  readonly choice: Choice
  readonly zone: string
}

/** The rows of a preview, all or those that one of its sums is made of: those that are applied can be left out, suggestions can be confirmed (api:R2). */
export function RowTable(props: RowTableProps) {
  const [search, change] = useUrlSearch()
  const filter = readRowFilter(search)
  const { request, by_supplier: suppliers = [], by_source: sources } = props.preview
  const narrowed = filterText(filter, {
    supplier: id => suppliers.find(({ pm_sup_ud: own }) => own === id)?.name,
    source: id => sources.find(({ stmid }) => stmid === id)?.name,
  })
  const counts = new Map<ReconciliationOutcome, number>()
  for (const { outcome, rows } of [...request.outcomes, ...request.rest_outcomes])
    counts.set(outcome, (counts.get(outcome) ?? 0) + rows)
  return (
    <div className={styles['part']} id={ROWS_ID} tabIndex={-1} role="group" aria-label="Rows of the preview">
      <div className={styles['tools']}>
        <NativeSelect
          label="Rows"
          options={[
            { id: ALL, label: 'All rows' },
            ...RECONCILIATION_OUTCOME_NAMES.filter(name => counts.has(name) || name === filter.outcome).map(name => ({
              id: name,
              label: `${RECONCILIATION_OUTCOMES[name].label} (${counts.get(name) ?? 0})`,
            })),
          ]}
          value={filter.outcome ?? ALL}
          onChange={chosen => change({ ...NO_ROW_FILTER, outcome: chosen === ALL ? undefined : chosen })}
        />
        <Downloads projectId={props.at.projectId} reconciliationId={request.reconciliation_ud} filter={filter} />
        {narrowed === '' ? null : <Button onPress={() => change(NO_ROW_FILTER)}>Show all rows</Button>}
      </div>
      {narrowed === '' ? null : (
        <p role="status" className={styles['note']}>
          Shown: {narrowed}
        </p>
      )}
      <FilteredRows key={JSON.stringify(filter)} {...props} filter={filter} />
    </div>
  )
}

function FilteredRows({
  at,
  preview: { request },
  choice,
  zone,
  filter,
}: RowTableProps & { readonly filter: RowFilter }) {
  const desk = useDesk()
  const [page, setPage] = useState(0)
  const id = request.reconciliation_ud
  const read = useQuery({
    queryKey: [RECONCILIATION, 'rows', id, filter, page],
    queryFn: ({ signal }) =>
      desk.api.call('reconciliation.report', {
        params: { project: at.projectId },
        query: { reconciliation_ud: id, ...filter, limit: PAGE_ROWS, offset: page * PAGE_ROWS },
        signal,
      }),
  })
  const { data } = read
  if (data === undefined) return <NotLoaded query={read} title="The rows" lines={4} />
  if (data.rows.length === 0) return <p className={styles['note']}>No row is like this.</p>
  return (
    <>
      <Rows at={at} rows={data.rows} choice={choice} zone={zone} />
      <Pages page={page} pageRows={PAGE_ROWS} total={data.total} onPage={setPage} />
    </>
  )
}

function Rows({
  at,
  rows,
  choice,
  zone,
}: {
  readonly at: ReconciliationDesk
  readonly rows: readonly ReconciliationRow[]
  readonly choice: Choice
  readonly zone: string
}) {
  const { send } = at.reconciliation
  const isTicked = ({ line }: ReconciliationRow) => !choice.untickedLines.includes(line)
  const tickable = rows.filter(({ outcome }) => CAN_TICK.includes(outcome))
  const suggested = rows.filter(({ match, is_confirmed }) => SUGGESTED[match] !== undefined && !is_confirmed)
  const hasSuppliers = rows.some(({ supplier }) => supplier !== undefined)
  const confirm = (lines: readonly number[], isConfirmed: boolean) =>
    send({ type: 'reconciliation.suggestionsConfirmed', lines, isConfirmed })
  return (
    <>
      {suggested.length < 2 ? null : (
        <div>
          <Button
            onPress={() =>
              confirm(
                suggested.map(({ line }) => line),
                true,
              )
            }
          >
            {`Confirm all ${suggested.length} suggestions of this page`}
          </Button>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
      <div className={styles['frame']} role="region" aria-label="Rows, table" tabIndex={0}>
        <table className={styles['table']} aria-label="Rows">
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  isSelected={tickable.length > 0 && tickable.every(isTicked)}
                  isIndeterminate={tickable.some(isTicked) && !tickable.every(isTicked)}
                  isDisabled={tickable.length === 0}
                  onChange={ticked =>
                    send({
                      type: 'reconciliation.rowsTicked',
                      lines: tickable.map(({ line }) => line),
                      isTicked: ticked,
                    })
                  }
                >
                  <VisuallyHidden>All of this page</VisuallyHidden>
                </Checkbox>
              </th>
              <th scope="col">Line</th>
              <th scope="col">Id in the list</th>
              <th scope="col">Outcome</th>
              <th scope="col">State</th>
              <th scope="col">Reason</th>
              <th scope="col">Source</th>
              {hasSuppliers ? <th scope="col">Supplier</th> : null}
              <th scope="col" data-figure>
                Sell price
              </th>
              <th scope="col">Window</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.line}>
                <td>
                  {CAN_TICK.includes(row.outcome) ? (
                    <Checkbox
                      isSelected={isTicked(row)}
                      onChange={ticked =>
                        send({ type: 'reconciliation.rowsTicked', lines: [row.line], isTicked: ticked })
                      }
                    >
                      <VisuallyHidden>{`Line ${row.line}`}</VisuallyHidden>
                    </Checkbox>
                  ) : null}
                </td>
                <th scope="row">{row.line}</th>
                <td className={styles['id']}>
                  <GivenId text={row.raw_text} />
                  <Match row={row} isConfirmed={choice.confirmedLines.includes(row.line)} onConfirm={confirm} />
                </td>
                <td>
                  {RECONCILIATION_OUTCOMES[row.outcome].label}
                  <span className={styles['under']}>{RECONCILIATION_OUTCOMES[row.outcome].meaning}</span>
                </td>
                <td>
                  {stateText(row.from_code)}
                  {row.to_code === row.from_code ? '' : ` → ${stateText(row.to_code)}`}
                </td>
                <td>
                  {row.reason_code === null
                    ? NO_FIGURE
                    : `${row.reason_code} ${reasonLabel(row.reason_code) ?? 'unknown'}`}
                  {row.comment === '' ? null : <span className={styles['under']}>{row.comment}</span>}
                </td>
                <td>{row.source?.name ?? NO_FIGURE}</td>
                {hasSuppliers ? <td>{row.supplier?.name ?? NO_FIGURE}</td> : null}
                <td data-figure>{moneyText(row.sell_cents)}</td>
                <td>
                  {row.complete_month === null ? NO_FIGURE : monthText(row.complete_month)}
                  {row.deadline_at === null ? null : (
                    <span className={styles['under']}>until {dateTimeText(Date.parse(row.deadline_at), zone)}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** The respondent that an id was found to be, where that is not the id itself; a suggestion with its confirmation. */
function Match({
  row,
  isConfirmed,
  onConfirm,
}: {
  readonly row: ReconciliationRow
  readonly isConfirmed: boolean
  readonly onConfirm: (lines: readonly number[], isConfirmed: boolean) => void
}) {
  const how = SUGGESTED[row.match]
  if (row.rdud === null || row.rdud === row.raw_text) return null
  return (
    <>
      <span className={styles['under']}>
        {row.match === 'rid' ? 'supplier’s id of ' : how === undefined ? '' : `${how}: `}
        {row.rdud}
      </span>
      {how === undefined ? null : (
        <Checkbox isSelected={isConfirmed || row.is_confirmed} onChange={is => onConfirm([row.line], is)}>
          {`This is ${row.rdud}`}
        </Checkbox>
      )}
    </>
  )
}
