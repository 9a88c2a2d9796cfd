import type { Caller } from '@desk/api/authorization'
import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'
import { may } from '@desk/schema/permissions/permissions'
import type { SinceYouLeft } from '@desk/schema/today/since'
import type { TodayOf } from '@desk/schema/today/today'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { plainJson } from '#kernel/http/plain-json'
import { toView } from '#ledger/figures/view'
import { SUM_READS } from '#ledger/sums/moves-within'
import { tellBell } from '../alerts/raise.store.ts'
import { readerOf } from '../alerts/reader.ts'
import { seesField } from '../history/seen-fields.ts'
import { readEpisodes, snoozeEpisodes } from './episodes.store.ts'
import { listFinishing } from './finishing.store.ts'
import { readFirstSteps } from './first-steps.store.ts'
import { countViews } from './project-views.store.ts'
import { readSince } from './read-since.ts'
import { groupEpisodes, readToday } from './read-today.ts'

/** The manager's day (docs/decisions/0097). */
export const todayHandlers = handlersOf(
  'today',
  Effect.gen(function* () {
    const database = yield* Database

    const list = Effect.fn('Today.list')(function* (
      caller: Caller,
      { of = 'all', limit = LIST_LIMIT_DEFAULT }: { readonly of?: TodayOf; readonly limit?: number },
    ) {
      const nowMs = yield* Clock.currentTimeMillis
      const seesMoney = may(caller.user, 'see the supply side') && may(caller.user, 'see the sell price')
      return yield* database.readAsAccount(caller.accountId, tx =>
        readToday(tx, readerOf(caller), {
          of,
          limit,
          nowMs,
          seesMoney,
          seesField: (scope, field) => seesField(caller, scope, field),
        }),
      )
    })

    const since = Effect.fn('Today.since')(function* (caller: Caller, of: TodayOf) {
      const nowMs = yield* Clock.currentTimeMillis
      const read = yield* database.readAsAccount(
        caller.accountId,
        tx =>
          readSince(tx, {
            accountId: caller.accountId,
            userId: caller.user.uid,
            of,
            nowMs,
            seesField: (scope, field) => seesField(caller, scope, field),
          }),
        SUM_READS,
      )
      return toView<SinceYouLeft>(read, caller.view)
    })

    return {
      views: ({ query: { of = 'all' } }, caller) =>
        database.readAsAccount(caller.accountId, async tx => ({
          ...(await countViews(tx, caller.accountId)),
          today: groupEpisodes(await readEpisodes(tx, readerOf(caller), of)).length,
        })),
      firstSteps: (_sent, { accountId }) => database.readAsAccount(accountId, tx => readFirstSteps(tx, accountId)),
      list: ({ query }, caller) => plainJson(list(caller, query)),
      since: ({ query: { of = 'all' } }, caller) => since(caller, of),
      snooze: ({ payload }, caller) =>
        database.asAccount(caller.accountId, async tx => {
          const reader = readerOf(caller)
          const snoozed = await snoozeEpisodes(tx, reader, payload)
          if (snoozed > 0) await tellBell(tx, reader.accountId, reader.userId)
          return { snoozed }
        }),
      finishing: ({ query: { of = 'all', limit = LIST_LIMIT_DEFAULT } }, caller) =>
        database.readAsAccount(caller.accountId, tx =>
          listFinishing(tx, { accountId: caller.accountId, userId: caller.user.uid }, of, limit),
        ),
    }
  }),
)
