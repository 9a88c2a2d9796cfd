import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { StatementLine } from '@desk/schema/statements/statement-line'
import {
  STATEMENTS_OF_MONTH_MAX,
  type Period,
  type Periods,
  type ShownLine,
  type Statement,
  type StatementSummary,
} from '@desk/schema/statements/statement'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { findWindow } from '../reconciliation/requests.store.ts'
import { monthsBetween, type Month } from './months.ts'
import { readOpen, sumOpen } from './movements.store.ts'
import { fingerprintOf } from './node-crypto.ts'
import { closesAt, findCalendar, listClosed } from './periods.store.ts'
import { findStatement, listLines, listParts, listStatements } from './statements.store.ts'
import { added, NO_LINES, type Sums } from './sums.ts'

/** Parts that a statement is shown with. */
const PARTS_MAX = 1_000

interface Listed extends Sums {
  readonly month: Month
  readonly supplierId: number
  readonly name: string
  readonly head?: string
}

const sumsOf = ({ lines, completes, complete_cents, adjustments, adjustment_cents, total_cents }: Sums): Sums => ({
  lines,
  completes,
  complete_cents,
  adjustments,
  adjustment_cents,
  total_cents,
})

const summaryOf = (listed: Listed): StatementSummary => ({
  ...sumsOf(listed),
  pm_sup_ud: listed.supplierId === 0 ? null : listed.supplierId,
  name: listed.name,
  head: listed.head ?? null,
})

/** The periods of an account, newest first, with the statements of each. */
export async function readPeriods(tx: Tx, accountId: number, at: Date, { limit, offset }: Page): Promise<Periods> {
  const window = await findWindow(tx, accountId)
  const calendar = await findCalendar(tx, accountId, window, at)
  if (calendar === undefined) return { zone: window.zone, total: 0, periods: [] }
  const { first, firstOpen, current } = calendar
  const all = monthsBetween(first, current)
  const months = all.slice(offset, offset + limit)
  const [newest = '', oldest = ''] = [months[0], months.at(-1)]
  const closed = await listClosed(tx, accountId, oldest, newest)
  const statements: readonly Listed[] = [
    ...(newest >= firstOpen ? await sumOpen(tx, accountId, window, firstOpen) : []),
    ...(closed.size > 0 ? await listStatements(tx, accountId, oldest, newest) : []),
  ]
  const periods: Period[] = []
  for (const month of months) {
    const own = statements.filter(statement => statement.month === month)
    const isClosed = closed.get(month)
    const closing = isClosed?.closedAt ?? (await closesAt(tx, window, month))
    periods.push({
      ...own.reduce<Sums>((sum, statement) => added(sum, statement), NO_LINES),
      month,
      state: isClosed ? 'closed' : 'open',
      can_be_closed: month === firstOpen && month < current,
      closes_at: closing.toISOString(),
      closed_by: isClosed?.closedBy ?? null,
      currency: ACCOUNT_CURRENCY,
      statements: own
        .map(summaryOf)
        .toSorted((one, other) => one.name.localeCompare(other.name) || (one.pm_sup_ud ?? 0) - (other.pm_sup_ud ?? 0))
        .slice(0, STATEMENTS_OF_MONTH_MAX),
    })
  }
  return { zone: window.zone, total: all.length, periods }
}

const shownLine = (line: StatementLine, hash: string | null): ShownLine => ({
  line: line.line,
  kind: line.kind,
  origin: line.origin,
  at: line.at,
  pm_proj_ud: line.project,
  stmid: line.source,
  source_name: line.source_name,
  rdud: line.rdud,
  rid: line.rid,
  from_code: line.from as RespondentCode | null, // lines are made of the ledger's states alone
  to_code: line.to as RespondentCode, // as above
  reason_code: line.reason,
  amount_cents: line.amount_cents,
  hash,
})

/** Of a closed statement, the line that was hashed. */
export const lineOf = (content: string): StatementLine => JSON.parse(content)

/** One supplier's statement; undefined: there is none. @param supplierId 0: respondents without a supplier */
export async function readStatement(
  tx: Tx,
  accountId: number,
  month: Month,
  supplierId: number,
  at: Date,
  page: Page,
): Promise<Statement | undefined> {
  const window = await findWindow(tx, accountId)
  const { rows } = await sql<{ name: string }>`select name from account where account_id = ${accountId}`.execute(tx)
  const common = { month, zone: window.zone, currency: ACCOUNT_CURRENCY, account_name: rows[0]?.name ?? '' }
  const stored = await findStatement(tx, accountId, month, supplierId)
  if (stored !== undefined) {
    const lines = await listLines(tx, accountId, month, supplierId, { after: page.offset, limit: page.limit })
    return {
      ...common,
      ...summaryOf(stored),
      state: 'closed',
      closed_at: stored.closedAt.toISOString(),
      fingerprint: fingerprintOf(Buffer.from(stored.publicKey, 'hex')).toString('hex'),
      parts: (await listParts(tx, accountId, month, supplierId)).slice(0, PARTS_MAX),
      page: lines.map(({ content, hash }) => shownLine(lineOf(content), hash)),
    }
  }
  const calendar = await findCalendar(tx, accountId, window, at)
  if (calendar === undefined || month < calendar.firstOpen || month > calendar.current) return undefined
  const open = await sumOpen(tx, accountId, window, calendar.firstOpen)
  const own = open.find(sums => sums.month === month && sums.supplierId === supplierId)
  if (own === undefined) return undefined
  const { parts, lines } = await readOpen(
    tx,
    accountId,
    window,
    calendar.firstOpen,
    { month, supplierId },
    page,
    PARTS_MAX,
  )
  return {
    ...common,
    ...summaryOf(own),
    state: 'open',
    closed_at: null,
    fingerprint: null,
    parts,
    page: lines.map(line => shownLine(line, null)),
  }
}
