import { Clock, Effect } from 'effect'
import { JOURNAL_DAYS_DEFAULT } from '#kernel/config/defaults'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { editRetention } from './edit-retention.ts'
import { findRetention, readWork, type StoredRetention } from './retention.store.ts'

/** How long the caller's account stores data of people. */
export const retentionHandlers = handlersOf(
  'retention',
  Effect.gen(function* () {
    const database = yield* Database
    const { journalDays = JOURNAL_DAYS_DEFAULT } = yield* PlatformConfig
    const withWork = Effect.fn(function* (accountId: number, known?: StoredRetention) {
      const at = new Date(yield* Clock.currentTimeMillis)
      return yield* database.readAsAccount(accountId, async tx => {
        const stored = known ?? (await findRetention(tx, accountId, journalDays))
        return { ...stored, ...(await readWork(tx, accountId, stored, at)) }
      })
    })
    return {
      read: (_sent, { accountId }) => withWork(accountId),
      update: Effect.fn('Retention.update')(function* ({ payload }, caller) {
        const stored = yield* Effect.catchTag(
          actFor(database, caller, ['retention.update', payload], (tx, actor) =>
            editRetention(tx, actor, payload, journalDays),
          ),
          'NotFound',
          Effect.die,
        )
        return yield* withWork(caller.accountId, stored)
      }),
    }
  }),
)
