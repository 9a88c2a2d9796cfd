import type { Caller } from '@desk/api/authorization'
import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { hasStudy } from '../studies/studies.store.ts'
import { findBuyerRate, setBuyerRate } from './buyer-rate.ts'
import { allocate, setPrices } from './save-suppliers.ts'
import { findSourceSuppliers, listSurveySuppliers } from './source-suppliers.store.ts'

/** Suppliers and supply prices of sources, and sell prices. */
export const sourceSupplierHandlers = handlersOf(
  'sourceSuppliers',
  Effect.gen(function* () {
    const database = yield* Database

    /** The suppliers of a source with their shares and prices (api:T14, T18). */
    const read = Effect.fn('SourceSuppliers.read')(function* (caller: Caller, sourceId: number) {
      return yield* orNotFound(
        yield* database.readAsAccount(caller.accountId, tx => findSourceSuppliers(tx, caller.accountId, sourceId)),
      )
    })

    return {
      read: ({ params }, caller) => read(caller, params.id),
      /** Replaces the suppliers of a source (api:T15). */
      allocate: ({ params: { id: sourceId }, payload: changes }, caller) =>
        actFor(database, caller, ['allocation', sourceId, changes], (tx, actor) =>
          allocate(tx, actor, sourceId, changes),
        ),
      pricing: ({ params }, caller) => read(caller, params.id),
      /** Changes prices of a source (api:T19). */
      price: ({ params: { id: sourceId }, payload: changes }, caller) =>
        actFor(database, caller, ['pricing', sourceId, changes], (tx, actor) =>
          setPrices(tx, actor, sourceId, changes),
        ),
      /** Who sells to a survey's sources (api:U1). */
      ofSurvey: Effect.fn('SourceSuppliers.ofSurvey')(function* ({ params: { id: surveyId }, query: page }, caller) {
        const found = yield* database.readAsAccount(caller.accountId, async tx =>
          (await hasStudy(tx, caller.accountId, 'survey', surveyId))
            ? listSurveySuppliers(tx, caller.accountId, surveyId, pageOf(page))
            : undefined,
        )
        return yield* orNotFound(found)
      }),
      /** The sell price of a survey (api:T11): the client account sees it in any view (domain.md §4). */
      buyerRate: Effect.fn('SourceSuppliers.buyerRate')(function* ({ params: { id: surveyId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => findBuyerRate(tx, caller, surveyId)),
        )
      }),
      /** Changes it (api:T12). */
      setBuyerRate: ({ params: { id: surveyId }, payload: changes }, caller) =>
        actFor(database, caller, ['buyer rate', surveyId, changes], (tx, actor) =>
          setBuyerRate(tx, actor, surveyId, changes),
        ),
    }
  }),
)
