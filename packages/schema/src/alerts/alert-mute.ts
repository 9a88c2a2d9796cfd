import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { StatusScope } from '../statuses/status.ts'
import { AlertKind } from './alert-kinds.ts'

/** A kind of alert at a project, survey or source, with all below it, for the caller. */
export const NewAlertMute = Schema.Struct({ kind: AlertKind, scope: StatusScope, place_id: Id })
export type NewAlertMute = typeof NewAlertMute.Type

/** A muted kind: neither the bell nor the mail nor Today of its user has such alerts. */
export const AlertMute = Schema.Struct({
  alert_mute_id: Id,
  ...NewAlertMute.fields,
  /** With its survey and project. */
  place_name: Schema.String,
  muted_at: IsoInstant,
})
export type AlertMute = typeof AlertMute.Type
