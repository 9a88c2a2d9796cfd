import {
  ALERT_CHANNEL_KINDS,
  ALERT_CHANNELS_MAX,
  type AlertChannel,
  type AlertChannelChanges,
  type NewAlertChannel,
} from '@desk/schema/alerts/alert-channel'
import type { Tx } from '#kernel/db/tx'
import { reachFault } from '#kernel/egress/reach-fault'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import type { SealingKey } from '#kernel/secrets/seal'
import * as store from './channels.store.ts'
import { openAddress, sealAddress } from './channel-address.ts'

/** The installation's settings for the edits of channels. */
export interface ChannelRules {
  readonly key: SealingKey
  /** Networks of its own that may be reached. */
  readonly networks: readonly string[]
}

const reread = async (tx: Tx, { accountId }: Actor, id: number): Promise<AlertChannel> =>
  requireFound(await store.findChannel(tx, accountId, id), 'alert channel').channel

/** Makes a channel. */
export function createChannel(
  tx: Tx,
  actor: Actor,
  { name, kind, url }: NewAlertChannel,
  { key, networks }: ChannelRules,
): Promise<Outcome<AlertChannel, null>> {
  const { accountId, at, user } = actor
  return make<true, AlertChannel, null>(tx, actor, {
    scope: 'alert_channel',
    lock: inAccount,
    judge: async () =>
      (await store.countChannels(tx, accountId)) >= ALERT_CHANNELS_MAX
        ? {
            kind: 'refused',
            reason: 'too_many',
            message: `There are ${ALERT_CHANNELS_MAX} channels already: delete one that is no longer used.`,
            current: null,
          }
        : refusedFor(faultsOf(url, networks)),
    write: () => {
      const address = sealAddress(key, accountId, url.trim())
      return store.insertChannel(tx, accountId, { name: name.trim(), kind, address }, { at, userId: user.uid })
    },
    facts: async id => factsOf(await reread(tx, actor, id)),
    read: id => reread(tx, actor, id),
  })
}

/** Changes a channel; without an address it keeps the one that it has. */
export function changeChannel(
  tx: Tx,
  actor: Actor,
  id: number,
  { name, kind, url, version }: AlertChannelChanges,
  { key, networks }: ChannelRules,
): Promise<Outcome<AlertChannel>> {
  const { accountId } = actor
  return edit<store.StoredChannel, store.ChannelFields, AlertChannel, AlertChannel>(tx, actor, {
    scope: 'alert_channel',
    noun: 'channel',
    id,
    lock: () => store.lockChannel(tx, accountId, id),
    judge: ({ channel, sealed }) => {
      const typed = url?.trim() ?? null
      // the same address again is another one only where it was stopped
      const isNew = typed !== null && (channel.stopped_at !== null || typed !== openAddress(key, accountId, sealed))
      const faults = isNew
        ? faultsOf(typed, networks)
        : kind !== channel.kind && typed === null
          ? [{ path: ['url'], message: 'A channel of another kind has an address of its own' }]
          : []
      return (
        refusedFor(faults) ?? {
          before: { name: channel.name, kind: channel.kind, address: null },
          after: { name: name.trim(), kind, address: isNew ? sealAddress(key, accountId, typed) : null },
        }
      )
    },
    version: stored => ({ seen: version, stored: stored.channel.version }),
    write: after => store.updateChannel(tx, id, after),
    facts: async () => factsOf(await reread(tx, actor, id)),
    read: () => reread(tx, actor, id),
  })
}

/** Deletes a channel with what waits for it; the rules that post to it do so no more. */
export function removeChannel(tx: Tx, actor: Actor, id: number): Promise<Outcome<null>> {
  return remove<store.StoredChannel, null>(tx, actor, {
    scope: 'alert_channel',
    id,
    lock: () => store.lockChannel(tx, actor.accountId, id),
    facts: ({ channel }) => factsOf(channel),
    write: () => store.deleteChannel(tx, actor.accountId, id),
  })
}

/** Records the result of a test; one that came through lets a stopped channel go on. */
export async function recordTest(tx: Tx, actor: Actor, id: number, fault: string | null): Promise<Outcome<null>> {
  const stored = await store.lockChannel(tx, actor.accountId, id)
  if (stored === undefined) return { kind: 'missing' }
  if (fault !== null || stored.channel.stopped_at === null) {
    await store.recordTest(tx, id, fault)
    return { kind: 'done', answer: null }
  }
  return edit<store.StoredChannel, null, null, null>(tx, actor, {
    scope: 'alert_channel',
    id,
    lock: () => Promise.resolve(stored),
    judge: () => ({ before: stored.channel.stopped_at, after: null }),
    write: () => store.recordTest(tx, id, null),
    facts: async () => factsOf(await reread(tx, actor, id)),
    read: () => Promise.resolve(null),
  })
}

/** A fault that only the platform knows: where this installation sends to. */
function faultsOf(url: string, networks: readonly string[]): readonly Detail[] {
  const fault = reachFault('Webhook address', url.trim(), networks)
  return fault === null ? [] : [{ path: ['url'], message: fault }]
}

function factsOf({ name, kind, url_hint, stopped_reason }: AlertChannel): HistoryFacts {
  return { name, kind: ALERT_CHANNEL_KINDS[kind].label, url: url_hint, stopped_reason }
}
