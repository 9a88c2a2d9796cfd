import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'
import { WEBHOOK_TEST_KIND } from '@desk/schema/webhooks/event-kinds'
import { Effect } from 'effect'
import { uuidv7 } from 'uuidv7'
import { Confirmations } from '#identity/confirmation/confirmations'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import type { Attempted } from '#kernel/egress/attempt-post'
import { openEgress } from '#kernel/egress/egress'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { changeWebhook, createWebhook, removeWebhook, replay, rotateWebhook } from './edit-webhook.ts'
import { messageText } from './events-of-change.ts'
import { postWebhook } from './post-webhook.ts'
import { openSecret, webhookKey } from './webhook-secret.ts'
import * as store from './webhooks.store.ts'

/** Webhooks of an account, for its admins (docs/decisions/0045). */
export const webhookHandlers = handlersOf(
  'webhooks',
  Effect.gen(function* () {
    const database = yield* Database
    const confirmations = yield* Confirmations
    const { secretKey, egressNetworks: networks = [] } = yield* PlatformConfig
    const rules = { key: webhookKey(secretKey), networks }
    const egress = yield* Effect.acquireRelease(
      Effect.sync(() => openEgress({ networks })),
      opened => Effect.promise(() => opened.close()),
    )

    return {
      list: ({ query }, { accountId }) =>
        database.readAsAccount(accountId, tx => store.listWebhooks(tx, accountId, pageOf(query))),
      // a secret decides which messages are believed: being given one needs a confirmation (S8)
      create: ({ payload: { confirmation, ...form } }, caller) =>
        confirmations.act(caller, confirmation, ['webhook.create', form], (tx, actor) =>
          createWebhook(tx, actor, form, rules),
        ),
      update: ({ params: { id }, payload: changes }, caller) =>
        actFor(database, caller, ['webhook.update', id, changes], (tx, actor) =>
          changeWebhook(tx, actor, id, changes, rules),
        ),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(actFor(database, caller, ['webhook.delete', id], (tx, actor) => removeWebhook(tx, actor, id))),
      rotate: ({ params: { id }, payload: { confirmation } }, caller) =>
        confirmations.act(caller, confirmation, ['webhook.rotate', id], (tx, actor) =>
          rotateWebhook(tx, actor, id, rules),
        ),
      /** Sends a message now, on or off, and logs it. */
      test: Effect.fn('Webhooks.test')(function* ({ params: { id } }, { accountId, user }) {
        const target = yield* orNotFound(
          yield* database.readAsAccount(accountId, tx => store.findTarget(tx, accountId, id)),
        )
        const message = {
          eventId: uuidv7(),
          kind: WEBHOOK_TEST_KIND,
          body: messageText(WEBHOOK_TEST_KIND, new Date().toISOString(), {
            webhook_id: id,
            sent_by: `${user.firstname} ${user.lastname}`,
          }),
          replayOf: null,
        }
        const { attempt } = yield* Effect.promise(() => attemptOn(target, message, accountId))
        yield* database.asAccount(accountId, tx => store.logTest(tx, accountId, id, message, attempt))
        return attempt
      }),
      deliveries: Effect.fn('Webhooks.deliveries')(function* ({ params: { id }, query }, { accountId }) {
        const { limit = LIST_LIMIT_DEFAULT, ...filters } = query
        const found = yield* database.readAsAccount(accountId, async tx =>
          (await store.findWebhook(tx, accountId, id)) === undefined
            ? undefined
            : store.listDeliveries(tx, accountId, id, { limit, ...filters }),
        )
        return yield* orNotFound(found)
      }),
      replay: ({ params: { id }, payload }, caller) =>
        actFor(database, caller, ['webhook.replay', id, payload], (tx, actor) => replay(tx, actor, id, payload)),
    }

    function attemptOn(
      { url, secret, oldSecret }: store.Target,
      { eventId, body }: { readonly eventId: string; readonly body: string },
      accountId: number,
    ): Promise<Attempted> {
      const secrets = [secret, oldSecret].flatMap(sealed => {
        const opened = sealed === null ? null : openSecret(rules.key, accountId, sealed)
        return opened === null ? [] : [opened]
      })
      return postWebhook(egress, { url, secrets, eventId, body })
    }
  }),
)
