import type { Caller } from '@desk/api/authorization'
import { NotFound, Refused } from '@desk/api/errors'
import { CHANGE_EVENTS_MAX } from '@desk/schema/figures/figure-change'
import { columnsOfReport, keyName } from '@desk/schema/reports/report-columns'
import {
  keysOfLine,
  readLineKey,
  type LineKeyAsked,
  type ReportChange,
  type ReportChangeQuery,
} from '@desk/schema/reports/report-change'
import { reportTermsOf, termValue, type ReportCount, type ReportTerm } from '@desk/schema/reports/report-terms'
import {
  isOfMoves,
  NARROWING_FILTERS,
  REPORTS,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import { COUNT_COLUMNS, RESPONDENT_CODES, type CountColumn, type RespondentCode } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { orNotFound } from '#kernel/http/or-not-found'
import { codesIn } from '#ledger/sums/line-columns'
import { decomposeMoves, type ToldMove } from '#nouns/figure-changes/decompose'
import { listChangeEvents } from '#nouns/figure-changes/events.store'
import { partOnWire, readPartNames } from '#nouns/figure-changes/names.store'
import { hiddenStates, isReadOfMoves, lostStates, openReport, shownStates } from './account-report.ts'
import { readTotal, selectObjects, type ReportScope } from './report-lines.store.ts'
import { listMovedAlike, readMoved, type AskedMoves, type MovedAlike, type Touching } from './report-moves.store.ts'
import { listCompleted, listEntered, type Hours } from './report-hour-moves.store.ts'
import { readHoursTotal } from './report-hours.store.ts'
import { findNarrowing } from './report-narrowing.store.ts'
import { listAdjustedAlike } from './report-reconciliation.store.ts'
import { findUnitTimes } from './report-times.store.ts'

/** A figure that is explained: whose, what it is made of, and when. */
interface Explained {
  readonly type: ReportType
  readonly asked: AskedMoves
  readonly keys: readonly LineKeyAsked[]
  readonly terms: readonly ReportTerm[]
  readonly from: Date
  readonly to: Date
}

/** What changed, with what it adds to each term, and what each term is once all of it has happened. */
interface Told {
  readonly moves: readonly (ToldMove & { readonly changes: readonly number[] })[]
  readonly now: readonly number[]
}

const HOUR_MS = 3_600_000
/** All sums of an account are some megabytes: on the disk their sort takes as long as reading them. */
const READS = { sortMemoryMb: 32 }
const NO_KEYS: readonly string[] = []

/** What rollups do not know. */
const OF_MOVES_ALONE: ReadonlySet<ReportCount> = new Set([
  'interviewSeconds',
  'statedSeconds',
  'made',
  'rejected',
  'adjustedRevenueCents',
  'adjustedExpenseCents',
])
const isRolled = ({ adds, takes = [] }: ReportTerm): boolean =>
  ![...adds, ...takes].some(count => OF_MOVES_ALONE.has(count))

const ADJUSTED: ReadonlySet<ReportCount> = new Set(['adjustedRevenueCents', 'adjustedExpenseCents'])
const isColumn = (count: ReportCount): count is CountColumn => COUNT_COLUMNS.some(column => column === count)

/** The moves that can change terms of a line: those of its state, else those of the states that the terms count; what is money or a length is so of completes. */
function touchingOf(
  terms: readonly ReportTerm[],
  keys: readonly LineKeyAsked[],
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

/** The same report of what the line stands for alone, so that nothing else is looked through. */
function narrowedBy(scope: ReportScope, keys: readonly LineKeyAsked[]): ReportScope {
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

const valuesOf = (terms: readonly ReportTerm[], counts: Partial<MovedAlike>): readonly number[] =>
  terms.map(term => termValue(term, counts))
const added = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((value, at) => value + (other[at] ?? 0))

const told = (terms: readonly ReportTerm[], moves: readonly MovedAlike[]) =>
  moves.map(move => ({ ...move, changes: valuesOf(terms, move) }))

/** Figures that are sums of what the ledger did: from rollups where these know them, which a part of a year is taken off; else from the beginning on. */
async function readMoves(tx: Tx, { type, asked: whole, keys, terms, from, to }: Explained): Promise<Told> {
  const asked = { ...whole, touching: touchingOf(terms, keys, whole.hiddenCodes) }
  const { accountId, scope } = asked
  const isOfRollups =
    (type === 'costs' || !isReadOfMoves(type, scope, asked.by)) &&
    scope.from === undefined &&
    scope.to === undefined &&
    !asked.by.some(isOfMoves) &&
    terms.every(isRolled)
  const during = await listMovedAlike(tx, { ...asked, within: { from, to } }, keys, false)
  if (isOfRollups) {
    const since = await readMoved(tx, { ...asked, within: { from: to } }, keys)
    const now = await readTotal(tx, accountId, scope, keys)
    return {
      moves: told(terms, during),
      now: added(
        valuesOf(terms, now),
        valuesOf(terms, since).map(value => -value),
      ),
    }
  }
  const before = await readMoved(tx, { ...asked, within: { to: from } }, keys)
  const moves = told(terms, during)
  return { moves, now: moves.reduce((sum, { changes }) => added(sum, changes), valuesOf(terms, before)) }
}

/** A share of the terminations divides by the entrants of all states of what the line stands for. */
async function readTerminations(tx: Tx, explained: Explained): Promise<Told> {
  const { asked, keys, terms } = explained
  const parts = [
    {
      ...explained,
      terms: terms.filter(({ isOfAllStates }) => isOfAllStates !== true),
      asked: { ...asked, by: [...asked.by, 'state' as const] },
    },
    {
      ...explained,
      terms: terms.filter(({ isOfAllStates }) => isOfAllStates === true),
      keys: keys.filter(({ is }) => is !== 'state' && is !== 'reason'),
    },
  ]
  const moves: Told['moves'][number][] = []
  const now: number[] = []
  for (const part of parts.filter(({ terms: some }) => some.length > 0)) {
    const found = await readMoves(tx, part)
    const [before, after] = [now.length, terms.length - now.length - part.terms.length]
    const placed = (changes: readonly number[]) => [
      ...Array<number>(before).fill(0),
      ...changes,
      ...Array<number>(after).fill(0),
    ]
    moves.push(...found.moves.map(move => ({ ...move, changes: placed(move.changes) })))
    now.push(...found.now)
  }
  return { moves, now }
}

/** Reconciliation is a sum of stored requests. */
async function readAdjustments(tx: Tx, { asked, keys, terms, from, to }: Explained): Promise<Told> {
  const { accountId, scope } = asked
  const later = (one: string | undefined, other: Date) =>
    new Date(Math.max(Date.parse(one ?? '') || 0, other.getTime())).toISOString()
  const earlier = (one: string | undefined, other: Date) =>
    new Date(Math.min(one === undefined ? Infinity : Date.parse(one), other.getTime())).toISOString()
  const list = (times: { readonly from?: string; readonly to: string }) =>
    listAdjustedAlike(tx, accountId, { ...scope, ...times }, keys)
  const before = await list({ to: earlier(scope.to, from) })
  const moves = (await list({ from: later(scope.from, from), to: earlier(scope.to, to) })).map(move => ({
    ...move,
    changes: valuesOf(terms, move),
  }))
  const base = before.reduce((sum, row) => added(sum, valuesOf(terms, row)), terms.map(() => 0) as readonly number[])
  return { moves, now: moves.reduce((sum, { changes }) => added(sum, changes), base) }
}

const wholeHourMs = (ms: number): number => Math.ceil(ms / HOUR_MS) * HOUR_MS

/** The hours that begin in a report's time, or the one that a line stands for. */
function hoursOf({ from, to }: ReportScope, keys: readonly LineKeyAsked[]): Hours {
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

/** Hours are counted as things happen, each complete in the hour in which it was made: what they count now, less what came since. */
async function readHours(tx: Tx, { asked, keys, terms, from, to }: Explained): Promise<Told> {
  const { accountId, scope } = asked
  const things = keys.filter(({ is }) => is !== 'hour')
  const hours = hoursOf(scope, keys)
  const counts = await readHoursTotal(
    tx,
    accountId,
    {
      ...scope,
      ...(hours.from === undefined ? {} : { from: hours.from.toISOString() }),
      ...(hours.to === undefined ? {} : { to: hours.to.toISOString() }),
    },
    things,
  )
  const list = terms.some(({ adds }) => adds.includes('completes')) ? listCompleted : listEntered
  const moves = await list(tx, { accountId, scope, keys: things, hours, from, to })
  return { moves: moves.map(move => ({ ...move, changes: [move.change] })), now: valuesOf(terms, counts) }
}

/** Whether a view's report has lines of a state; null: of all that it does not tell apart, which terminations leave out. */
const hasState = (type: ReportType, { id }: LineKeyAsked, view: StreamViewType): boolean =>
  id === null
    ? type !== 'terminations' && hiddenStates(view).length > 0
    : (type === 'terminations' ? lostStates(view) : shownStates(view)).some(code => String(code) === id)

const refused = (field: string, message: string) => new Refused({ message, details: [{ path: [field], message }] })

/** Why a figure of a report's line, or of its total, changed between two moments (settlement.md §4, docs/decisions/0062). */
export const explainReport = Effect.fn('Reports.explainReport')(function* (
  database: Database['Service'],
  type: ReportType,
  { line = NO_KEYS, figure, since, until, ...report }: ReportChangeQuery,
  caller: Caller,
) {
  const { accountId, view } = caller
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
    return yield* refused('line', `A line of this report stands for ${wanted.join(', ')}: name each once`)
  const state = keys.find(({ is }) => is === 'state')
  if (state !== undefined && !hasState(type, state, view))
    return yield* new NotFound({ message: 'Your view of this report has no such state.' })
  const [from, to] = [new Date(since), new Date(until)]
  const found = yield* database.readAsAccount(
    accountId,
    async tx => {
      const scope = narrowedBy(open.scope, keys)
      const narrowing = await findNarrowing(tx, accountId, open.scope)
      const things = await findNarrowing(tx, accountId, narrowedBy({}, keys))
      if (narrowing === undefined || things === undefined) return undefined
      const times = await findUnitTimes(tx, scope, keys, open.zoneCode)
      // a total tells no states apart: rejects, which are of none, are in it
      const asked = { ...open, by: keys.length === 0 ? [] : by, scope: { ...scope, ...times } }
      const explained = { type, asked, keys, terms, from, to }
      const { moves, now } =
        type === 'reconciliation'
          ? await readAdjustments(tx, explained)
          : type === 'terminations'
            ? await readTerminations(tx, explained)
            : type === 'hours'
              ? await readHours(tx, { ...explained, asked: { ...asked, scope } })
              : await readMoves(tx, explained)
      const { parts, ...sums } = decomposeMoves(moves, terms, ({ changes }) => changes, now, view)
      const names = await readPartNames(tx, accountId, parts)
      const events = await listChangeEvents(tx, accountId, selectObjects(accountId, asked.scope), from, to)
      return {
        name: keys
          .map(({ is, id }) =>
            keyName(
              is,
              id === null ? null : { id: Number(id) || id, name: things.find(thing => thing.is === is)?.name ?? id },
            ),
          )
          .join(' · '),
        ...sums,
        parts: parts.map(part => partOnWire(part, names)),
        events,
      }
    },
    READS,
  )
  const { events, ...change } = yield* orNotFound(found)
  return {
    type,
    figure,
    from: since,
    to: until,
    ...change,
    events: events.slice(0, CHANGE_EVENTS_MAX).map(event => ({ ...event, at: event.at.toISOString() })),
    has_more_events: events.length > CHANGE_EVENTS_MAX,
  } satisfies ReportChange
})
