import { Schema } from 'effect'
import { DeliveryAttempt } from '../egress/delivery-attempt.ts'
import { AskedInstant, Id, IsoInstant, Version } from '../ids/ids.ts'
import { StatusScope } from '../statuses/status.ts'
import { WebhookEventKind } from './event-kinds.ts'

/** How many endpoints an account may have. */
export const WEBHOOKS_MAX = 50
/** How long an endpoint may fail before it is switched off. */
export const WEBHOOK_FAILS_FOR_HOURS = 72
/** How long messages are signed with the old secret as well, after a rotation. */
export const WEBHOOK_ROTATION_HOURS = 24
/** How many messages are replayed at once, at most. */
export const WEBHOOK_REPLAYS_MAX = 10_000
/** How long messages and their attempts are stored. */
export const WEBHOOK_KEPT_DAYS = 30
/** The last attempts of a message that are stored; its first ones are counted only. */
export const WEBHOOK_ATTEMPTS_KEPT = 20

/** The possible limits of an endpoint's events. */
export const WebhookFilterScope = Schema.Literals([...StatusScope.literals, 'supplier'])
export type WebhookFilterScope = typeof WebhookFilterScope.Type

/** An endpoint of the account. Its secret is shown once; this is only its end. */
export const Webhook = Schema.Struct({
  webhook_id: Id,
  description: Schema.String,
  url: Schema.String,
  kinds: Schema.Array(WebhookEventKind),
  /** The scope of its events, with everything below; null: everything in the account. */
  filter_scope: Schema.NullOr(WebhookFilterScope),
  filter_id: Schema.NullOr(Id),
  /** Null also when it no longer exists. */
  filter_name: Schema.NullOr(Schema.String),
  is_on: Schema.Boolean,
  /** Why the desk switched it off; null: it is on, or a person did. */
  off_reason: Schema.NullOr(Schema.String),
  /** Since when every attempt failed, and how the last one did; null: the last one worked. */
  failing_since: Schema.NullOr(IsoInstant),
  last_fault: Schema.NullOr(Schema.String),
  /** When the next attempt is made, of one that fails. */
  retry_at: Schema.NullOr(IsoInstant),
  /** Messages that wait to be delivered. */
  waiting: Schema.Int,
  secret_ends_with: Schema.String,
  /** Until when messages are signed with the old secret too. */
  old_secret_until: Schema.NullOr(IsoInstant),
  created_at: IsoInstant,
  created_by: Schema.NullOr(Schema.String),
  version: Version,
})
export type Webhook = typeof Webhook.Type

/** An endpoint whose secret is new, with the secret. */
export const WebhookWithSecret = Schema.Struct({ ...Webhook.fields, secret: Schema.String })
export type WebhookWithSecret = typeof WebhookWithSecret.Type

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export const WebhookDeliveryState = Schema.Literals(WEBHOOK_DELIVERY_STATES)
export type WebhookDeliveryState = typeof WebhookDeliveryState.Type

/** One message to one endpoint, by its number in the endpoint's queue. */
export const WebhookDelivery = Schema.Struct({
  number: Schema.Int,
  /** The header webhook-id: the same in every attempt and replay. */
  event_id: Schema.String,
  kind: Schema.String,
  /** Only a test message fails for good; others wait. */
  state: WebhookDeliveryState,
  queued_at: IsoInstant,
  /** The number of the message that it repeats; null: it is no replay. */
  replay_of: Schema.NullOr(Schema.Int),
  attempts_count: Schema.Int,
  /** The last ones, oldest first. */
  attempts: Schema.Array(DeliveryAttempt),
  body: Schema.String,
})
export type WebhookDelivery = typeof WebhookDelivery.Type

/** Which delivered messages are sent again: one by its number, or those of a time, from and to. */
export const WebhookReplay = Schema.Struct({
  number: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))),
  from: Schema.optionalKey(AskedInstant),
  to: Schema.optionalKey(AskedInstant),
})
export type WebhookReplay = typeof WebhookReplay.Type

/** How many messages were queued again. */
export const WebhookReplayed = Schema.Struct({ queued: Schema.Int })
export type WebhookReplayed = typeof WebhookReplayed.Type
