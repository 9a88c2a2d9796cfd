import { StatusCode, StatusScope } from '@desk/schema/statuses/status'
import { BlockReason } from '@desk/schema/statuses/block-reasons'
import { Schema } from 'effect'
import { Id, IsoInstant } from '@desk/schema/ids/ids'
import { personal } from '@desk/schema/journal/personal'
import { StatusEffects } from '@desk/schema/statuses/status-view'
import { eventSchema, requestId } from '../runtime/event.ts'

/** The object's state after another user's change: the content of a 409 on a stale version. */
export const StatusConflict = Schema.Struct({
  status: StatusCode,
  changedBy: Schema.NullOr(personal(Schema.String)),
  changedAt: IsoInstant,
  reason: Schema.NullOr(Schema.String),
  version: Schema.Int,
})
export type StatusConflict = typeof StatusConflict.Type

const object = { scope: StatusScope, id: Id }

export const StatusChangeEvent = Schema.Union([
  /** `from` and `version` are what the user saw; `effects` null while they are being read. */
  eventSchema('status.changeRequested', {
    ...object,
    name: Schema.String,
    from: StatusCode,
    to: StatusCode,
    version: Schema.Int,
    effects: Schema.NullOr(StatusEffects),
  }),
  eventSchema('status.effectsLearned', { ...object, effects: StatusEffects }),
  eventSchema('status.noteChanged', { note: personal(Schema.String) }),
  eventSchema('status.confirmed', { commandId: Schema.String }),
  eventSchema('status.confirmationRejected', {}),
  eventSchema('status.changeAccepted', { commandId: Schema.String, version: Schema.Int }),
  /** The platform's refusal with its reason, or a failure to reach it, with the text for the user. */
  eventSchema('status.changeRejected', {
    commandId: Schema.String,
    message: Schema.String,
    reason: Schema.NullOr(BlockReason),
    requestId,
  }),
  eventSchema('status.changeConflicted', { commandId: Schema.String, current: StatusConflict, requestId }),
  /** Our own change came back over the feed. */
  eventSchema('status.changeEchoed', { commandId: Schema.String, ...object, version: Schema.Int }),
  /** Another user's change came over the feed. */
  eventSchema('status.changedElsewhere', { ...object, current: StatusConflict }),
  eventSchema('status.retryRequested', {}),
  eventSchema('status.undoRequested', {}),
  eventSchema('status.dismissed', {}),
])
export type StatusChangeEvent = typeof StatusChangeEvent.Type
