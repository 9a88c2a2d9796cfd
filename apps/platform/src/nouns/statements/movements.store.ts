import { ERASED, type LineKind, type StatementLine } from '@desk/schema/statements/statement-line'
import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { isErasedRid } from '#ledger/facts/erased-rid'
import { formatRdud } from '#ledger/facts/rdud'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { LINE_ORDER, movements } from './movements-sql.ts'
import { SCOPE_SQL, type StatementScope } from './scopes.ts'
import type { Part, PricedSums } from './sums.ts'

/** A line of the ledger that a statement takes, with what the sell side needs of it. */
export interface SoldRow {
  readonly position: string
  readonly kind: LineKind
  readonly origin: Month
  readonly at: Date
  readonly projectId: number
  readonly projectName: string
  readonly surveyId: number
  readonly surveyName: string
  readonly hex: string
  readonly fromCode: number | null
  readonly toCode: number
  readonly reason: number | null
  readonly sellCents: number
  /** 0: the project has no business unit. */
  readonly unitId: number
  readonly unitName: string
}

/** The same with what a supplier's statement needs. */
export interface MovementRow extends SoldRow {
  /** 0: the respondent came without a supplier. */
  readonly supplierId: number
  readonly supplierName: string
  readonly sourceId: number
  readonly sourceName: string
  readonly rid: string
  readonly amountCents: number
}

/** The key of the sums of a supplier's statement lines. */
export interface SourceNamed {
  readonly stmid: number
  readonly source_name: string
  readonly pm_proj_ud: number
  readonly project_name: string
}

/** Of lines `m` of the ledger with `soldNames`. */
export const SOLD_COLUMNS = sql`
  m.position::text as position, m.kind, m.origin, m.at, m.project_id as "projectId", p.name as "projectName", y.survey_id as "surveyId", y.name as "surveyName",
  replace(m.rdud::text, '-', '') as hex, m.from_code as "fromCode", m.to_code as "toCode", m.reason, m.sell_cents as "sellCents", coalesce(p.business_unit_id, 0) as "unitId",
  coalesce(u.name, '') as "unitName"`

export const soldNames = (accountId: number) => sql`
  join source s on s.account_id = ${accountId} and s.source_id = m.source_id
  join survey y on y.account_id = ${accountId} and y.survey_id = s.survey_id
  join project p on p.account_id = ${accountId} and p.project_id = m.project_id
  left join business_unit u on u.account_id = ${accountId} and u.business_unit_id = p.business_unit_id`

const COLUMNS = sql`${SOLD_COLUMNS}, m.supplier_id as "supplierId", coalesce(k.name, '') as "supplierName", m.source_id as "sourceId", s.name as "sourceName", r.rid,
  m.amount_cents as "amountCents"`

const names = (accountId: number) => sql`
  cross join lateral (select r.rid from respondent r where r.account_id = ${accountId} and r.rdud = m.rdud offset 0) r
  left join supplier k on k.account_id = ${accountId} and k.supplier_id = m.supplier_id ${soldNames(accountId)}`

/** The line of a supplier's statement. @param no its number, from 1 */
export const supplyLine = (accountId: number, row: MovementRow, no: number): StatementLine => ({
  amount_cents: row.amountCents,
  at: row.at.toISOString(),
  from: row.fromCode,
  kind: row.kind,
  line: no,
  origin: row.origin,
  project: row.projectId,
  rdud: formatRdud(accountId, row.hex),
  reason: row.reason,
  rid: isErasedRid(row.rid, row.hex) ? ERASED : row.rid,
  source: row.sourceId,
  source_name: row.sourceName,
  to: row.toCode,
})

const PAGE_ROWS = 1_000

/**
 * The rows of the open cursor `movements`, a page at a time, which its end closes. The next page is asked for before one is given: PostgreSQL reads it while that one is
 * hashed, and no more than two wait to be written.
 */
