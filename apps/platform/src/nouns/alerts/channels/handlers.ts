import type { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import { Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { openEgress } from '#kernel/egress/egress'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { channelKey, openAddress } from './channel-address.ts'
import { findChannel, listChannels } from './channels.store.ts'
import { changeChannel, createChannel, recordTest, removeChannel } from './edit-channel.ts'
import { postTo, UNREADABLE } from './post-alerts.ts'
import { testText } from './post-text.ts'

/** Slack and Teams channels of an account, for its admins (docs/decisions/0047). */
export const alertChannelHandlers = handlersOf(
  'alertChannels',
  Effect.gen(function* () {
    const database = yield* Database
    const { secretKey, publicUrl, egressNetworks: networks = [] } = yield* PlatformConfig
    const rules = { key: channelKey(secretKey), networks }
    const egress = yield* Effect.acquireRelease(
      Effect.sync(() => openEgress({ networks })),
      opened => Effect.promise(() => opened.close()),
    )

    return {
      list: ({ query }, { accountId }) =>
        database.readAsAccount(accountId, tx => listChannels(tx, accountId, pageOf(query))),
      create: ({ payload }, caller) =>
        actFor(database, caller, ['alertChannel.create', payload], (tx, actor) =>
          createChannel(tx, actor, payload, rules),
        ),
      update: ({ params: { id }, payload: changes }, caller) =>
        actFor(database, caller, ['alertChannel.update', id, changes], (tx, actor) =>
          changeChannel(tx, actor, id, changes, rules),
        ),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(
          actFor(database, caller, ['alertChannel.delete', id], (tx, actor) => removeChannel(tx, actor, id)),
        ),
      /** Posts now, past the queue. */
      test: Effect.fn('AlertChannels.test')(function* ({ params: { id } }, caller) {
        const { accountId, user } = caller
        const { channel, sealed } = yield* orNotFound(
          yield* database.readAsAccount(accountId, tx => findChannel(tx, accountId, id)),
        )
        const url = openAddress(rules.key, accountId, sealed)
        const text = testText(channel.name, `${user.firstname} ${user.lastname}`, publicUrl)
        const attempt: DeliveryAttempt =
          url === null
            ? { at: new Date().toISOString(), status: null, ms: 0, fault: UNREADABLE, answer: '' }
            : (yield* Effect.promise(() => postTo(egress, channel.kind, url, text))).attempt
        yield* actFor(database, caller, ['alertChannel.test', id], (tx, actor) =>
          recordTest(tx, actor, id, attempt.fault),
        )
        return attempt
      }),
    }
  }),
)
