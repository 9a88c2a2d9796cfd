import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { codeList, codesIn } from '#ledger/sums/line-columns'
import { movesWithin } from '#ledger/sums/moves-within'
import type { ListedLines } from '#nouns/figure-changes/moves.store'
import type { ReportScope } from '../reports/report-lines.store.ts'
import type { LineKind, LineMove } from './line-moves.ts'
import type { CutTime, LineTimes } from './line-times.store.ts'

/** Whose traffic a line stands for, and when. */
export interface LineOf {
  readonly accountId: number
  readonly scope: ReportScope
  readonly kind: LineKind
  /** A query of `source_id`s. */
  readonly sources: RawBuilder<unknown>
  /** Holds for a supplier's id where it is the line's; 0 stands for none. */
  readonly isSupplied: (supplierId: RawBuilder<unknown>) => RawBuilder<unknown>
  /** What holds for the studies of a line, of `s`, `v`, `p` and `c`. */
  readonly ofStudies: RawBuilder<unknown>
  readonly times: LineTimes
  /** The states of a line of states or terminations. */
  readonly states: readonly RespondentCode[]
  /** The rule or reason of a line; empty: without one; undefined: any. */
  readonly reason: string | undefined
}

/** Which halves of a move a line of states counts: with which reason somebody had come to the state that they leave, no move says. */
const halves = (
  { states, reason }: LineOf,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  why: RawBuilder<unknown>,
) => ({
  enters: sql`(${to} = any(${codeList(states)}) ${reason === undefined ? sql`` : sql`and ${why} = ${reason}`})`,
  leaves: reason === undefined || reason === '' ? sql`(${from} = any(${codeList(states)}))` : sql`false`,
})

/** Reads what the ledger did to a line before the first moment and between the two, summed by what a part tells apart. */
export async function readLineMoves(tx: Tx, line: LineOf, times: readonly CutTime[]): Promise<readonly LineMove[]> {
  if (times.length === 0) return []
  const { accountId, sources, kind, reason, isSupplied } = line
  const { enters, leaves } = halves(line, sql`m.from_code`, sql`m.to_code`, sql`m.reason`)
  const moves = movesWithin({
    accountId,
    sources,
    times: times.map(({ from, to, isOutside }) => ({ from, to, isAfter: isOutside })),
    unit: null,
  })
  const counts =
    kind === 'states'
      ? sql`(${enters} or ${leaves})`
      : kind === 'whole' && reason !== undefined
        ? sql`m.reason = ${reason}`
        : sql`true`
  const { rows } = await sql<LineMove>`
    select m.is_after as "isOutside", case when not m.is_after then nullif(m.supplier_id, 0) end as "supplierId", m.cause, nullif(m.from_code, 0) as "from", m.to_code as "to",
      case when m.from_code = 0 and not m.is_after then nullif(m.reason, '') end as rule, case when not m.is_after then nullif(m.request, 0) end as request,
      ${enters} as enters, ${leaves} as leaves, sum(m.respondents)::int as respondents, sum(m.expense_cents)::float8 as "expenseCents", sum(m.revenue_cents)::float8 as "revenueCents",
      sum(m.priced_completes)::int as "pricedCompletes", sum(m.interview_seconds)::float8 as "interviewSeconds", sum(m.stated_seconds)::float8 as "statedSeconds"
    from ${moves} m
    where ${isSupplied(sql`m.supplier_id`)} and ${counts}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(tx)
  return rows
}

/** What holds for a line `e` of the ledger, and its respondent `r`, that counts in a report's line. @param columns what of the figure counts */
export function countsInLine(line: LineOf, addends: ReadonlySet<string>): ListedLines['counts'] {
  const { kind, reason, isSupplied } = line
  const [from, to] = [sql`coalesce(e.from_code, 0)`, sql`e.to_code`]
  const why = sql`coalesce(e.detail->>'rule', e.detail->>'reason', '')`
  const { enters, leaves } = halves(line, from, to, why)
  const isPriced = [...addends].some(addend => OF_COMPLETES.has(addend))
  const codes = codesIn([...addends, ...(isPriced ? ['completes'] : [])])
  const touched = sql`(${to} = any(${codeList(codes)}) or ${from} = any(${codeList(codes)}))`
  const isEntrant = kind === 'states' ? sql`true` : sql`${from} = 0`
  const any = [
    touched,
    ...(addends.has('entrants') ? [isEntrant] : []),
    ...(addends.has('inState') ? [sql`${enters}`, sql`${leaves}`] : []),
  ]
  const ofLine =
    kind === 'states'
      ? sql`(${enters} or ${leaves})`
      : kind === 'whole' && reason !== undefined
        ? sql`${why} = ${reason}`
        : sql`true`
  return sql`(${isSupplied(sql`coalesce(r.supplier_id, 0)`)} and ${ofLine} and (${sql.join(any, sql` or `)}))`
}

const OF_COMPLETES: ReadonlySet<string> = new Set([
  'expense',
  'revenue',
  'margin',
  'pricedCompletes',
  'interviewSeconds',
  'statedSeconds',
  'made',
  'adjustedRevenue',
  'adjustedExpense',
])
