import { StatusCode, StatusScope } from './status.ts'
import { BlockReason } from './block-reasons.ts'
import { Schema } from 'effect'
import { Id, IsoInstant, Version } from '../ids/ids.ts'

/** One row of the status menu: a status that may follow, or why it may not. */
export const AllowedTransition = Schema.Struct({
  to: StatusCode,
  allowed: Schema.Boolean,
  reason: Schema.NullOr(BlockReason),
})
export type AllowedTransition = typeof AllowedTransition.Type

/** The present status of an object, with who set it, when and why. */
export const StatusView = Schema.Struct({
  statusid: StatusCode,
  effective_statusid: StatusCode,
  reason: Schema.NullOr(Schema.String),
  changed_by: Schema.NullOr(Schema.String),
  changed_at: IsoInstant,
  version: Version,
})
export type StatusView = typeof StatusView.Type

/**
 * What a change of status would affect: respondents in progress (absent for a view that hides them), and children that stop
 * (domain.md §2).
 */
export const StatusEffects = Schema.Struct({
  inflight: Schema.optionalKey(Schema.Int),
  live_surveys: Schema.Int,
  live_sources: Schema.Int,
})
export type StatusEffects = typeof StatusEffects.Type

/** The data of the status menu and its dialog, read when the menu opens. */
export const StatusOptions = Schema.Struct({
  scope: StatusScope,
  id: Id,
  name: Schema.String,
  status: StatusView,
  allowed: Schema.Array(AllowedTransition),
  effects: StatusEffects,
})
export type StatusOptions = typeof StatusOptions.Type

/** A past status change: a line of the history, and the event that the feed pushes (§4.2). */
export const StatusEvent = Schema.Struct({
  scope: StatusScope,
  id: Id,
  pm_proj_ud: Id,
  pm_sy_ud: Schema.NullOr(Id),
  from: StatusCode,
  to: StatusCode,
  reason: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  by: Schema.NullOr(Schema.String),
  by_uid: Schema.NullOr(Id),
  at: IsoInstant,
  version: Version,
  command_id: Schema.NullOr(Schema.String),
})
export type StatusEvent = typeof StatusEvent.Type

/** The body of api:P9. `version` is the one that the user saw; an Idempotency-Key header makes a repeat act once. */
export const StatusChangeRequest = Schema.Struct({
  scope: StatusScope,
  id: Id,
  statusid: StatusCode,
  version: Version,
  note: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(1000))),
  command_id: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100))),
})
export type StatusChangeRequest = typeof StatusChangeRequest.Type

/** What api:P9 answers: the state after the change and every event that it made, the cascade's too. */
export const StatusChangeAnswer = Schema.Struct({
  status: StatusView,
  allowed: Schema.Array(AllowedTransition),
  events: Schema.Array(StatusEvent),
})
export type StatusChangeAnswer = typeof StatusChangeAnswer.Type
