import { Schema } from 'effect'
import { outgoingUrl } from '../egress/outgoing-url.ts'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'

/** How many channels an account may have. */
export const ALERT_CHANNELS_MAX = 20
/** How long a post is tried. */
export const ALERT_POST_TRIED_HOURS = 24

/** Destinations of alerts in addition to the bell. */
export const ALERT_CHANNEL_KINDS = {
  slack: { label: 'Slack', address: 'The address of an incoming webhook of your Slack app.' },
  teams: {
    label: 'Microsoft Teams',
    address: 'The address of a workflow that begins with “When a Teams webhook request is received”.',
  },
} as const satisfies Record<string, { readonly label: string; readonly address: string }>

export const AlertChannelKind = Schema.Literals(['slack', 'teams'])
export type AlertChannelKind = typeof AlertChannelKind.Type

const named = {
  name: requiredText({ label: 'Name', maxLength: 100 }),
  kind: AlertChannelKind,
}

/** A new channel. Anyone who knows its address can post there, so it is a secret and never shown again. */
export const NewAlertChannel = Schema.Struct({ ...named, url: outgoingUrl('Webhook address') })
export type NewAlertChannel = typeof NewAlertChannel.Type

/** An edited channel, with the version that the editor saw; without an address the stored one stays. */
export const AlertChannelChanges = Schema.Struct({
  ...named,
  url: Schema.optionalKey(outgoingUrl('Webhook address')),
  version: Schema.optionalKey(Version),
})
export type AlertChannelChanges = typeof AlertChannelChanges.Type

/** A channel of the account. */
export const AlertChannel = Schema.Struct({
  alert_channel_id: Id,
  name: Schema.String,
  kind: AlertChannelKind,
  /** The host of its address and the end, to tell addresses apart. */
  url_hint: Schema.String,
  /** Posts that wait to be sent. */
  waiting: Schema.Int,
  last_sent_at: Schema.NullOr(IsoInstant),
  last_failed_at: Schema.NullOr(IsoInstant),
  last_fault: Schema.NullOr(Schema.String),
  /** Since when nothing is posted because the address no longer exists, and what it answered; null: it is posted to. */
  stopped_at: Schema.NullOr(IsoInstant),
  stopped_reason: Schema.NullOr(Schema.String),
  created_at: IsoInstant,
  created_by: Schema.NullOr(Schema.String),
  version: Version,
})
export type AlertChannel = typeof AlertChannel.Type
