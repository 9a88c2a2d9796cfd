import type { Caller } from '@desk/api/authorization'
import { NotFound, Refused } from '@desk/api/errors'
import { FIGURE_COLUMNS, isQuotaFigure, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import { termsOf, type FigureTerm } from '@desk/schema/columns/figure-terms'
import { CHANGE_EVENTS_MAX, type FigureChange } from '@desk/schema/figures/figure-change'
import type { StatusScope } from '@desk/schema/statuses/status'
import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { SUM_READS } from '#ledger/sums/moves-within'
import { respondentsOnWire, storedPart } from './asked-part.ts'
import { decompose, decomposeMoves, type Decomposed } from './decompose.ts'
import { readChangeEvents } from './events.store.ts'
import { readChanged, readMoves, readNow, type Asked } from './moves.store.ts'
import { partOnWire, readPartNames } from './names.store.ts'
import { readQuotaChanged, readQuotaMoves, readQuotaNow, type AskedQuota } from './quota-moves.store.ts'

interface Between {
  readonly figure: FigureColumnId
  readonly quota?: number
  readonly from: string
  readonly to: string
}

function askedOf(accountId: number, scope: StatusScope, id: number, { figure, from, to }: Between): Asked {
  const addends = new Set(termsOf(figure).flatMap(({ adds }) => adds))
  return { accountId, scope, id, addends, from: new Date(from), to: new Date(to) }
}

const refused = (field: string, message: string) => new Refused({ message, details: [{ path: [field], message }] })

/** The question about a sub-quota; null: of none. */
function quotaOf(
  accountId: number,
  scope: StatusScope,
  id: number,
  { figure, quota, from, to }: Between,
): Effect.Effect<AskedQuota | null, Refused> {
  if (quota === undefined) return Effect.succeed(null)
  if (scope !== 'source') return Effect.fail(refused('quota', 'A source has quotas: ask of the source'))
  if (!isQuotaFigure(figure)) return Effect.fail(refused('figure', 'A quota counts completes and inflight alone'))
  return Effect.succeed({ accountId, sourceId: id, quota, figure, from: new Date(from), to: new Date(to) })
}

/**
 * The former and present value of an object's or a sub-quota's figure, and the parts between; undefined: there is no
 * such thing.
 */
async function readChange(
  tx: Tx,
  asked: Asked,
  ofQuota: AskedQuota | null,
  terms: readonly FigureTerm[],
  view: Caller['view'],
): Promise<(Decomposed & { readonly name: string }) | undefined> {
  if (ofQuota !== null) {
    const now = await readQuotaNow(tx, ofQuota)
    if (now === undefined) return undefined
    const moves = await readQuotaMoves(tx, ofQuota)
    return {
      name: now.name,
      ...decomposeMoves(moves, terms, ({ change }) => [change], [now[ofQuota.figure]], view),
    }
  }
  const now = await readNow(tx, asked)
  if (now === undefined) return undefined
  return { name: now.name, ...decompose(terms.length === 0 ? [] : await readMoves(tx, asked), terms, now, view) }
}

/** Why a figure changed (settlement.md §4). */
export const figureChangeHandlers = handlersOf(
  'figureChanges',
  Effect.gen(function* () {
    const database = yield* Database

    /** A figure that a view hides has no changes there either (domain.md §4). */
    const demandSeen = ({ view }: Caller, figure: FigureColumnId) =>
      view === 'internal' || FIGURE_COLUMNS[figure].seenBy === 'everybody'
        ? Effect.void
        : Effect.fail(new NotFound({ message: 'Your view has no such figure.' }))

    return {
      /** The change of a figure between two moments, decomposed into lines of the ledger, and what happened to statuses and targets. */
      read: Effect.fn('FigureChanges.read')(function* ({ params: { scope, id }, query }, caller) {
        yield* demandSeen(caller, query.figure)
        const { accountId, view } = caller
        const asked = askedOf(accountId, scope, id, query)
        const ofQuota = yield* quotaOf(accountId, scope, id, query)
        const terms = termsOf(query.figure)
        const found = yield* database.readAsAccount(
          accountId,
          async tx => {
            const change = await readChange(tx, asked, ofQuota, terms, view)
            if (change === undefined) return undefined
            const { parts, ...sums } = change
            const names = await readPartNames(tx, accountId, parts)
            const events = await readChangeEvents(tx, asked, ofQuota !== null)
            return { ...sums, parts: parts.map(part => partOnWire(part, names)), events }
          },
          SUM_READS,
        )
        const { events, ...sums } = yield* orNotFound(found)
        return {
          figure: query.figure,
          scope,
          id,
          ...(ofQuota === null ? {} : { quota: ofQuota.quota }),
          from: query.from,
          to: query.to,
          ...sums,
          events: events.slice(0, CHANGE_EVENTS_MAX).map(event => ({ ...event, at: event.at.toISOString() })),
          has_more_events: events.length > CHANGE_EVENTS_MAX,
        } satisfies FigureChange
      }),
      /** Who makes up one part, newest first; each leads to Explain. */
      respondents: Effect.fn('FigureChanges.respondents')(function* ({ params: { scope, id }, query }, caller) {
        yield* demandSeen(caller, query.figure)
        const { accountId, view } = caller
        const asked = askedOf(accountId, scope, id, query)
        const ofQuota = yield* quotaOf(accountId, scope, id, query)
        const part = storedPart(query, view)
        const found = yield* database.readAsAccount(
          accountId,
          async tx => {
            if (ofQuota !== null)
              return (await readQuotaNow(tx, ofQuota)) === undefined
                ? undefined
                : readQuotaChanged(tx, { ...ofQuota, ...part }, pageOf(query))
            return (await readNow(tx, asked)) === undefined
              ? undefined
              : readChanged(tx, { ...asked, ...part }, pageOf(query))
          },
          SUM_READS,
        )
        return respondentsOnWire(accountId, yield* orNotFound(found))
      }),
    }
  }),
)
