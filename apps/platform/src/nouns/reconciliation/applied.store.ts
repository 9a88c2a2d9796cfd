import type { ChangedRow } from '@desk/schema/reconciliation/reconciliation-preview'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Touched } from '#ledger/batches/batch-transaction'
import { formatRdud } from '#ledger/facts/rdud'
import type { RequestRow } from './request-row.ts'

/** A row that storing applies. */
export interface AppliedRow {
  readonly line: number
  readonly hex: string
  readonly verdict: 'reject' | 'accept' | 'restore'
  readonly fromCode: RespondentCode
  readonly fromEndedAtMs: number | null
  readonly toCode: RespondentCode
  readonly restoredEndedAtMs: number | null
  readonly reasonCode: number | null
  readonly sellCents: number | null
  readonly supplyCents: number | null
}

/** So many are read at once: each reading costs as much as some dozens of its rows. */
const READ_ROWS = 600
/** So many are folded at once: other requests get the event loop in between, each of which comes to it several times. */
const PAGE_ROWS = 150

/** The rows of a request that storing applies, page by page. */
export async function* appliedPages(
  tx: Tx,
  accountId: number,
  requestId: number,
): AsyncGenerator<readonly AppliedRow[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<AppliedRow>`
      select w.line, replace(w.rdud::text, '-', '') as hex, w.verdict, w.from_code as "fromCode",
        round(date_part('epoch', w.from_ended_at) * 1000) as "fromEndedAtMs", w.to_code as "toCode",
        round(date_part('epoch', w.restored_ended_at) * 1000) as "restoredEndedAtMs", w.reason_code as "reasonCode", w.sell_cents as "sellCents", w.supply_cents as "supplyCents"
      from reconciliation_row w
      where w.account_id = ${accountId} and w.reconciliation_id = ${requestId} and w.is_applied and w.line > ${after}
      order by w.line limit ${READ_ROWS}`.execute(tx)
    for (let at = 0; at < rows.length; at += PAGE_ROWS) yield rows.slice(at, at + PAGE_ROWS)
    const last = rows.at(-1)
    if (last === undefined || rows.length < READ_ROWS) return
    after = last.line
  }
}

/** The sources and suppliers of the rows that storing applies. */
export async function touchedBy(tx: Tx, accountId: number, requestId: number): Promise<Touched> {
  const { rows } = await sql<{ sourceIds: number[] | null; supplierIds: number[] | null }>`
    select array_agg(distinct w.source_id) as "sourceIds", array_agg(distinct w.supplier_id) filter (where w.supplier_id is not null) as "supplierIds"
    from reconciliation_row w where w.account_id = ${accountId} and w.reconciliation_id = ${requestId} and w.is_applied`.execute(
    tx,
  )
  return { sourceIds: rows[0]?.sourceIds ?? [], supplierIds: rows[0]?.supplierIds ?? [] }
}

/** The rows of a request that are not as they were judged: another state of the respondent, or a window that closed since. */
export async function listChanged(
  tx: Tx,
  accountId: number,
  { id: requestId, kind }: Pick<RequestRow, 'id' | 'kind'>,
  at: Date,
  limit: number,
): Promise<{ readonly total: number; readonly rows: readonly ChangedRow[] }> {
  const { rows } = await sql<{
    line: number
    hex: string
    seen: RespondentCode | null
    code: RespondentCode
    total: number
  }>`
    select w.line, replace(w.rdud::text, '-', '') as hex, w.from_code as seen, r.code, count(*) over ()::int as total
    from reconciliation_row w
    cross join lateral (select r.code, r.ended_at from respondent r where r.account_id = ${accountId} and r.rdud = w.rdud offset 0) r
    where w.account_id = ${accountId} and w.reconciliation_id = ${requestId}
      and (r.code is distinct from w.from_code or r.ended_at is distinct from w.from_ended_at or (${kind !== 'dispute'} and w.is_applied and w.deadline_at <= ${at}))
    order by w.line limit ${limit}`.execute(tx)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ line, hex, seen, code }) => ({ line, rdud: formatRdud(accountId, hex), seen_code: seen, code })),
  }
}
