import { may } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { readScorecards } from './scorecards.ts'
import { readTrend } from './trends.ts'

/** How right Defender is. */
export const scorecardHandlers = handlersOf(
  'scorecards',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      /** Scorecards of rules, or of sources. */
      read: Effect.fn('Scorecards.read')(function* ({ query: { by = 'rule', weeks, rule, source, ...page } }, caller) {
        const nowMs = yield* Clock.currentTimeMillis
        const seesMoney = may(caller.user, 'see the sell price')
        const request = { by, weeks, rule, source, seesMoney, page: pageOf(page) }
        return yield* database.readAsAccount(
          caller.accountId,
          tx => readScorecards(tx, caller.accountId, request, nowMs),
          { mayBeBehind: true },
        )
      }),
      /** Scorecards of suppliers, or of what one of them sends. */
      suppliers: Effect.fn('Scorecards.suppliers')(function* (
        { query: { by = 'supplier', weeks, rule, source, supplier, ...page } },
        caller,
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        const seesMoney = may(caller.user, 'see the sell price')
        const request = { by, weeks, rule, source, supplier, seesMoney, page: pageOf(page) }
        return yield* database.readAsAccount(
          caller.accountId,
          tx => readScorecards(tx, caller.accountId, request, nowMs),
          { mayBeBehind: true },
        )
      }),
      /** A share by week. */
      trend: Effect.fn('Scorecards.trend')(function* ({ query }, caller) {
        const nowMs = yield* Clock.currentTimeMillis
        const request = { ...query, seesSuppliers: may(caller.user, 'see the supply side') }
        return yield* database.readAsAccount(caller.accountId, tx => readTrend(tx, caller.accountId, request, nowMs), {
          mayBeBehind: true,
        })
      }),
    }
  }),
)
