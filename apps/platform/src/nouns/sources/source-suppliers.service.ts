import type { Caller } from '@desk/api/authorization'
import type { AllocationChanges, BuyerRateChanges, PricingChanges } from '@desk/schema/sources/source-suppliers'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk } from '#identity/accounts/access'
import { demandSupplySide } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { hasStudy } from '../studies/studies.store.ts'
import { findBuyerRate, setBuyerRate } from './buyer-rate.ts'
import { allocate, setPrices } from './save-suppliers.ts'
import { findSourceSuppliers, listSurveySuppliers } from './source-suppliers.store.ts'

const make = Effect.gen(function* () {
  const database = yield* Database
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** The suppliers of a source with their parts and prices (api:T14, T18). */
  const read = Effect.fn('SourceSuppliers.read')(function* (caller: Caller, sourceId: number) {
    yield* demandSupplySide(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => findSourceSuppliers(tx, caller.accountId, sourceId)),
    )
  })

  /** Replaces the suppliers of a source (api:T15). */
  const replace = Effect.fn('SourceSuppliers.allocate')(function* (
    caller: Caller,
    sourceId: number,
    changes: AllocationChanges,
    key: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    return yield* actFor(
      database,
      caller,
      { key, request: ['allocation', sourceId, JSON.stringify(changes)], at },
      tx => allocate(tx, caller, sourceId, changes, at),
    )
  })

  /** Changes prices of a source (api:T19). */
  const price = Effect.fn('SourceSuppliers.price')(function* (
    caller: Caller,
    sourceId: number,
    changes: PricingChanges,
    key: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['pricing', sourceId, JSON.stringify(changes)], at }, tx =>
      setPrices(tx, caller, sourceId, changes, at),
    )
  })

  /** Who sells to a survey's sources (api:U1). */
  const ofSurvey = Effect.fn('SourceSuppliers.ofSurvey')(function* (caller: Caller, surveyId: number, page: PageQuery) {
    yield* demandSupplySide(caller)
    const found = yield* database.readAsAccount(caller.accountId, async tx =>
      (await hasStudy(tx, caller.accountId, 'survey', surveyId))
        ? listSurveySuppliers(tx, caller.accountId, surveyId, pageOf(page))
        : undefined,
    )
    return yield* orNotFound(found)
  })

  /** What the client pays for a complete of a survey (api:T11): the client account's own to see, whatever the view (domain.md §4). */
  const buyerRate = Effect.fn('SourceSuppliers.buyerRate')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => findBuyerRate(tx, caller.accountId, surveyId)),
    )
  })

  /** Changes it (api:T12). */
  const changeBuyerRate = Effect.fn('SourceSuppliers.setBuyerRate')(function* (
    caller: Caller,
    surveyId: number,
    changes: BuyerRateChanges,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(
      database,
      caller,
      { key, request: ['buyer rate', surveyId, JSON.stringify(changes)], at },
      tx => setBuyerRate(tx, caller, surveyId, changes, at),
    )
  })

  return { read, replace, price, ofSurvey, buyerRate, changeBuyerRate }
})

/** Who sells to sources, and for how much; and what the client pays. */
export class SourceSuppliers extends Context.Service<SourceSuppliers, Effect.Success<typeof make>>()(
  '@desk/platform/SourceSuppliers',
) {
  static readonly layer = Layer.effect(SourceSuppliers, make)
}
