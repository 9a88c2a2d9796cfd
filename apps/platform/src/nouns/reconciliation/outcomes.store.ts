import { reasonLabel } from '@desk/schema/reconciliation/reasons'
import { SUPPLIER_OUTCOMES, type OutcomeLine } from '@desk/schema/statements/outcome-line'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'
import type { AccountWindow } from './requests.store.ts'
import { monthOf } from './window-sql.ts'

/** Of which rows a supplier's file is: those of one stored request, or those whose complete or adjustment is of a month. */
export type OutcomeScope = { readonly requestId: number } | { readonly month: string }

/** Where a page of rows begins: after this one. */
export interface OutcomePlace {
  readonly requestId: number
  readonly line: number
}
export const BEFORE_ALL: OutcomePlace = { requestId: 0, line: 0 }

/** A row of a request that is about a supplier's respondent. */
export interface OutcomeRow extends Omit<OutcomeLine, 'line'> {
  readonly place: OutcomePlace
}

interface Row extends Omit<OutcomeRow, 'place' | 'rdud' | 'reason_name'>, OutcomePlace {
  readonly hex: string
}

/**
 * A page of the outcomes that stored requests have for one supplier's respondents, and for no others. An undo is no
 * row of a month: the row that it took back says so.
 */
export async function listOutcomes(
  tx: Tx,
  accountId: number,
  supplierId: number,
  scope: OutcomeScope,
  window: AccountWindow,
  after: OutcomePlace,
  limit: number,
  offset = 0,
): Promise<readonly OutcomeRow[]> {
  const { rows } = await sql<Row>`
    select w.reconciliation_id as "requestId", w.line, w.rid, replace(w.rdud::text, '-', '') as hex,
      case when w.undone_by is not null then 'undone' else w.outcome end as outcome, w.reason_code as reason,
      ${monthOf(window, sql`w.completed_at`)} as complete_month, case when w.is_applied then ${monthOf(window, sql`r.stored_at`)} end as adjustment_month
    from reconciliation r
    join reconciliation_row w on w.account_id = r.account_id and w.reconciliation_id = r.reconciliation_id
    where r.account_id = ${accountId} and r.state in ('stored', 'undone') and ${inScope(scope, window)}
      and w.supplier_id = ${supplierId} and w.rdud is not null and w.outcome = any (${SUPPLIER_OUTCOMES as readonly string[]}::text[])
      and (w.reconciliation_id, w.line) > (${after.requestId}::int, ${after.line}::int)
    order by w.reconciliation_id, w.line limit ${limit} offset ${offset}`.execute(tx)
  return rows.map(({ requestId, line, hex, ...row }) => ({
    ...row,
    rdud: formatRdud(accountId, hex),
    reason_name: row.reason === null ? null : reasonLabel(row.reason),
    place: { requestId, line },
  }))
}

function inScope(scope: OutcomeScope, window: AccountWindow): RawBuilder<unknown> {
  if ('requestId' in scope) return sql`r.reconciliation_id = ${scope.requestId}`
  const { month } = scope
  return sql`r.kind <> 'undo' and r.stored_at >= (${`${month}-01`}::date::timestamp at time zone ${window.zone}::text)
    and (${monthOf(window, sql`w.completed_at`)} = ${month} or (w.is_applied and ${monthOf(window, sql`r.stored_at`)} = ${month}))`
}

/** Whether the account has such a stored request. */
export async function isStoredRequest(tx: Tx, accountId: number, requestId: number): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliation where account_id = ${accountId} and reconciliation_id = ${requestId} and state in ('stored', 'undone')`.execute(
    tx,
  )
  return rows.length > 0
}

/** The names that a file bears; undefined: the account has no such supplier. */
export async function findNames(
  tx: Tx,
  accountId: number,
  supplierId: number,
): Promise<{ readonly accountName: string; readonly supplierName: string } | undefined> {
  const { rows } = await sql<{ accountName: string; supplierName: string }>`
    select a.name as "accountName", k.name as "supplierName" from supplier k join account a on a.account_id = k.account_id
    where k.account_id = ${accountId} and k.supplier_id = ${supplierId}`.execute(tx)
  return rows[0]
}
