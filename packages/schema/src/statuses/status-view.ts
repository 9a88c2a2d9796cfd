import { HeldBy } from './held-by.ts'
import { StatusCode, StatusScope } from './status.ts'
import { BlockReason } from './block-reasons.ts'
import { Schema } from 'effect'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'

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
 * The effects of a change of status: respondents in progress (absent for a view that hides them), children that stop,
 * and other needs of traffic (domain.md §2).
 */
export const StatusEffects = Schema.Struct({
  inflight: Schema.optionalKey(Schema.Int),
  live_surveys: Schema.Int,
  live_sources: Schema.Int,
  /** All above it that is not live, nearest first. */
  held_by: Schema.optionalKey(Schema.Array(HeldBy)),
  /** Of a project or survey: the sources that would take respondents if it and all above it were live. */
  ready_sources: Schema.optionalKey(Schema.Int),
  /** Of a source: its suppliers without a redirect for completes; absent for a view that hides suppliers. */
  no_complete_redirect: Schema.optionalKey(Schema.Array(Schema.String)),
})
export type StatusEffects = typeof StatusEffects.Type

/** A return from the survey that counted towards an auto-pause: with an unknown code, or without a valid hash. */
export const FailedReturn = Schema.Struct({
  at: IsoInstant,
  inbound_code: Schema.NullOr(Schema.String),
  /** The verdict on the return's hash; null: it was not checked. */
  hash: Schema.NullOr(Schema.Literals(['valid', 'missing', 'wrong'])),
  via: Schema.Literals(['browser', 'server']),
})
export type FailedReturn = typeof FailedReturn.Type

/** The data of the status menu and its dialog, read when the menu opens. */
export const StatusOptions = Schema.Struct({
  scope: StatusScope,
  id: Id,
  name: Schema.String,
  status: StatusView,
  allowed: Schema.Array(AllowedTransition),
  effects: StatusEffects,
  /** The last returns that failed before an auto-pause for redirect or hash errors; absent of other statuses and reasons. */
  failed_returns: Schema.optionalKey(Schema.Array(FailedReturn)),
  /** How the last respondents ended before an auto-pause for another reason, newest first; only of a source. */
  last_ends: Schema.optionalKey(Schema.Array(Schema.Struct({ at: IsoInstant, code: RespondentCode }))),
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

/** The answer of api:P9: the state after the change and every event that it made, the cascade's too. */
export const StatusChangeAnswer = Schema.Struct({
  status: StatusView,
  allowed: Schema.Array(AllowedTransition),
  events: Schema.Array(StatusEvent),
})
export type StatusChangeAnswer = typeof StatusChangeAnswer.Type
