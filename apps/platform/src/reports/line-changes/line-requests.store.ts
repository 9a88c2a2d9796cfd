import type { LineAddend, LineTerm } from '@desk/schema/reports/line-terms'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Moved } from '#nouns/figure-changes/decompose'
import type { StoredPart, StoredRespondent } from '#nouns/figure-changes/moves.store'
import { codeList } from '#ledger/sums/line-columns'
import { studiesOf } from '../reports/report-lines.store.ts'
import { appliedOf, MONTH, SIGN } from '../reports/report-reconciliation.store.ts'
import type { LineChoice } from './line-choice.ts'
import type { LineOf } from './line-moves.store.ts'
import type { LineTime } from './line-times.store.ts'

/** Rows of stored reconciliations of a line: a report of them, or the rejects of completes that were made in a line's time. */
export interface AskedRequests {
  readonly line: LineOf
  readonly choice: LineChoice
  /** Whether it is the report of reconciliations, by when they were stored. */
  readonly isOfReport: boolean
  readonly from: Date
  readonly to: Date
}

interface RequestMove extends Omit<Moved, 'changes' | 'isOutside'> {
  readonly isOutside: boolean
  readonly rejected: number
  readonly accepted: number
  readonly taken: number
  readonly revenueCents: number
  readonly expenseCents: number
}

/** A request that is being stored happens now. */
const AT = sql`coalesce(q.stored_at, now())`
const CAUSE = sql`case when q.kind = 'undo' then 'undo' else 'reconciliation' end`

const within = (column: RawBuilder<unknown>, { fromMs, toMs }: LineTime): RawBuilder<unknown> =>
  sql`${fromMs === 0 ? sql`true` : sql`${column} >= ${new Date(fromMs)}`} and ${toMs === null ? sql`true` : sql`${column} < ${new Date(toMs)}`}`

/** The rows `r` of requests `q` that count in a line until the second moment. */
function rowsOf({ line, choice, isOfReport, to }: AskedRequests): RawBuilder<unknown> {
  const { accountId, scope, ofStudies, isSupplied, times, reason } = line
  if (isOfReport)
    return sql`${appliedOf(accountId, scope)} and ${ofStudies} and ${isSupplied(sql`coalesce(r.supplier_id, 0)`)} and q.stored_at < ${to}
      ${choice.month === undefined ? sql`` : sql`and ${MONTH} = ${choice.month}`}
      ${choice.reason_code === undefined ? sql`` : sql`and r.reason_code is not distinct from ${choice.reason_code}::int`}`
  return sql`
    from reconciliation_row r
    left join reconciliation q on q.account_id = r.account_id and q.reconciliation_id = r.reconciliation_id
    where r.account_id = ${accountId} and r.is_applied and r.completed_at is not null
      and r.source_id in (select s.source_id from source s ${studiesOf(accountId, scope)} and ${ofStudies})
      and ${isSupplied(sql`coalesce(r.supplier_id, 0)`)} and ${within(sql`r.completed_at`, times.completions)} and ${AT} < ${to}
      ${reason === undefined ? sql`` : sql`and coalesce(r.reason_code::text, '') = ${reason}`}`
}

const adds: Readonly<Record<string, (row: RequestMove, isOfReport: boolean) => number>> = {
  rejected: ({ rejected, taken }, isOfReport) => (isOfReport ? rejected : taken),
  accepted: ({ accepted }) => accepted,
  revenue: ({ revenueCents }) => revenueCents,
  expense: ({ expenseCents }) => expenseCents,
}

/** Of a report of traffic, requests say the rejects alone: the ledger says all else. */
const countOf = (addend: LineAddend, row: RequestMove, isOfReport: boolean): number =>
  isOfReport || addend === 'rejected' ? (adds[addend]?.(row, isOfReport) ?? 0) : 0

/** Reads what stored reconciliations did to a line before the first moment and between the two. */
export async function readLineRequests(
  tx: Tx,
  asked: AskedRequests,
  terms: readonly LineTerm[],
): Promise<readonly Moved[]> {
  const { rows } = await sql<RequestMove>`
    select ${AT} < ${asked.from} as "isOutside", case when ${AT} >= ${asked.from} then r.supplier_id end as "supplierId", ${CAUSE} as cause, r.from_code as "from", r.to_code as "to", null as rule,
      case when ${AT} >= ${asked.from} then r.reconciliation_id end as request, count(*)::int as respondents,
      count(*) filter (where ${SIGN} < 0)::int as rejected, count(*) filter (where ${SIGN} > 0)::int as accepted, (-sum(${SIGN}))::int as taken,
      coalesce(sum(${SIGN} * coalesce(r.sell_cents, 0)), 0)::float8 as "revenueCents", coalesce(sum(${SIGN} * coalesce(r.supply_cents, 0)), 0)::float8 as "expenseCents"
    ${rowsOf(asked)}
    group by 1, 2, 3, 4, 5, 7`.execute(tx)
  return rows.map(row => ({
    ...row,
    changes: terms.map(term => term.adds.reduce((sum, addend) => sum + countOf(addend, row, asked.isOfReport), 0)),
  }))
}

/** A page of the respondents of one part of stored reconciliations, newest first. */
export async function readRequestedOf(
  tx: Tx,
  asked: AskedRequests,
  { supplierId, causes, fromCodes, toCodes, request }: StoredPart,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredRespondent[]> {
  const { accountId } = asked.line
  const { rows } = await sql<StoredRespondent>`
    select o.at, w.rdud, w.rid, w.source_id as "sourceId", w.survey_id as "surveyId", w.project_id as "projectId"
    from (
      select ${AT} as at, r.rdud, r.line ${rowsOf(asked)}
        and ${AT} >= ${asked.from} and r.reconciliation_id is not distinct from ${request}::int and ${CAUSE} = any(${sql.val(causes)}::text[]) and ${SIGN} <> 0
        and r.from_code = any(${codeList(fromCodes ?? [])}) and r.to_code = any(${codeList(toCodes)})
        ${supplierId === undefined ? sql`` : sql`and r.supplier_id is not distinct from ${supplierId}::int`}
    ) o join respondent w on w.account_id = ${accountId} and w.rdud = o.rdud
    order by o.at desc, o.line desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}
