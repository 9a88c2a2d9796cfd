import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { earningsOf, expenseOf } from '@desk/schema/columns/supply-cost'
import type { Dashboard, DashboardSupplier } from '@desk/schema/dashboard/dashboard'
import { may } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { findZoneName } from '#nouns/lookups/lookups.store'
import * as store from './dashboard.store.ts'
import { readPace, readRecent } from './recent.store.ts'

const UTC = 'UTC'

const supplierOf = ({ id, name, expenseCents, ...counts }: store.SupplierSums): DashboardSupplier => ({
  pm_sup_ud: id,
  name: name ?? 'Without a supplier',
  ...counts,
  expense: expenseOf({ ...counts, expenseCents }),
})

/** The figures behind the native dashboard (defender.md §5). */
export const dashboardHandlers = handlersOf(
  'dashboard',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      /** All of it in one snapshot; a project that the account does not have is not found. */
      read: Effect.fn('Dashboard.read')(function* ({ query: filters }, caller) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const { accountId } = caller
        const isInternal = caller.view === 'internal'
        const seesSellPrice = may(caller.user, 'see the sell price')
        const found = yield* database.readAsAccount(accountId, async tx => {
          const sums = await store.readSums(tx, accountId, filters)
          if (filters.pm_proj_ud !== undefined && sums.projects === 0) return undefined
          const zone = (await findZoneName(tx, caller.user.user_time_zone)) ?? UTC
          return {
            sums,
            zone,
            hours: await store.readHoursOfWeek(tx, accountId, filters, now, zone),
            days: await store.readDays(tx, accountId, filters, now, zone),
            recent: await readRecent(tx, accountId, filters, now),
            pace: await readPace(tx, accountId, filters, now),
            ...(isInternal
              ? {
                  adjusted: seesSellPrice ? await store.readAdjusted(tx, accountId, filters) : undefined,
                  cohorts: await store.listCohorts(tx, accountId, filters, now),
                  suppliers: may(caller.user, 'see the supply side')
                    ? await store.listSuppliers(tx, accountId, filters)
                    : undefined,
                }
              : {}),
          }
        })
        const { sums, zone, hours, days, recent, pace, adjusted, cohorts, suppliers } = yield* orNotFound(found)
        const { revenue, expense, pricedCompletes, margin, margin_share } = earningsOf(sums)
        return {
          as_of: now.toISOString(),
          currency: ACCOUNT_CURRENCY,
          zone,
          entrants: sums.entrants,
          terms: sums.terms,
          oQs: sums.oQs,
          completes: sums.completes,
          target: sums.target,
          recent: {
            entrants: recent.entrants,
            completes: recent.completes,
            interview_seconds: recent.interviewSeconds,
            stated_seconds: recent.statedSeconds,
            ...(isInternal ? { expense: expenseOf(recent), pricedCompletes: recent.pricedCompletes } : {}),
          },
          pace: { projects: pace.projects, completes_a_day: pace.completes, required_a_day: pace.required },
          hours,
          days,
          ...(seesSellPrice ? { revenue, at_risk: recent.atRiskCents / 100 } : {}),
          ...(isInternal ? { expense, pricedCompletes, states: store.statesOf(sums) } : {}),
          ...(isInternal && seesSellPrice ? { margin, margin_share } : {}),
          ...(adjusted === undefined
            ? {}
            : {
                adjusted: {
                  revenue: adjusted.revenueCents / 100,
                  expense: expenseOf(adjusted),
                  completes: adjusted.completes,
                  pricedCompletes: adjusted.pricedCompletes,
                },
              }),
          ...(cohorts === undefined ? {} : { cohorts }),
          ...(suppliers === undefined ? {} : { suppliers: suppliers.map(supplierOf) }),
        } satisfies Dashboard
      }),
    }
  }),
)
