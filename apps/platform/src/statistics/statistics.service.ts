import type { Caller } from '@desk/api/authorization'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { DAYS_OF_TRAFFIC, type AccountTraffic, type DayOfTraffic, type Financials, type ManagerPerformance } from '@desk/schema/statistics/statistics'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk, orNotFound } from '../accounts/access.ts'
import { Database } from '../db/database.ts'
import { shareOf, unitCostOf } from '../figures/figures.ts'
import { toView } from '../figures/view.ts'
import { pageOf, type PageQuery } from '../lists/page.ts'
import { findZoneName } from '../lookups/lookups.store.ts'
import { bucketBorders } from '../projects/chart-buckets.ts'
import * as store from './statistics.store.ts'

const UTC = 'UTC'

const make = Effect.gen(function* () {
  const database = yield* Database

  /** Statistics are of the account that one is in; another one is not there. */
  const demandOwn = Effect.fn(function* (caller: Caller, accountId: number) {
    yield* demandDesk(caller)
    yield* orNotFound(accountId === caller.accountId ? accountId : undefined)
  })

  /** All traffic of the account (api:D1). */
  const traffic = Effect.fn('Statistics.traffic')(function* (caller: Caller, accountId: number) {
    yield* demandOwn(caller, accountId)
    const { liveProjects, liveSurveys, liveSources, pricedCompletes, expenseCents, ...counts } = yield* database.readAsAccount(caller.accountId, tx => store.readTraffic(tx, accountId))
    const { completes, oQs, terms, entrants } = counts
    return toView<AccountTraffic>(
      {
        pm_dsh_ud: accountId,
        ...counts,
        ir: shareOf(completes, completes + oQs + terms),
        conversion: shareOf(completes, entrants),
        supplierCpi: unitCostOf(expenseCents, pricedCompletes),
        expense: expenseCents / 100,
        live_projects: liveProjects,
        live_surveys: liveSurveys,
        live_sources: liveSources,
      },
      caller.view,
    )
  })

  const demandUnit = Effect.fn(function* (caller: Caller, accountId: number, unit: number) {
    yield* demandOwn(caller, accountId)
    const isThere = unit === 0 || (yield* database.readAsAccount(caller.accountId, tx => store.hasUnit(tx, accountId, unit)))
    yield* orNotFound(isThere ? unit : undefined)
  })

  /** What the account's projects, or those of one business unit, bring and cost (api:D2). */
  const financials = Effect.fn('Statistics.financials')(function* (caller: Caller, accountId: number, unit: number) {
    yield* demandUnit(caller, accountId, unit)
    const { completes, revenueCents, expenseCents } = yield* database.readAsAccount(caller.accountId, tx => store.readMoney(tx, accountId, unit))
    return toView<Financials>(
      { pm_dsh_ud: accountId, currency: ACCOUNT_CURRENCY, completes, revenue: revenueCents / 100, expense: expenseCents / 100, margin: (revenueCents - expenseCents) / 100 },
      caller.view,
    )
  })

  /** Project managers by their completes (api:D3). */
  const managers = Effect.fn('Statistics.managers')(function* (caller: Caller, accountId: number, unit: number, page: PageQuery) {
    yield* demandUnit(caller, accountId, unit)
    const rows = yield* database.readAsAccount(caller.accountId, tx => store.listManagers(tx, accountId, unit, pageOf(page)))
    return rows.map(
      ({ uid, name, projects, liveProjects, entrants, terms, oQs, completes }): ManagerPerformance => ({
        uid,
        name,
        projects,
        live_projects: liveProjects,
        entrants,
        completes,
        ir: shareOf(completes, completes + oQs + terms),
        conversion: shareOf(completes, entrants),
      }),
    )
  })

  /** The last seven days in the caller's zone, the present one last (api:D4). */
  const week = Effect.fn('Statistics.week')(function* (caller: Caller) {
    yield* demandDesk(caller)
    const now = new Date(yield* Clock.currentTimeMillis)
    const [borders, sums] = yield* database.readAsAccount(caller.accountId, async tx => {
      const zone = (await findZoneName(tx, caller.user.user_time_zone)) ?? UTC
      const days = bucketBorders('day', now, zone).slice(-DAYS_OF_TRAFFIC - 1)
      return [days, await store.sumAccountBuckets(tx, caller.accountId, days)] as const
    })
    return borders.slice(0, -1).map((start, day): DayOfTraffic => {
      const sum = sums.find(({ bucket }) => bucket === day)
      return { Start_Time: start.toISOString(), Completes_Count_Live: sum?.live ?? 0, Completes_Count_Test: sum?.test ?? 0 }
    })
  })

  return { traffic, financials, managers, week }
})

/** What the landing page tells of an account (§7.26). */
export class Statistics extends Context.Service<Statistics, Effect.Success<typeof make>>()('@desk/platform/Statistics') {
  static readonly layer = Layer.effect(Statistics, make)
}
