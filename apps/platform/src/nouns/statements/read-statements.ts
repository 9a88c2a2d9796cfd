import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { RespondentCode } from '@desk/schema/respondents/state'
import type { SellLine, SellScope } from '@desk/schema/statements/sell-line'
import type { SellPeriods, SellStatement } from '@desk/schema/statements/sell-statement'
import { ERASED, type StatementLine } from '@desk/schema/statements/statement-line'
import {
  STATEMENTS_OF_MONTH_MAX,
  type PeriodState,
  type Periods,
  type Statement,
} from '@desk/schema/statements/statement'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { findWindow, type AccountWindow } from '../reconciliation/requests.store.ts'
import { monthsBetween, type Month } from './months.ts'
import { readOpen, sumOpen, type OpenStatement, type OpenSums, type SourceNamed } from './movements.store.ts'
import { fingerprintOf } from './node-crypto.ts'
import { closesAt, findCalendar, listClosed } from './periods.store.ts'
import { hasScope } from './scopes.ts'
import { readOpenSell, type SurveyNamed } from './sell-movements.store.ts'
import {
  findStatement,
  listLines,
  listParts,
  listStatements,
  sumStatements,
  type MonthSums,
  type StatementFilter,
  type StoredLine,
  type StatementOf,
} from './statements.store.ts'
import { addedPriced, NO_PRICED_LINES, type Part, type PricedSums } from './sums.ts'

/** Parts that a statement is shown with. */
const PARTS_MAX = 1_000

interface Listed extends PricedSums {
  readonly scopeId: number
  readonly name: string
  readonly head?: string
}

const supplyOf = (listed: Listed) => ({
  ...addedPriced(NO_PRICED_LINES, listed),
  pm_sup_ud: listed.scopeId === 0 ? null : listed.scopeId,
  name: listed.name,
  head: listed.head ?? null,
})
const sellOf = (listed: Listed) => ({
  ...addedPriced(NO_PRICED_LINES, listed),
  id: listed.scopeId === 0 ? null : listed.scopeId,
  name: listed.name,
  head: listed.head ?? null,
})

/** Which periods and statements are listed. */
export interface PeriodFilter extends StatementFilter {
  /** Undefined: open ones and closed ones. */
  readonly state: PeriodState | undefined
}

const isFound = ({ name, scopeId }: OpenSums, search: string): boolean =>
  name.toLowerCase().includes(search.toLowerCase()) || String(scopeId) === search

/** The sums of an open month. */
function sumsOfOpen(month: Month, open: readonly OpenSums[], search: string): MonthSums {
  const own = open.filter(sums => sums.month === month)
  return {
    ...own.reduce<PricedSums>(addedPriced, NO_PRICED_LINES),
    month,
    count: own.length,
    matching: own.filter(one => isFound(one, search)).length,
  }
}

/** The periods of an account, newest first, with the statements of each that the filter finds. */
async function readListed<Summary>(
  tx: Tx,
  accountId: number,
  at: Date,
  { limit, offset }: Page,
  filter: PeriodFilter,
  summaryOf: (listed: Listed) => Summary,
) {
  const { scope, search, state } = filter
  const window = await findWindow(tx, accountId)
  const calendar = await findCalendar(tx, accountId, window, at)
  if (calendar === undefined) return { zone: window.zone, total: 0, periods: [] }
  const { first, firstOpen, current } = calendar
  const all = monthsBetween(first, current).filter(
    month => state === undefined || month < firstOpen === (state === 'closed'),
  )
  const months = all.slice(offset, offset + limit)
  const [newest = '', oldest = ''] = [months[0], months.at(-1)]
  const closed = await listClosed(tx, accountId, oldest, newest)
  const isOpen = newest >= firstOpen && (await hasScope(tx, accountId, scope))
  const open = isOpen ? await sumOpen(tx, accountId, window, firstOpen, scope) : []
  const [stored, sums] =
    closed.size > 0
      ? [
          await listStatements(tx, accountId, oldest, newest, filter, STATEMENTS_OF_MONTH_MAX),
          await sumStatements(tx, accountId, oldest, newest, filter),
        ]
      : [[], []]
  const statements: readonly (Listed & { readonly month: Month })[] = [
    ...stored,
    ...open.filter(one => isFound(one, search)),
  ]
  const periods = []
  for (const month of months) {
    const isClosed = closed.get(month)
    const { matching, count, ...total } = (isClosed === undefined
      ? sumsOfOpen(month, open, search)
      : sums.find(one => one.month === month)) ?? { ...NO_PRICED_LINES, count: 0, matching: 0 }
    periods.push({
      ...total,
      count,
      matching,
      month,
      state: isClosed ? ('closed' as const) : ('open' as const),
      can_be_closed: month === firstOpen && month < current,
      closes_at: (isClosed?.closedAt ?? (await closesAt(tx, window, month))).toISOString(),
      closed_by: isClosed?.closedBy ?? null,
      currency: ACCOUNT_CURRENCY,
      statements: statements
        .filter(statement => statement.month === month)
        .toSorted((one, other) => one.name.localeCompare(other.name) || one.scopeId - other.scopeId)
        .slice(0, STATEMENTS_OF_MONTH_MAX)
        .map(summaryOf),
    })
  }
  return { zone: window.zone, total: all.length, periods }
}

