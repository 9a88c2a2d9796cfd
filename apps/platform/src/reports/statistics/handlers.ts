import type { Caller } from '@desk/api/authorization'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import {
  DAYS_OF_TRAFFIC,
  type AccountTraffic,
  type DayOfTraffic,
  type Financials,
  type ManagerPerformance,
} from '@desk/schema/statistics/statistics'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { shareOf } from '@desk/schema/columns/ratios'
import { earningsOf } from '@desk/schema/columns/supply-cost'
import { summedFiguresOf } from '#ledger/figures/figures'
import { toView } from '#ledger/figures/view'
import { findZoneName } from '#nouns/lookups/lookups.store'
import { bucketBorders } from '#nouns/projects/chart-buckets'
import { sumProjects } from '#nouns/projects/projects.store'
import * as store from './statistics.store.ts'

const UTC = 'UTC'

/** The statistics of the landing page (§7.26). */
export const statisticsHandlers = handlersOf(
  'statistics',
  Effect.gen(function* () {
    const database = yield* Database

    /** Statistics are of the session's account; any other gets 404. */
    const demandOwn = Effect.fn(function* (caller: Caller, accountId: number) {
      yield* orNotFound(accountId === caller.accountId ? accountId : undefined)
    })

    const demandUnit = Effect.fn(function* (caller: Caller, accountId: number, unit: number) {
      yield* demandOwn(caller, accountId)
      const isThere =
        unit === 0 || (yield* database.readAsAccount(caller.accountId, tx => store.hasUnit(tx, accountId, unit)))
      yield* orNotFound(isThere ? unit : undefined)
    })

    return {
      /** All traffic of the account, or of its projects that pass the filters (api:D1). */
      traffic: Effect.fn('Statistics.traffic')(function* ({ params: { id: accountId }, query: filters }, caller) {
        yield* demandOwn(caller, accountId)
        const [sums, inField] = yield* database.readAsAccount(
          caller.accountId,
          async tx =>
            [await sumProjects(tx, accountId, filters), await store.countInField(tx, accountId, filters)] as const,
        )
        return toView<AccountTraffic>(
          {
            pm_dsh_ud: accountId,
            ...summedFiguresOf(sums),
            live_projects: inField.projects,
            live_surveys: inField.surveys,
            live_sources: inField.sources,
          },
          caller.view,
        )
      }),
      /** Revenue and cost of the account's filtered projects, optionally of one business unit (api:D2). */
      financials: Effect.fn('Statistics.financials')(function* (
        { params: { a: accountId, b: unit }, query: filters },
        caller,
      ) {
        yield* demandUnit(caller, accountId, unit)
        const money = yield* database.readAsAccount(caller.accountId, tx =>
          store.readMoney(tx, accountId, unit, filters),
        )
        return toView<Financials>(
          { pm_dsh_ud: accountId, currency: ACCOUNT_CURRENCY, ...earningsOf(money) },
          caller.view,
        )
      }),
      /** Project managers by the completes of their projects that pass the filters (api:D3). */
      managers: Effect.fn('Statistics.managers')(function* ({ params: { a: accountId, b: unit }, query }, caller) {
        yield* demandUnit(caller, accountId, unit)
        const rows = yield* database.readAsAccount(caller.accountId, tx =>
          store.listManagers(tx, accountId, unit, query, pageOf(query)),
        )
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
      }),
      /** The last seven days in the caller's zone, the present one last, of the projects that pass the filters (api:D4). */
      week: Effect.fn('Statistics.week')(function* ({ query: filters }, caller) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const [borders, sums] = yield* database.readAsAccount(caller.accountId, async tx => {
          const zone = (await findZoneName(tx, caller.user.user_time_zone)) ?? UTC
          const days = bucketBorders('day', now, zone).slice(-DAYS_OF_TRAFFIC - 1)
          return [days, await store.sumProjectBuckets(tx, caller.accountId, filters, days)] as const
        })
        return borders.slice(0, -1).map((start, day): DayOfTraffic => {
          const sum = sums.find(({ bucket }) => bucket === day)
          return {
            Start_Time: start.toISOString(),
            Completes_Count_Live: sum?.live ?? 0,
            Completes_Count_Test: sum?.test ?? 0,
          }
        })
      }),
    }
  }),
)
