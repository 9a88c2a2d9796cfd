import type { Caller } from '@desk/api/authorization'
import { NotFound } from '@desk/api/errors'
import { FIGURE_COLUMNS, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import { termsOf } from '@desk/schema/columns/figure-terms'
import { CHANGE_EVENTS_MAX, type ChangedRespondent, type FigureChange } from '@desk/schema/figures/figure-change'
import { RespondentCode } from '@desk/schema/respondents/state'
import type { StatusScope } from '@desk/schema/statuses/status'
import { Effect, Schema } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import { decompose, EXTERNAL_CAUSES, HIDDEN_CODES } from './decompose.ts'
import { readChangeEvents } from './events.store.ts'
import { readChanged, readMoves, readNow, type Asked } from './moves.store.ts'
import { partOnWire, readPartNames } from './names.store.ts'

interface Between {
  readonly figure: FigureColumnId
  readonly from: string
  readonly to: string
}

const isCode = Schema.is(RespondentCode)

function askedOf(accountId: number, scope: StatusScope, id: number, { figure, from, to }: Between): Asked {
  const addends = new Set(termsOf(figure, scope).flatMap(({ adds }) => adds))
  return { accountId, scope, id, addends, from: new Date(from), to: new Date(to) }
}

/** The codes that a part's code stands for; left out: those that the view does not have. */
function codesOf(code: number | undefined, { view }: Caller): readonly RespondentCode[] {
  const hidden = view === 'internal' ? [] : HIDDEN_CODES
  if (code === undefined) return hidden
  return isCode(code) && !hidden.includes(code) ? [code] : []
}

/** Why a figure changed (settlement.md §4). */
export const figureChangeHandlers = handlersOf(
  'figureChanges',
  Effect.gen(function* () {
    const database = yield* Database

    /** What a view hides has no changes there either (domain.md §4). */
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
        const terms = termsOf(query.figure, scope)
        const found = yield* database.readAsAccount(accountId, async tx => {
          const now = await readNow(tx, asked)
          if (now === undefined) return undefined
          const { parts, ...sums } = decompose(terms.length === 0 ? [] : await readMoves(tx, asked), terms, now, view)
          const names = await readPartNames(tx, accountId, parts)
          const events = await readChangeEvents(tx, asked)
          return { ...sums, name: now.name, parts: parts.map(part => partOnWire(part, names)), events }
        })
        const { events, ...sums } = yield* orNotFound(found)
        return {
          figure: query.figure,
          scope,
          id,
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
        const { sup, cause, from_code: from, to_code: to, rule, request } = query
        const isInternal = view === 'internal'
        const asked = askedOf(accountId, scope, id, query)
        const found = yield* database.readAsAccount(accountId, async tx =>
          (await readNow(tx, asked)) === undefined
            ? undefined
            : readChanged(
                tx,
                {
                  ...asked,
                  supplierId: isInternal && sup !== undefined ? sup || null : undefined,
                  causes: isInternal ? [cause] : (EXTERNAL_CAUSES[cause] ?? [cause]),
                  fromCodes: cause === 'entered' ? null : codesOf(from, caller),
                  toCodes: codesOf(to, caller),
                  rule: isInternal ? (rule ?? null) : undefined,
                  request: request ?? null,
                },
                pageOf(query),
              ),
        )
        return (yield* orNotFound(found)).map(
          ({ at, rdud, rid, sourceId, surveyId, projectId }): ChangedRespondent => ({
            at: at.toISOString(),
            rdud: formatRdud(accountId, rdud.replaceAll('-', '')),
            rid,
            stmid: sourceId,
            pm_sy_ud: surveyId,
            pm_proj_ud: projectId,
          }),
        )
      }),
    }
  }),
)
