import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { SourceType } from '../sources/source.ts'

/** The steps from an empty account to its first live source, in their order (day.md §4). */
export const FIRST_STEPS = ['supplier', 'project', 'survey', 'source', 'price', 'test', 'launch'] as const
const FirstStep = Schema.Literals(FIRST_STEPS)
export type FirstStep = typeof FirstStep.Type

/** The steps that are done, and the newest study, where the next one is done. */
export const FirstSteps = Schema.Struct({
  done: Schema.Array(FirstStep),
  /** Null: there is none yet. */
  pm_proj_ud: Schema.NullOr(Id),
  pm_sy_ud: Schema.NullOr(Id),
  /** Whether the survey, or its project, has one. */
  has_sell_price: Schema.Boolean,
  source: Schema.NullOr(Schema.Struct({ stmid: Id, type: SourceType })),
})
export type FirstSteps = typeof FirstSteps.Type