export async function* pagesOfCursor<Row>(tx: Tx): AsyncGenerator<readonly Row[]> {
  const fetchPage = () => {
    const page = sql<Row>`fetch ${sql.lit(PAGE_ROWS)} from movements`.execute(tx)
    page.catch(() => {}) // it is awaited, unless the work on the page before failed
    return page
  }
  let page = fetchPage()
  for (;;) {
    const { rows } = await page
    const isLast = rows.length < PAGE_ROWS
    if (!isLast) page = fetchPage()
    if (rows.length > 0) yield rows
    if (isLast) break
    await setImmediate()
  }
  await sql`close movements`.execute(tx)
}

/** The present lines of the first open month, in the order in which every statement has its lines. */
export async function* eachMovement(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
): AsyncGenerator<readonly MovementRow[]> {
  await sql`
    declare movements no scroll cursor for
    select ${COLUMNS} from ${movements(accountId, window, firstOpen)} m ${names(accountId)}
    where m.booked = ${firstOpen} order by ${LINE_ORDER}`.execute(tx)
  yield* pagesOfCursor<MovementRow>(tx)
}

/** An open statement in a list. */
export interface OpenSums extends PricedSums {
  readonly month: Month
  readonly scopeId: number
  readonly name: string
}

/** The present sums of each open month, by the owner of its statements. */
export async function sumOpen(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
  scope: StatementScope,
): Promise<readonly OpenSums[]> {
  const { id, cents, table, tableId } = SCOPE_SQL[scope]
  const { rows } = await sql<OpenSums>`
    select n.*, coalesce(k.name, '') as name from (
      select m.booked as month, ${id} as "scopeId", count(*)::int as lines, count(*) filter (where m.kind = 'complete')::int as completes,
        coalesce(sum(${cents}) filter (where m.kind = 'complete'), 0)::float8 as complete_cents, count(*) filter (where m.kind = 'adjustment')::int as adjustments,
        coalesce(sum(${cents}) filter (where m.kind = 'adjustment'), 0)::float8 as adjustment_cents, sum(${cents})::float8 as total_cents,
        count(*) filter (where m.kind = 'complete' and ${cents} <> 0)::int as priced_completes,
        count(*) filter (where m.kind = 'adjustment' and ${cents} <> 0)::int as priced_adjustments
      from ${movements(accountId, window, firstOpen)} m group by 1, 2
    ) n left join ${table} k on k.account_id = ${accountId} and k.${tableId} = n."scopeId"`.execute(tx)
  return rows
}

/** An open statement in its present state. */
export interface OpenStatement<Line, Named> {
  readonly parts: readonly Part<Named>[]
  /** Numbered, and without hashes yet. */
  readonly lines: readonly Line[]
}

/** A supplier's open statement in its present state: its parts, and a page of its lines. */
export async function readOpen(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
  of: { readonly month: Month; readonly scopeId: number },
  { limit, offset }: Page,
  partsMax: number,
): Promise<OpenStatement<StatementLine, SourceNamed>> {
  const chosen = sql`m.booked = ${of.month} and m.supplier_id = ${of.scopeId}`
  const found = movements(accountId, window, firstOpen)
  const { rows: parts } = await sql<Part<SourceNamed>>`
    select n.*, s.name as source_name, p.name as project_name from (
      select m.source_id as stmid, m.project_id as pm_proj_ud, m.kind, m.origin, count(*)::int as lines, m.amount_cents as price_cents, sum(m.amount_cents)::float8 as amount_cents
      from ${found} m where ${chosen} group by m.source_id, m.project_id, m.kind, m.origin, m.amount_cents
    ) n
    join source s on s.account_id = ${accountId} and s.source_id = n.stmid join project p on p.account_id = ${accountId} and p.project_id = n.pm_proj_ud
    order by n.kind = 'adjustment', n.origin, n.stmid, n.price_cents limit ${partsMax}`.execute(tx)
  const { rows: page } = await sql<MovementRow>`
    select ${COLUMNS} from (select m.* from ${found} m where ${chosen} order by ${LINE_ORDER} limit ${limit} offset ${offset}) m ${names(accountId)} order by ${LINE_ORDER}`.execute(
    tx,
  )
  return { parts, lines: page.map((row, at) => supplyLine(accountId, row, offset + at + 1)) }
}
