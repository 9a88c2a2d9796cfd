import { Schema } from 'effect'
import { Id, Version } from '../ids/ids.ts'
import { SourceType } from '../sources/source.ts'
import { BlockReason } from './block-reasons.ts'
import { StatusCode, StatusScope, STATUS_CODES } from './status.ts'
import { StatusEvent } from './status-view.ts'

/** The most objects that one launch lists and starts. */
export const LAUNCH_OBJECTS_MAX = 300

/** A fault of a source that its launch does not wait for. */
export const LaunchNote = Schema.Union([
  /** Its suppliers without a redirect for completes; absent for users who do not see suppliers. */
  Schema.Struct({
    kind: Schema.Literal('no_complete_redirect'),
    suppliers: Schema.Array(Schema.Struct({ pm_sup_ud: Id, name: Schema.String })),
  }),
  /** Its quotas add up to less than Target (N). */
  Schema.Struct({ kind: Schema.Literal('quotas_short'), quotas: Schema.Int, target: Schema.Int }),
  /** Groups of respondents whom no quota takes, the first few in words, and the number of all. */
  Schema.Struct({ kind: Schema.Literal('without_quota'), groups: Schema.Array(Schema.String), count: Schema.Int }),
  /** A complete costs more than it is sold for; absent for users who do not see both prices. */
  Schema.Struct({ kind: Schema.Literal('margin_below_zero'), margin_cents: Schema.Int }),
])
export type LaunchNote = typeof LaunchNote.Type

/** A project, survey or source that has not ended, as a launch finds it. */
export const LaunchObject = Schema.Struct({
  scope: StatusScope,
  id: Id,
  name: Schema.String,
  /** Its survey; null for a project. */
  pm_sy_ud: Schema.NullOr(Id),
  /** Of a source. */
  type: Schema.NullOr(SourceType),
  statusid: StatusCode,
  version: Version,
  /** All that blocks it from going live; empty when it may, or is live. */
  blocks: Schema.Array(BlockReason),
  notes: Schema.Array(LaunchNote),
})
export type LaunchObject = typeof LaunchObject.Type

/** The objects that may start together: parents before children, and live sources only as a number. */
export const LaunchPlan = Schema.Struct({
  pm_proj_ud: Id,
  objects: Schema.Array(LaunchObject),
  /** Sources that are live already: they take respondents as soon as all above them is live. */
  live_sources: Schema.Int,
  /** Objects beyond the most that one launch lists. */
  left_out: Schema.Int,
})
export type LaunchPlan = typeof LaunchPlan.Type

/** Starts objects together, or pauses those of a launch: all of them, or none. `version` is the one that the user saw. */
export const LaunchRequest = Schema.Struct({
  statusid: Schema.Literals([STATUS_CODES.live, STATUS_CODES.paused]),
  objects: Schema.Array(Schema.Struct({ scope: StatusScope, id: Id, version: Version })).check(
    Schema.isMaxLength(LAUNCH_OBJECTS_MAX, { message: `One launch starts at most ${LAUNCH_OBJECTS_MAX}` }),
  ),
})
export type LaunchRequest = typeof LaunchRequest.Type

/** Every change of status that the launch made; nothing for objects that had the status already. */
export const LaunchAnswer = Schema.Struct({ events: Schema.Array(StatusEvent) })
export type LaunchAnswer = typeof LaunchAnswer.Type
