import type { ReconciliationRow } from '@desk/schema/reconciliation/reconciliation-row'
import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import { findSent } from './line-portions.ts'
import type { AccountWindow } from './requests.store.ts'
import { monthOf } from './window-sql.ts'

interface StoredRow extends Omit<
  ReconciliationRow,
  'raw_text' | 'comment' | 'rdud' | 'completed_at' | 'deadline_at' | 'supplier' | 'supply_cents'
> {
  readonly hex: string | null
  readonly supplier: ReconciliationRow['source']
  readonly supply_cents: number | null
  readonly completed_at: Date | null
  readonly deadline_at: Date | null
}

/** The rows `w` of a request that a filter leaves: as the sums of its preview count them. */
function rowsOf(accountId: number, requestId: number, filter: RowFilter): RawBuilder<unknown> {
  const { outcome, rest, applied, reason, sup, stmid } = filter
  const conditions = [
    sql`w.account_id = ${accountId} and w.reconciliation_id = ${requestId}`,
    ...(outcome === undefined ? [] : [sql`w.outcome = ${outcome}`]),
    ...(rest === undefined ? [] : [sql`w.is_rest = ${rest === 'true'}`]),
    ...(applied === undefined ? [] : [sql`w.is_applied = ${applied === 'true'}`]),
    ...(reason === undefined
      ? []
      : [reason === 'none' ? sql`w.reason_code is null` : sql`w.reason_code = ${reason}::int`]),
    ...(sup === undefined
      ? []
      : [sup === 'none' ? sql`w.rdud is not null and w.supplier_id is null` : sql`w.supplier_id = ${sup}::int`]),
    ...(stmid === undefined ? [] : [sql`w.source_id = ${stmid}::int`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** @param slice which of the rows `w` that the filter leaves, in the order of the lines */
async function readRows(
  tx: Tx,
  accountId: number,
  requestId: number,
  filter: RowFilter,
  slice: RawBuilder<unknown>,
  window: AccountWindow,
  isSupplySeen: boolean,
): Promise<readonly ReconciliationRow[]> {
  const { rows } = await sql<StoredRow>`
    select w.line, replace(w.rdud::text, '-', '') as hex, w.rid, w.match, coalesce(g.is_confirmed, false) as is_confirmed,
      w.from_code, w.to_code, w.outcome, w.changed_since or w.undone_by is not null as changed_since, w.reason_code,
      case when w.source_id is not null then json_build_object('id', w.source_id, 'name', coalesce(s.name, '')) end as source,
      case when w.supplier_id is not null then json_build_object('id', w.supplier_id, 'name', coalesce(p.name, '')) end as supplier,
      w.sell_cents, nullif(w.supply_cents, 0) as supply_cents, w.completed_at, ${monthOf(window, sql`w.completed_at`)} as complete_month,
      case when w.rdud is not null then ${monthOf(window, sql`coalesce(r.stored_at, r.judged_at)`)} end as adjustment_month, w.deadline_at
    from (
      select * from reconciliation_row w where ${rowsOf(accountId, requestId, filter)} ${slice}
    ) w
    join reconciliation r on r.account_id = ${accountId} and r.reconciliation_id = w.reconciliation_id
    left join reconciliation_suggestion g on g.account_id = ${accountId} and g.reconciliation_id = w.reconciliation_id and g.line = w.line
    left join source s on s.account_id = ${accountId} and s.source_id = w.source_id
    left join supplier p on p.account_id = ${accountId} and p.supplier_id = w.supplier_id
    order by w.line`.execute(tx)
  const sent = await findSent(
    tx,
    accountId,
    requestId,
    rows.map(({ line }) => line),
  )
  return rows.map(({ hex, supplier, supply_cents, completed_at, deadline_at, ...row }) => ({
    ...row,
    raw_text: sent.get(row.line)?.rawText ?? '',
    comment: sent.get(row.line)?.comment ?? '',
    rdud: hex === null ? null : formatRdud(accountId, hex),
    completed_at: completed_at?.toISOString() ?? null,
    deadline_at: deadline_at?.toISOString() ?? null,
    ...(isSupplySeen ? { supplier, supply_cents } : {}),
  }))
}

/**
 * A page of a request's rows, in the order of the lines.
 * @param isSupplySeen whether the caller sees suppliers and supply prices
 */
export const listRows = (
  tx: Tx,
  accountId: number,
  requestId: number,
  filter: RowFilter,
  { limit, offset }: Page,
  window: AccountWindow,
  isSupplySeen: boolean,
): Promise<readonly ReconciliationRow[]> =>
  readRows(tx, accountId, requestId, filter, sql`order by w.line limit ${limit} offset ${offset}`, window, isSupplySeen)

const LOT_ROWS = 5_000

/** All rows of a request that a filter leaves, in the order of the lines: each lot begins after the last line of the one before. */
export async function* allRows(
  tx: Tx,
  accountId: number,
  requestId: number,
  filter: RowFilter,
  window: AccountWindow,
  isSupplySeen: boolean,
): AsyncGenerator<readonly ReconciliationRow[], void, undefined> {
  let after = 0
  for (;;) {
    const lot = sql`and w.line > ${after} order by w.line limit ${LOT_ROWS}`
    const rows = await readRows(tx, accountId, requestId, filter, lot, window, isSupplySeen)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < LOT_ROWS) return
    after = last.line
  }
}

/** How many rows of a request a filter leaves. */
export async function countRows(tx: Tx, accountId: number, requestId: number, filter: RowFilter): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from reconciliation_row w
    where ${rowsOf(accountId, requestId, filter)}`.execute(tx)
  return rows[0]?.rows ?? 0
}
