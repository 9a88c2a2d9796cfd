import type { Caller } from '@desk/api/authorization'
import { CHANGE_EVENTS_MAX } from '@desk/schema/figures/figure-change'
import { keyName } from '@desk/schema/reports/report-columns'
import type { ReportChange, ReportChangeQuery } from '@desk/schema/reports/report-change'
import { termValue, type ReportCount, type ReportTerm } from '@desk/schema/reports/report-terms'
import { isOfMoves, type ReportType } from '@desk/schema/reports/report'
import { Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { orNotFound } from '#kernel/http/or-not-found'
import { SUM_READS } from '#ledger/sums/moves-within'
import { decomposeMoves, type CountedMove } from '#nouns/figure-changes/decompose'
import { listChangeEvents } from '#nouns/figure-changes/events.store'
import { partOnWire, readPartNames } from '#nouns/figure-changes/names.store'
import { isReadOfMoves } from './account-report.ts'
import {
  earlier,
  findLine,
  hoursOf,
  isOfRejects,
  openChange,
  storedWithin,
  touchingOf,
  type OpenChange,
} from './open-change.ts'
import { readTotal, selectObjects } from './report-lines.store.ts'
import { listMovedAlike, readMoved, type AskedMoves, type MovedAlike } from './report-moves.store.ts'
import { listCompleted, listEntered } from './report-hour-moves.store.ts'
import { readHoursTotal } from './report-hours.store.ts'
import { listAdjustedAlike } from './report-reconciliation.store.ts'

/** A figure that is explained: whose, what it is made of, and when. */
interface Explained extends Omit<OpenChange, 'open' | 'by'> {
  readonly type: ReportType
  readonly asked: AskedMoves
}

/** The changes, with their additions to each term, and each term once all of them have happened. */
interface ReadMoves {
  readonly moves: readonly (CountedMove & { readonly changes: readonly number[] })[]
  readonly now: readonly number[]
}

/** All sums of an account are some megabytes: on the disk their sort takes as long as reading them. */
const READS = { ...SUM_READS, sortMemoryMb: 32 }

/** Counts that rollups do not know. */
const OF_MOVES_ALONE: ReadonlySet<ReportCount> = new Set([
  'interviewSeconds',
  'statedSeconds',
  'made',
  'rejected',
  'adjustedRevenueCents',
  'adjustedExpenseCents',
  'adjustedCompletes',
  'adjustedPriced',
])
const isRolled = ({ adds, takes = [] }: ReportTerm): boolean =>
  ![...adds, ...takes].some(count => OF_MOVES_ALONE.has(count))

const valuesOf = (terms: readonly ReportTerm[], counts: Partial<MovedAlike>): readonly number[] =>
  terms.map(term => termValue(term, counts))
const added = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((value, at) => value + (other[at] ?? 0))

const told = (terms: readonly ReportTerm[], moves: readonly MovedAlike[]) =>
  moves.map(move => ({ ...move, changes: valuesOf(terms, move) }))

/** Figures that are sums of what the ledger did: from rollups where these know them, which a part of a year is taken off; else from the beginning on. */
async function readMoves(tx: Tx, { type, asked: whole, keys, terms, from, to }: Explained): Promise<ReadMoves> {
  const asked = { ...whole, touching: touchingOf(terms, keys, whole.hiddenCodes) }
  const { accountId, scope } = asked
  const isOfRollups =
    (type === 'costs' || !isReadOfMoves(type, scope, asked.by)) &&
    scope.from === undefined &&
    scope.to === undefined &&
    !asked.by.some(isOfMoves) &&
    terms.every(isRolled)
  const during = await listMovedAlike(tx, { ...asked, within: { from, to } }, keys, isOfRejects(terms))
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

/** A share of the terminations divides by the entrants of all states of the line's thing. */
async function readTerminations(tx: Tx, explained: Explained): Promise<ReadMoves> {
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
  const moves: ReadMoves['moves'][number][] = []
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
  return { moves: alike(moves), now }
}

/** The same respondents of several terms are one part. */
function alike(moves: ReadMoves['moves']): ReadMoves['moves'] {
  const found = new Map<string, ReadMoves['moves'][number]>()
  for (const move of moves) {
    const { isAfter, supplierId, cause, from, to, rule, request, respondents, changes } = move
    const key = JSON.stringify([isAfter, supplierId, cause, from, to, rule, request])
    const known = found.get(key)
    found.set(
      key,
      known === undefined
        ? move
        : {
            ...known,
            respondents: Math.max(known.respondents, respondents),
            changes: [...added(known.changes, changes)],
          },
    )
  }
  return [...found.values()]
}

/** Reconciliation is a sum of stored requests. */
async function readAdjustments(tx: Tx, { asked, keys, terms, from, to }: Explained): Promise<ReadMoves> {
  const { accountId, scope } = asked
  const list = (times: { readonly from?: string; readonly to: string }) =>
    listAdjustedAlike(tx, accountId, { ...scope, ...times }, keys)
  const before = await list({ to: earlier(scope.to, from) })
  const moves = (await list(storedWithin(scope, from, to))).map(move => ({
    ...move,
    changes: valuesOf(terms, move),
  }))
  const base = before.reduce((sum, row) => added(sum, valuesOf(terms, row)), terms.map(() => 0) as readonly number[])
  return { moves, now: moves.reduce((sum, { changes }) => added(sum, changes), base) }
}

/**
 * Hours are counted as things happen, each complete in the hour in which it was made: their present counts, less the
 * later changes.
 */
async function readHours(tx: Tx, { asked, keys, terms, from, to }: Explained): Promise<ReadMoves> {
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

/** Why a figure of a report's line, or of its total, changed between two moments (settlement.md §4, docs/decisions/0062). */
export const explainReport = Effect.fn('Reports.explainReport')(function* (
  database: Database['Service'],
  type: ReportType,
  query: ReportChangeQuery,
  caller: Caller,
) {
  const { accountId, view } = caller
  const { open, by, terms, keys, from, to } = yield* openChange(database, type, query, caller)
  const found = yield* database.readAsAccount(
    accountId,
    async tx => {
      const line = await findLine(tx, { open, by, keys })
      if (line === undefined) return undefined
      const { scope, asked, things } = line
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
    figure: query.figure,
    from: query.since,
    to: query.until,
    ...change,
    events: events.slice(0, CHANGE_EVENTS_MAX).map(event => ({ ...event, at: event.at.toISOString() })),
    has_more_events: events.length > CHANGE_EVENTS_MAX,
  } satisfies ReportChange
})
