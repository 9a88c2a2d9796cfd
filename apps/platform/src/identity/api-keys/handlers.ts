import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { Confirmations } from '../confirmation/confirmations.ts'
import { listKeys } from './api-keys.store.ts'
import { makeKey, revokeKey } from './save-key.ts'

/** The API keys of an account: making or revoking one needs a confirmation (S8). */
export const apiKeyHandlers = handlersOf(
  'apiKeys',
  Effect.gen(function* () {
    const database = yield* Database
    const confirmations = yield* Confirmations
    return {
      list: Effect.fn('ApiKeys.list')(function* ({ query }, { accountId }) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* database.readAsSystem(tx => listKeys(tx, accountId, at, pageOf(query)))
      }),
      make: ({ payload: { confirmation, ...form } }, caller) =>
        Effect.catchTag(
          // as the system, since a super admin who makes one may be no member of the account
          confirmations.act(caller, confirmation, ['api_key.make'], (tx, actor) => makeKey(tx, actor, form), 'system'),
          'NotFound',
          Effect.die,
        ),
      revoke: ({ params: { id }, payload: { confirmation } }, caller) =>
        Effect.asVoid(
          Effect.catchTag(
            confirmations.act(
              caller,
              confirmation,
              ['api_key.revoke', id],
              (tx, actor) => revokeKey(tx, actor, id),
              'system',
            ),
            'Conflict',
            Effect.die,
          ),
        ),
    }
  }),
)
