import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { edit } from '#kernel/edits/edit'
import { requireFound } from '#kernel/edits/require-found'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { doubtAccount } from '../accounts/doubt-account.store.ts'
import * as store from './features.store.ts'

/** Which features each account has (§2.25, §6.10). */
export const featureHandlers = handlersOf(
  'features',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: ({ query }) => database.readAsSystem(tx => store.listAccountFeatures(tx, pageOf(query))),
      /** Turns a feature of any account on or off; open pages of the account check their session at once. */
      change: ({ params: { id: accountId, feature }, payload: { is_on: isOn } }, caller) =>
        Effect.catchTag(
          actFor(
            database,
            caller,
            ['feature.change', accountId, feature, isOn],
            (tx, actor) =>
              // the history is the account's, whose super admin is elsewhere
              edit(
                tx,
                { ...actor, accountId },
                {
                  scope: 'account_features',
                  id: accountId,
                  lock: () => store.lockFeature(tx, accountId, feature),
                  judge: stored => ({ before: stored.isOn, after: isOn }),
                  write: after =>
                    store.updateFeature(tx, { accountId, feature, isOn: after, userId: actor.user.uid, at: actor.at }),
                  changed: stored => ({ before: { [feature]: stored.isOn }, after: { [feature]: isOn } }),
                  tell: () => doubtAccount(tx, accountId),
                  read: async () => requireFound(await store.findAccountFeatures(tx, accountId), 'account'),
                },
              ),
            'system',
          ),
          'Conflict',
          Effect.die,
        ),
    }
  }),
)
