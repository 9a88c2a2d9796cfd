import { SUPPLIER_EVENT, WEBHOOK_EVENTS } from '@desk/schema/webhooks/event-kinds'
import {
  WEBHOOK_REPLAYS_MAX,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookReplay,
  type WebhookReplayed,
  type WebhookWithSecret,
} from '@desk/schema/webhooks/webhook'
import {
  WEBHOOK_FILTER_ID_FAULT,
  WEBHOOK_SUPPLIER_FAULT,
  type WebhookChanges,
  type WebhookForm,
} from '@desk/schema/webhooks/webhook-form'
import type { Tx } from '#kernel/db/tx'
import { reachFault } from '#kernel/egress/reach-fault'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import type { SealingKey } from '#kernel/secrets/seal'
import { enqueue, wakeWebhooks } from './queue.store.ts'
import { endSwitchedOff } from './switched-off-alert.ts'
import { makeSecret } from './webhook-secret.ts'
import * as store from './webhooks.store.ts'

/** The installation's settings for the edits of endpoints. */
export interface WebhookRules {
  readonly key: SealingKey
  /** Networks of its own that may be reached. */
  readonly networks: readonly string[]
}

const reread = async (tx: Tx, { accountId }: Actor, id: number): Promise<Webhook> =>
  requireFound(await store.findWebhook(tx, accountId, id), 'webhook')

/** Makes an endpoint; only this answer has its secret. */
export function createWebhook(
  tx: Tx,
  actor: Actor,
  input: WebhookForm,
  rules: WebhookRules,
): Promise<Outcome<WebhookWithSecret, Webhook[]>> {
  const { accountId, at, user } = actor
  const secret = makeSecret(rules.key, accountId)
  return make<true, WebhookWithSecret, Webhook[]>(tx, actor, {
    scope: 'webhook',
    lock: inAccount,
    judge: async () =>
      (await store.countWebhooks(tx, accountId)) >= WEBHOOKS_MAX
        ? {
            kind: 'refused',
            reason: 'too_many',
            message: `There are ${WEBHOOKS_MAX} webhooks already: delete one that is no longer used.`,
            current: [],
          }
        : refusedFor(await faultsOf(tx, actor, input, rules)),
    write: () => store.insertWebhook(tx, accountId, fieldsOf(input), secret, { at, userId: user.uid }),
    facts: async id => factsOf(await reread(tx, actor, id)),
    tell: () => wakeWebhooks(tx),
    read: async id => ({ ...(await reread(tx, actor, id)), secret: secret.secret }),
  })
}

/** Changes an endpoint. */
export function changeWebhook(
  tx: Tx,
  actor: Actor,
  id: number,
  changes: WebhookChanges,
  rules: WebhookRules,
): Promise<Outcome<Webhook>> {
  return edit<Webhook, store.WebhookFields, Webhook, Webhook>(tx, actor, {
    scope: 'webhook',
    id,
    lock: () => store.lockWebhook(tx, actor.accountId, id),
    judge: async stored =>
      refusedFor(await faultsOf(tx, actor, changes, rules, stored)) ?? {
        before: fieldsOf(stored),
        after: fieldsOf(changes),
      },
    version: stored => ({ seen: changes.version, stored: stored.version }),
    write: async after => {
      await store.updateWebhook(tx, id, after)
      if (after.is_on) await endSwitchedOff(tx, id, actor)
    },
    facts: async () => factsOf(await reread(tx, actor, id)),
    tell: () => wakeWebhooks(tx),
    read: () => reread(tx, actor, id),
  })
}

/** Deletes an endpoint, its queue and its log; its alert ends. */
export function removeWebhook(tx: Tx, actor: Actor, id: number): Promise<Outcome<null>> {
  return remove<Webhook, null>(tx, actor, {
    scope: 'webhook',
    id,
    lock: () => store.lockWebhook(tx, actor.accountId, id),
    facts: factsOf,
    write: async () => {
      await store.deleteWebhook(tx, id)
      await endSwitchedOff(tx, id, actor)
    },
  })
}

/** Gives an endpoint a new secret; only this answer has it. */
export function rotateWebhook(
  tx: Tx,
  actor: Actor,
  id: number,
  { key }: WebhookRules,
): Promise<Outcome<WebhookWithSecret>> {
  const secret = makeSecret(key, actor.accountId)
  return edit<Webhook, string, WebhookWithSecret, WebhookWithSecret>(tx, actor, {
    scope: 'webhook',
    id,
    lock: () => store.lockWebhook(tx, actor.accountId, id),
    judge: ({ secret_ends_with }) => ({ before: secret_ends_with, after: `new: ${secret.endsWith}` }),
    write: () => store.rotateSecret(tx, id, secret),
    facts: async () => factsOf(await reread(tx, actor, id)),
    tell: () => wakeWebhooks(tx),
    read: async () => ({ ...(await reread(tx, actor, id)), secret: secret.secret }),
  })
}

