import type { Caller } from '@desk/api/authorization'
import type { LineChange, LineChangeQuery } from '@desk/schema/figures/line-change'
import type { ReportType } from '@desk/schema/reports/report'
import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { objectsOfSources, readEventsOf } from '#nouns/figure-changes/events.store'
import { readChangedOf } from '#nouns/figure-changes/moves.store'
import { readPartNames } from '#nouns/figure-changes/names.store'
import { eventsOnWire, partOnWire, respondentsOnWire, storedPart } from '#nouns/figure-changes/on-wire'
import { decomposeLine } from './decompose-line.ts'
import { countsInLine } from './line-moves.store.ts'
import { readRequestedOf } from './line-requests.store.ts'
import { cutAt } from './line-times.store.ts'
import { findLine, openLine } from './open-line.ts'

type Asked = LineChangeQuery & { readonly change_from: string }

/** Why a figure of a report's line changed (settlement.md §4). */
export const lineChangeHandlers = handlersOf(
  'lineChanges',
  Effect.gen(function* () {
    const database = yield* Database

    const open = (type: ReportType, query: Asked, caller: Caller) => openLine(database, type, query, caller)

    return {
      /** The change of a line's figure between two moments, decomposed into lines of the ledger and stored reconciliations, and what happened to statuses and targets. */
      read: Effect.fn('LineChanges.read')(function* ({ params: { type }, query }, caller) {
        const asked = yield* open(type, query, caller)
        const { accountId } = caller
        const found = yield* database.readAsAccount(accountId, async tx => {
          const line = await findLine(tx, asked)
          if (line === undefined) return undefined
          const { parts, ...sums } = await decomposeLine(tx, asked, line)
          const names = await readPartNames(tx, accountId, parts)
          const { from, to } = asked
          const objects = objectsOfSources(accountId, line.of.sources)
          const events = await readEventsOf(tx, { accountId, from, to, objects })
          return { of: line.names, ...sums, parts: parts.map(part => partOnWire(part, names)), events }
        })
        const { events, ...sums } = yield* orNotFound(found)
        return {
          type,
          figure: query.figure,
          from: query.change_from,
          to: query.change_to,
          ...sums,
          ...eventsOnWire(events),
        } satisfies LineChange
      }),
      /** Who makes up one part, newest first; each leads to Explain. */
      respondents: Effect.fn('LineChanges.respondents')(function* ({ params: { type }, query }, caller) {
        const asked = yield* open(type, query, caller)
        const { accountId, view } = caller
        const part = storedPart(query, view)
        const page = pageOf(query)
        const found = yield* database.readAsAccount(accountId, async tx => {
          const line = await findLine(tx, asked)
          if (line === undefined) return undefined
          const { from, to, choice, terms } = asked
          const addends = new Set(terms.flatMap(({ adds }) => adds))
          const isOfReport = type === 'reconciliation'
          // in reports of traffic, rejects are of requests: the ledger's own lines of them add nothing to completes made
          if (isOfReport || (addends.has('rejected') && query.request !== undefined))
            return readRequestedOf(tx, { line: line.of, choice, isOfReport, from, to }, part, page)
          const within = cutAt(line.of.times.moves, from, to).find(({ isOutside }) => !isOutside)
          if (within === undefined) return []
          const { sources } = line.of
          const counts = countsInLine(line.of, addends)
          return readChangedOf(tx, { accountId, sources, from: within.from, to: within.to ?? to, part, counts, page })
        })
        return respondentsOnWire(accountId, yield* orNotFound(found))
      }),
    }
  }),
)
