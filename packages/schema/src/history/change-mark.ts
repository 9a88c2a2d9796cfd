import { Schema } from 'effect'
import { ActEffect } from '../forecasts/act-effect.ts'
import { AskedInstant, Id, IsoInstant } from '../ids/ids.ts'
import { StatusScope } from '../statuses/status.ts'
import { HistoryAct } from './history.ts'

/** So many of the newest marks are given for one chart. */
export const CHANGE_MARKS_MAX = 200

/** The times of a chart. */
export const changeMarksQuery = { from: AskedInstant, to: AskedInstant }

/** A change of a project, survey or source, to mark in a chart; `by` null is the system. */
export const ChangeMark = Schema.Struct({
  scope: StatusScope,
  id: Id,
  name: Schema.String,
  act: HistoryAct,
  by: Schema.NullOr(Schema.String),
  at: IsoInstant,
  /** Wire names, without those that the viewer may not see. */
  fields: Schema.Array(Schema.String),
  /** Of an act on a source, a day later. */
  effect: Schema.optionalKey(ActEffect),
})
export type ChangeMark = typeof ChangeMark.Type