const faulty = (path: string, message: string): Refusal => ({ kind: 'faulty', details: [{ path: [path], message }] })

/** Queues delivered messages again: one, or those of a time. */
export async function replay(
  tx: Tx,
  { accountId }: Actor,
  id: number,
  { number, from, to }: WebhookReplay,
): Promise<Outcome<WebhookReplayed, Webhook>> {
  const webhook = await store.lockWebhook(tx, accountId, id)
  if (webhook === undefined) return { kind: 'missing' }
  if (!webhook.is_on)
    return { kind: 'refused', reason: 'off', message: 'The webhook is off: switch it on first.', current: webhook }
  if (number !== undefined) {
    const one = await store.findReplayable(tx, accountId, id, number)
    if (one === undefined) return { kind: 'missing' }
    if (one.length === 0) return faulty('number', 'This message still waits to be delivered')
    return { kind: 'done', answer: { queued: await enqueue(tx, new Map([[id, one]])) } }
  }
  if (from === undefined || to === undefined)
    return faulty(from === undefined ? 'from' : 'to', 'Name a message, or the beginning and the end of a time')
  const span = { from: new Date(from), to: new Date(to) }
  const wrong = (['from', 'to'] as const).find(end => Number.isNaN(span[end].getTime()))
  if (wrong !== undefined) return faulty(wrong, 'This is not a moment')
  if (span.from > span.to) return faulty('to', 'The end of the time must not lie before its beginning')
  const many = await store.findReplayableIn(tx, accountId, id, span)
  if (many.length > WEBHOOK_REPLAYS_MAX)
    return faulty(
      'from',
      `In this time more than ${WEBHOOK_REPLAYS_MAX.toLocaleString('en-US')} messages were delivered: choose a shorter one`,
    )
  return { kind: 'done', answer: { queued: await enqueue(tx, new Map([[id, many]])) } }
}

function fieldsOf(of: WebhookForm | Webhook): store.WebhookFields {
  const { description, url, kinds, filter_scope: scope = null, filter_id: id = null, is_on } = of
  return {
    description: description.trim(),
    url: url.trim(),
    // in the catalogue's order, each once
    kinds: [...new Set(kinds)].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    filter: scope === null || id === null ? null : { scope, id },
    is_on,
  }
}
const ORDER: readonly string[] = Object.keys(WEBHOOK_EVENTS)

/**
 * Faults that only the platform knows: where this installation sends to, and the account's objects. Stored values are
 * not judged again.
 */
async function faultsOf(
  tx: Tx,
  { accountId }: Actor,
  form: WebhookForm,
  { networks }: WebhookRules,
  stored?: Webhook,
): Promise<readonly Detail[]> {
  const { url, filter, kinds } = fieldsOf(form)
  const faults: Detail[] = []
  const fault = url === stored?.url ? null : reachFault('Endpoint URL', url, networks)
  if (fault !== null) faults.push({ path: ['url'], message: fault })
  const isAsBefore = filter?.scope === stored?.filter_scope && filter?.id === stored?.filter_id
  const isHalf = (form.filter_scope ?? null) === null ? (form.filter_id ?? null) !== null : filter === null
  if (isHalf || (filter !== null && !isAsBefore && !(await store.hasFiltered(tx, accountId, filter))))
    faults.push({ path: ['filter_id'], message: WEBHOOK_FILTER_ID_FAULT })
  const isOfSupplier = form.filter_scope === 'supplier'
  if (isOfSupplier ? kinds.some(kind => kind !== SUPPLIER_EVENT) : kinds.includes(SUPPLIER_EVENT))
    faults.push({ path: ['kinds'], message: WEBHOOK_SUPPLIER_FAULT })
  return faults
}

function factsOf(webhook: Webhook): HistoryFacts {
  const { description, url, kinds, filter_scope, filter_id, filter_name, is_on, off_reason, secret_ends_with } = webhook
  return {
    description,
    url,
    kinds: kinds.map(kind => WEBHOOK_EVENTS[kind].label),
    filter: filter_scope === null ? null : `${filter_scope} ${filter_name ?? ''} (${filter_id})`,
    is_on,
    off_reason,
    secret: `…${secret_ends_with}`,
  }
}
