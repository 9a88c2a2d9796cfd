import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'

/** The subject of an answer. */
export const AssistantScope = Schema.Literals(['account', 'project', 'survey', 'source', 'supplier', 'qualification'])
export type AssistantScope = typeof AssistantScope.Type

/** The thing that a figure or a proposal belongs to; of the whole account, `id` is null. */
export const AssistantPlace = Schema.Struct({
  scope: AssistantScope,
  id: Schema.NullOr(Id),
  /** Text that a user wrote: shown as it is, never read as markup. */
  name: Schema.String,
})
export type AssistantPlace = typeof AssistantPlace.Type

/** How a figure is written: a whole number, a fraction shown in percent, money in the account's currency, or minutes. */
export const FigureUnit = Schema.Literals(['integer', 'percent', 'money', 'minutes'])
export type FigureUnit = typeof FigureUnit.Type

/** Of when a figure is; a null bound is open. */
export const FigureRange = Schema.Struct({ from: Schema.NullOr(IsoInstant), to: Schema.NullOr(IsoInstant) })
export type FigureRange = typeof FigureRange.Type

/**
 * A figure of an answer, as a tool gave it: neither a user nor a model writes one. A click on it opens `link`, the
 * screen with that filter.
 */
export const FigureToken = Schema.Struct({
  /** Its name within the answer: f1, f2, … */
  figure_id: Schema.String,
  label: Schema.String,
  /** Null where there is nothing to divide by, or to take the median of, and where it is not known. */
  value: Schema.NullOr(Schema.Number),
  /** Why the value is not known, where the figure exists; left out otherwise. */
  unknown: Schema.optionalKey(Schema.String),
  unit: FigureUnit,
  /** Of money alone. */
  currency: Schema.NullOr(Schema.String),
  scope: AssistantPlace,
  /** Null: since the beginning, or of the present state. */
  range: Schema.NullOr(FigureRange),
  as_of: IsoInstant,
  /** How often the figures of its scope had changed, where the desk counts it. */
  position: Schema.NullOr(Schema.Int),
  formula: Schema.NullOr(Schema.String),
  /** A path of the console. */
  link: Schema.String,
  /** The place of the tool's call among `tool_calls` of the answer. */
  tool_call: Schema.Int,
})
export type FigureToken = typeof FigureToken.Type