/** The periods of an account, newest first, with the suppliers' statements of each. */
export const readPeriods = (
  tx: Tx,
  accountId: number,
  at: Date,
  page: Page,
  { search, state }: Omit<PeriodFilter, 'scope'> = { search: '', state: undefined },
): Promise<Periods> => readListed(tx, accountId, at, page, { scope: 'supplier', search, state }, supplyOf)

/** The same with the statements of the sell side. */
export const readSellPeriods = (
  tx: Tx,
  accountId: number,
  at: Date,
  page: Page,
  filter: PeriodFilter & { readonly scope: SellScope },
): Promise<SellPeriods> => readListed(tx, accountId, at, page, filter, sellOf)

/** The readers of a scope's statements. */
interface Reading<Line, Named> {
  readonly lineOf: (stored: StoredLine) => Line
  readonly open: (window: AccountWindow, firstOpen: Month, page: Page) => Promise<OpenStatement<Line, Named>>
}

/** Any statement; undefined: there is none. */
async function readAny<Line, Named>(
  tx: Tx,
  accountId: number,
  of: StatementOf,
  at: Date,
  page: Page,
  { lineOf, open }: Reading<Line, Named>,
) {
  const { scope, month, scopeId } = of
  const window = await findWindow(tx, accountId)
  const { rows } = await sql<{ name: string }>`select name from account where account_id = ${accountId}`.execute(tx)
  const common = { month, zone: window.zone, currency: ACCOUNT_CURRENCY, account_name: rows[0]?.name ?? '' }
  const stored = await findStatement(tx, accountId, of)
  if (stored !== undefined) {
    const lines = await listLines(tx, accountId, of, { after: page.offset, limit: page.limit })
    const parts: readonly Part<Named>[] = (await listParts<Named>(tx, accountId, of)).slice(0, PARTS_MAX)
    return {
      common: {
        ...common,
        state: 'closed' as const,
        closed_at: stored.closedAt.toISOString(),
        fingerprint: fingerprintOf(Buffer.from(stored.publicKey, 'hex')).toString('hex'),
      },
      listed: stored,
      parts,
      lines: lines.map((line): { line: Line; hash: string | null } => ({ line: lineOf(line), hash: line.hash })),
    }
  }
  const calendar = await findCalendar(tx, accountId, window, at)
  if (calendar === undefined || month < calendar.firstOpen || month > calendar.current) return undefined
  if (!(await hasScope(tx, accountId, scope))) return undefined
  const sums = await sumOpen(tx, accountId, window, calendar.firstOpen, scope)
  const listed = sums.find(one => one.month === month && one.scopeId === scopeId)
  if (listed === undefined) return undefined
  const { parts, lines } = await open(window, calendar.firstOpen, page)
  return {
    common: { ...common, state: 'open' as const, closed_at: null, fingerprint: null },
    listed,
    parts,
    lines: lines.map((line): { line: Line; hash: string | null } => ({ line, hash: null })),
  }
}

/** The common fields of both sides' lines, as a screen shows them. */
const shown = (line: StatementLine | SellLine, hash: string | null) => ({
  line: line.line,
  kind: line.kind,
  origin: line.origin,
  at: line.at,
  pm_proj_ud: line.project,
  rdud: line.rdud,
  from_code: line.from as RespondentCode | null, // lines are made of the ledger's states alone
  to_code: line.to as RespondentCode, // as above
  reason_code: line.reason,
  amount_cents: line.amount_cents,
  hash,
})

/** The line of any version; one that commits to the id is opened. */
const supplyLineOf = ({ content, opening }: StoredLine): StatementLine => ({
  rid: opening?.rid ?? ERASED, // in versions 1 and 2 the content has it
  ...JSON.parse(content),
})

/** One supplier's statement; undefined: there is none. @param supplierId 0: respondents without a supplier */
export async function readStatement(
  tx: Tx,
  accountId: number,
  month: Month,
  supplierId: number,
  at: Date,
  page: Page,
): Promise<Statement | undefined> {
  const of = { month, scopeId: supplierId }
  const found = await readAny<StatementLine, SourceNamed>(tx, accountId, { ...of, scope: 'supplier' }, at, page, {
    lineOf: supplyLineOf,
    open: (window, firstOpen, some) => readOpen(tx, accountId, window, firstOpen, of, some, PARTS_MAX),
  })
  return (
    found && {
      ...found.common,
      ...supplyOf(found.listed),
      parts: found.parts,
      page: found.lines.map(({ line, hash }) => ({
        ...shown(line, hash),
        stmid: line.source,
        source_name: line.source_name,
        rid: line.rid,
      })),
    }
  )
}

/** A statement of the sell side; undefined: there is none. @param scopeId 0: projects without a business unit */
export async function readSellStatement(
  tx: Tx,
  accountId: number,
  of: StatementOf & { readonly scope: SellScope },
  at: Date,
  page: Page,
): Promise<SellStatement | undefined> {
  const found = await readAny<SellLine, SurveyNamed>(tx, accountId, of, at, page, {
    lineOf: ({ content }) => JSON.parse(content),
    open: (window, firstOpen, some) => readOpenSell(tx, accountId, window, firstOpen, of, some, PARTS_MAX),
  })
  return (
    found && {
      ...found.common,
      ...sellOf(found.listed),
      of: of.scope,
      parts: found.parts,
      page: found.lines.map(({ line, hash }) => ({
        ...shown(line, hash),
        project_name: line.project_name,
        pm_sy_ud: line.survey,
        survey_name: line.survey_name,
      })),
    }
  )
}
