import type { Caller } from '@desk/api/authorization'
import { NotFound, Refused } from '@desk/api/errors'
import { columnsOfReport } from '@desk/schema/reports/report-columns'
import { keysOfLine, readLineKey, type LineKeyFields, type ReportChangeQuery } from '@desk/schema/reports/report-change'
import { reportTermsOf, type ReportCount, type ReportTerm } from '@desk/schema/reports/report-terms'
import {
  NARROWING_FILTERS,
  REPORTS,
  type NarrowedTo,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import { COUNT_COLUMNS, RESPONDENT_CODES, type CountColumn, type RespondentCode } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { codesIn } from '#ledger/sums/line-columns'
import { hiddenStates, lostStates, openReport, shownStates } from './account-report.ts'
import type { Hours } from './report-hour-moves.store.ts'
import type { ReportScope } from './report-lines.store.ts'
import type { AskedMoves, Touching } from './report-moves.store.ts'
import { findNarrowing } from './report-narrowing.store.ts'
import { findUnitTimes } from './report-times.store.ts'

const HOUR_MS = 3_600_000
const NO_KEYS: readonly string[] = []

const ADJUSTED: ReadonlySet<ReportCount> = new Set([
  'adjustedRevenueCents',
  'adjustedExpenseCents',
  'adjustedCompletes',
  'adjustedPriced',
])
const isColumn = (count: ReportCount): count is CountColumn => COUNT_COLUMNS.some(column => column === count)

/**
 * The moves that can change terms of a line: moves of its state, else of the states that the terms count; money and
 * lengths come from completes.
 */
export function touchingOf(
  terms: readonly ReportTerm[],
  keys: readonly LineKeyFields[],
  hiddenCodes: readonly RespondentCode[],
): Touching {
  const state = keys.find(({ is }) => is === 'state')
  if (state !== undefined)
    return {
      codes:
        state.id === null ? hiddenCodes : Object.values(RESPONDENT_CODES).filter(code => String(code) === state.id),
      hasEntries: false,
      isOfAdjustments: false,
    }
  const counts = terms.flatMap(({ adds, takes = [] }) => [...adds, ...takes])
  return {
    codes: codesIn(counts.filter(count => count !== 'entrants').map(count => (isColumn(count) ? count : 'completes'))),
    hasEntries: counts.includes('entrants'),
    isOfAdjustments: counts.every(count => ADJUSTED.has(count)),
  }
}

/** The same report of the line's own thing alone, so that nothing else is looked through. */
function narrowedBy(scope: ReportScope, keys: readonly LineKeyFields[]): ReportScope {
  const narrowed: Record<string, readonly number[]> = {}
  for (const [filter, is] of Object.entries(NARROWING_FILTERS) as [keyof typeof NARROWING_FILTERS, ReportDimension][]) {
    // Object.entries loses the key types
    const key = keys.find(one => one.is === is)
    if (key?.id == null) continue
    const id = Number(key.id)
    const chosen = scope[filter]
    if (chosen === undefined) narrowed[filter] = [id]
    else if (!(chosen as readonly (number | string)[]).includes('all'))
      narrowed[filter] = chosen.some(one => one === id) ? [id] : []
  }
  return { ...scope, ...narrowed }
}

const later = (one: string | undefined, other: Date) =>
  new Date(Math.max(Date.parse(one ?? '') || 0, other.getTime())).toISOString()
export const earlier = (one: string | undefined, other: Date) =>
  new Date(Math.min(one === undefined ? Infinity : Date.parse(one), other.getTime())).toISOString()

/** Whether terms count rejects, which are rows of stored reconciliations: the ledger's own lines of them add nothing to such a figure. */
export const isOfRejects = (terms: readonly ReportTerm[]): boolean =>
  terms.some(({ adds }) => adds.includes('rejected'))

/** The part of a report's time between two moments, for requests that were stored. */
export const storedWithin = (scope: ReportScope, from: Date, to: Date) => ({
  from: later(scope.from, from),
  to: earlier(scope.to, to),
})

const wholeHourMs = (ms: number): number => Math.ceil(ms / HOUR_MS) * HOUR_MS

/** The hours that begin in a report's time, or the one of a line. */
export function hoursOf({ from, to }: ReportScope, keys: readonly LineKeyFields[]): Hours {
  const begins = from === undefined ? undefined : wholeHourMs(Date.parse(from))
  const ends = to === undefined ? undefined : wholeHourMs(Date.parse(to))
  const hour = keys.find(({ is }) => is === 'hour')
  const atMs = hour === undefined ? undefined : Date.parse(hour.id ?? '') || 0
  const first = atMs === undefined ? begins : Math.max(atMs, begins ?? -Infinity)
  const last = atMs === undefined ? ends : Math.min(atMs + HOUR_MS, ends ?? Infinity)
  return {
    ...(first === undefined ? {} : { from: new Date(first) }),
    ...(last === undefined ? {} : { to: new Date(last) }),
  }
}

/** Whether a view's report has lines of a state; null: of all that it does not tell apart, which terminations leave out. */
const hasState = (type: ReportType, { id }: LineKeyFields, view: StreamViewType): boolean =>
  id === null
    ? type !== 'terminations' && hiddenStates(view).length > 0
    : (type === 'terminations' ? lostStates(view) : shownStates(view)).some(code => String(code) === id)

const refused = (field: string, message: string) => new Refused({ message, details: [{ path: [field], message }] })

/** A change that is asked for, as its report is open. */
export interface OpenChange {
  readonly open: AskedMoves
  /** The dimensions of the report's lines. */
  readonly by: readonly ReportDimension[]
  readonly keys: readonly LineKeyFields[]
  readonly terms: readonly ReportTerm[]
  readonly from: Date
  readonly to: Date
}

/** Opens a report for a change of one of its figures; what the view's report does not have answers 404. */
export const openChange = Effect.fn('Reports.openChange')(function* (
  database: Database['Service'],
  type: ReportType,
  { line = NO_KEYS, figure, since, until, ...report }: ReportChangeQuery,
  caller: Caller,
) {
  const { view } = caller
  const { by, asked: open } = yield* openReport(database, type, report, caller)
  const terms = reportTermsOf(type, figure)
  if (!columnsOfReport(type, by, view).some(({ id }) => id === figure))
    return yield* new NotFound({ message: 'Your view of this report has no such figure.' })
  if (terms === undefined)
    return yield* refused('figure', `${REPORTS[type].label} does not tell why this figure changed`)
  const keys = line.map(readLineKey).filter(key => key !== undefined)
  const wanted = keysOfLine(type, by, view)
  const isOfLine = wanted.length === keys.length && wanted.every(is => keys.some(key => key.is === is))
  if (keys.length > 0 && !isOfLine)
    return yield* refused('line', `A line of this report is of ${wanted.join(', ')}: name each once`)
  const state = keys.find(({ is }) => is === 'state')
  if (state !== undefined && !hasState(type, state, view))
    return yield* new NotFound({ message: 'Your view of this report has no such state.' })
  return { open, by, keys, terms, from: new Date(since), to: new Date(until) } satisfies OpenChange
})

/** A line that was found. */
export interface FoundLine {
  readonly scope: ReportScope
  /** Its own report, within its own times. */
  readonly asked: AskedMoves
  /** Its things, with names. */
  readonly things: readonly NarrowedTo[]
}

/** Finds a line, or the total; undefined: its thing, or that of the report's narrowing, does not exist. */
export async function findLine(
  tx: Tx,
  { open, by, keys }: Pick<OpenChange, 'open' | 'by' | 'keys'>,
): Promise<FoundLine | undefined> {
  const { accountId } = open
  const scope = narrowedBy(open.scope, keys)
  const narrowing = await findNarrowing(tx, accountId, open.scope)
  const things = await findNarrowing(tx, accountId, narrowedBy({}, keys))
  if (narrowing === undefined || things === undefined) return undefined
  const times = await findUnitTimes(tx, scope, keys, open.zoneCode)
  // a total tells no states apart: rejects, which are of none, are in it
  return { scope, asked: { ...open, by: keys.length === 0 ? [] : by, scope: { ...scope, ...times } }, things }
}
