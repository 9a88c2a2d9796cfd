import { Schema } from 'effect'
import { IsoInstant } from '../ids/ids.ts'
import { MarkKind, MarkList } from './mark-lists.ts'

/** The times that attempts are counted over, in hours until now. */
export const ACTIVITY_HOURS = [1, 6, 24, 168] as const
export type ActivityHours = (typeof ACTIVITY_HOURS)[number]
/** The most entries that are counted; the latest. */
export const ACTIVITY_ENTRIES_MAX = 100_000
/** How many of the busiest devices and addresses an answer has. */
export const BUSIEST_MAX = 20
/** The least attempts of each level of the distribution. */
export const ACTIVITY_LEVELS = [1, 2, 3, 6, 11, 26, 71] as const

/** How many devices, or addresses, made so many attempts. */
const level = Schema.Struct({
  /** From this many attempts on, up to the next level. */
  from: Schema.Int,
  marks: Schema.Int,
  attempts: Schema.Int,
})

/** One of the busiest. */
export const BusyMark = Schema.Struct({
  kind: MarkKind,
  value: Schema.String,
  attempts: Schema.Int,
  /** Different respondent IDs. */
  rids: Schema.Int,
  surveys: Schema.Int,
  completes: Schema.Int,
  /** Refused at the door. */
  refused: Schema.Int,
  last_at: IsoInstant,
  lists: Schema.Array(MarkList),
})
export type BusyMark = typeof BusyMark.Type

/** Attempts of devices and addresses over all surveys of the account, tests left out (§2.27, §9.7). */
export const Activity = Schema.Struct({
  hours: Schema.Int,
  as_of: IsoInstant,
  entries: Schema.Int,
  /** There were more entries than these, the latest. */
  is_partial: Schema.Boolean,
  without_fingerprint: Schema.Int,
  levels: Schema.Record(MarkKind, Schema.Array(level)),
  busiest: Schema.Record(MarkKind, Schema.Array(BusyMark)),
})
export type Activity = typeof Activity.Type
