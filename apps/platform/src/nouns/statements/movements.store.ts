import type { LineKind, StatementLine } from '@desk/schema/statements/statement-line'
import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { LINE_ORDER, movements } from './movements-sql.ts'
import { scopeSql, type StatementScope } from './scopes.ts'
import type { Part, Sums } from './sums.ts'

/** A line of the ledger as a statement's line, without its number. */
export interface Movement<Line, Named> {
  readonly position: string
  /** Whose statement takes it; 0: respondents without a supplier, projects without a business unit. */
  readonly scopeId: number
  readonly scopeName: string
  /** Whose sums it is shown among. */
  readonly named: Named
  readonly line: Omit<Line, 'line'>
}

/** What the lines of a supplier's statement are summed by. */
export interface SourceNamed {
  readonly stmid: number
  readonly source_name: string
  readonly pm_proj_ud: number
  readonly project_name: string
}
export type SupplyMovement = Movement<StatementLine, SourceNamed>

interface MovementRow {
  readonly position: string
  readonly supplierId: number
  readonly supplierName: string
  readonly projectName: string
  readonly kind: LineKind
  readonly origin: Month
  readonly at: Date
  readonly projectId: number
  readonly sourceId: number
  readonly sourceName: string
  readonly hex: string
  readonly rid: string
  readonly fromCode: number | null
  readonly toCode: number
  readonly reason: number | null
  readonly amountCents: number
}

const COLUMNS = sql`
  m.position::text as position, coalesce(m.supplier_id, 0) as "supplierId", coalesce(k.name, '') as "supplierName", p.name as "projectName", m.kind, m.origin, m.at,
  m.project_id as "projectId", m.source_id as "sourceId", s.name as "sourceName", replace(m.rdud::text, '-', '') as hex, m.rid, m.from_code as "fromCode", m.to_code as "toCode",
  m.reason, m.amount_cents as "amountCents"`

const names = (accountId: number) => sql`
  left join supplier k on k.account_id = ${accountId} and k.supplier_id = m.supplier_id
  join source s on s.account_id = ${accountId} and s.source_id = m.source_id
  join project p on p.account_id = ${accountId} and p.project_id = m.project_id`

const movementOf = (accountId: number, row: MovementRow): SupplyMovement => ({
  position: row.position,
  scopeId: row.supplierId,
  scopeName: row.supplierName,
  named: {
    stmid: row.sourceId,
    source_name: row.sourceName,
    pm_proj_ud: row.projectId,
    project_name: row.projectName,
  },
  line: {
    amount_cents: row.amountCents,
    at: row.at.toISOString(),
    from: row.fromCode,
    kind: row.kind,
    origin: row.origin,
    project: row.projectId,
    rdud: formatRdud(accountId, row.hex),
    reason: row.reason,
    rid: row.rid,
    source: row.sourceId,
    source_name: row.sourceName,
    to: row.toCode,
  },
})

const PAGE_ROWS = 5_000

/** The rows of the open cursor `movements`, a page at a time, which its end closes. */
export async function* pagesOfCursor<Row>(tx: Tx): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE_ROWS)} from movements`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS) break
    await setImmediate()
  }
  await sql`close movements`.execute(tx)
}

/** What the first open month comes to now, supplier by supplier, in the order of its lines. */
export async function* eachMovement(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
): AsyncGenerator<readonly SupplyMovement[]> {
  await sql`
    declare movements no scroll cursor for
    select ${COLUMNS} from ${movements(accountId, window, firstOpen)} m ${names(accountId)}
    where m.booked = ${firstOpen} order by coalesce(m.supplier_id, 0), ${LINE_ORDER}`.execute(tx)
  for await (const rows of pagesOfCursor<MovementRow>(tx)) yield rows.map(row => movementOf(accountId, row))
}

/** An open statement in a list. */
export interface OpenSums extends Sums {
  readonly month: Month
  readonly scopeId: number
  readonly name: string
}

/** What each open month comes to now, by what its statements are of. */
export async function sumOpen(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
  scope: StatementScope,
): Promise<readonly OpenSums[]> {
  const { id, cents, table, tableId } = scopeSql(accountId, scope)
  const { rows } = await sql<OpenSums>`
    select n.*, coalesce(k.name, '') as name from (
      select m.booked as month, ${id} as "scopeId", count(*)::int as lines, count(*) filter (where m.kind = 'complete')::int as completes,
        coalesce(sum(${cents}) filter (where m.kind = 'complete'), 0)::float8 as complete_cents, count(*) filter (where m.kind = 'adjustment')::int as adjustments,
        coalesce(sum(${cents}) filter (where m.kind = 'adjustment'), 0)::float8 as adjustment_cents, sum(${cents})::float8 as total_cents
      from ${movements(accountId, window, firstOpen)} m group by 1, 2
    ) n left join ${table} k on k.account_id = ${accountId} and k.${tableId} = n."scopeId"`.execute(tx)
  return rows
}

/** An open statement as it stands now. */
export interface OpenStatement<Line, Named> {
  readonly parts: readonly Part<Named>[]
  /** Numbered, and without hashes yet. */
  readonly lines: readonly Line[]
}

/** A supplier's open statement as it stands now: its parts, and a page of its lines. */
export async function readOpen(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
  of: { readonly month: Month; readonly scopeId: number },
  { limit, offset }: Page,
  partsMax: number,
): Promise<OpenStatement<StatementLine, SourceNamed>> {
  const chosen = sql`m.booked = ${of.month} and coalesce(m.supplier_id, 0) = ${of.scopeId}`
  const found = movements(accountId, window, firstOpen)
  const { rows: parts } = await sql<Part<SourceNamed>>`
    select n.*, s.name as source_name, p.name as project_name from (
      select m.source_id as stmid, m.project_id as pm_proj_ud, m.kind, m.origin, count(*)::int as lines, m.amount_cents as price_cents, sum(m.amount_cents)::float8 as amount_cents
      from ${found} m where ${chosen} group by m.source_id, m.project_id, m.kind, m.origin, m.amount_cents
    ) n
    join source s on s.account_id = ${accountId} and s.source_id = n.stmid join project p on p.account_id = ${accountId} and p.project_id = n.pm_proj_ud
    order by n.kind = 'adjustment', n.origin, n.stmid, n.price_cents limit ${partsMax}`.execute(tx)
  const { rows: page } = await sql<MovementRow>`
    select ${COLUMNS} from ${found} m ${names(accountId)} where ${chosen} order by ${LINE_ORDER} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return { parts, lines: page.map((row, at) => ({ ...movementOf(accountId, row).line, line: offset + at + 1 })) }
}
