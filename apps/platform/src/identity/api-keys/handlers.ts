import type { Confirmation } from '@desk/schema/users/confirmation'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import type { Calling } from '#kernel/http/requester'
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
    const confirm = (caller: Calling, confirmation: Confirmation | undefined) =>
      confirmations.prove(caller, { confirmation })
    return {
      list: Effect.fn('ApiKeys.list')(function* ({ query }, { accountId }) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* database.readAsSystem(tx => listKeys(tx, accountId, at, pageOf(query)))
      }),
      make: ({ payload: { confirmation, ...form } }, caller) =>
        Effect.andThen(
          confirm(caller, confirmation),
          Effect.catchTag(
            // as the system, since a super admin who makes one may be no member of the account
            actFor(database, caller, ['api_key.make'], (tx, actor) => makeKey(tx, actor, form), 'system'),
            'NotFound',
            Effect.die,
          ),
        ),
      revoke: ({ params: { id }, payload: { confirmation } }, caller) =>
        Effect.asVoid(
          Effect.andThen(
            confirm(caller, confirmation),
            Effect.catchTag(
              actFor(database, caller, ['api_key.revoke', id], (tx, actor) => revokeKey(tx, actor, id), 'system'),
              'Conflict',
              Effect.die,
            ),
          ),
        ),
    }
  }),
)
