import type { Choice } from '@desk/machines/reconciliation/reconciliation.setup'
import {
  RECONCILIATION_OUTCOME_NAMES,
  RECONCILIATION_OUTCOMES,
  type ReconciliationOutcome,
} from '@desk/schema/reconciliation/outcomes'
import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import type { ReconciliationRow } from '@desk/schema/reconciliation/reconciliation-row'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { moneyText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { Downloads } from './downloads.tsx'
import { Pages } from './pages.tsx'
import styles from './reconciliation.module.css'
import { RECONCILIATION } from './reconciliation-keys.ts'
import { stateText } from './state-text.ts'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const ALL = 'all'
const PAGE_ROWS = 100
const SUGGESTED: Partial<Record<ReconciliationRow['match'], string>> = {
  suggestion: 'almost the same id',
  damaged: 'an id that a spreadsheet damaged',
}
const CAN_TICK: readonly ReconciliationOutcome[] = ['applied_reject', 'applied_accept', 'unticked']

/** The rows of a preview, by outcome: those that are applied can be left out, suggestions can be confirmed (api:R2). */
export function RowTable({
  at,
  preview: { request },
  choice,
  zone,
}: {
  readonly at: ReconciliationDesk
  readonly preview: ReconciliationPreview
  readonly choice: Choice
  readonly zone: string
}) {
  const desk = useDesk()
  const [search, change] = useUrlSearch()
  const outcome = RECONCILIATION_OUTCOME_NAMES.find(name => name === search['outcome'])
  const [page, setPage] = useState(0)
  const id = request.reconciliation_ud
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [RECONCILIATION, 'rows', id, outcome ?? ALL, page],
    queryFn: ({ signal }) =>
      desk.api.call('reconciliation.report', {
        params: { project: at.projectId },
        query: {
          reconciliation_ud: id,
          ...(outcome === undefined ? {} : { outcome }),
          limit: PAGE_ROWS,
          offset: page * PAGE_ROWS,
        },
        signal,
      }),
  })
  const counts = new Map(request.outcomes.map(each => [each.outcome, each.rows]))
  return (
    <div className={styles['part']}>
      <div className={styles['tools']}>
        <NativeSelect
          label="Rows"
          options={[
            { id: ALL, label: 'All rows' },
            ...RECONCILIATION_OUTCOME_NAMES.filter(name => counts.has(name) || name === outcome).map(name => ({
              id: name,
              label: `${RECONCILIATION_OUTCOMES[name].label} (${counts.get(name) ?? 0})`,
            })),
          ]}
          value={outcome ?? ALL}
          onChange={chosen => {
            setPage(0)
            change({ outcome: chosen === ALL ? undefined : chosen })
          }}
        />
        <Downloads projectId={at.projectId} reconciliationId={id} outcome={outcome} />
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton label="Loading the rows" height="36px" lines={4} />
        ) : (
          <LoadFailure
            title="The rows did not load"
            failure={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <p className={styles['note']}>No row has this outcome.</p>
      ) : (
        <>
          <Rows at={at} rows={data.rows} choice={choice} zone={zone} />
          <Pages page={page} pageRows={PAGE_ROWS} total={data.total} onPage={setPage} />
        </>
      )}
    </div>
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
                  {row.raw_text}
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
                  {row.complete_month ?? NO_FIGURE}
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
