import { Schema } from 'effect'
import { FIGURE_COLUMN_LIST, type FigureColumnId } from '../columns/figure-columns.ts'
import { GREATEST_ID } from '../ids/greatest-id.ts'
import { AskedInstant, Id, IdFromText, IsoInstant, wholeFromText } from '../ids/ids.ts'
import { RULE_MAX_LENGTH } from '../respondents/door-rules.ts'
import { RespondentCode } from '../respondents/state.ts'
import { StatusScope } from '../statuses/status.ts'

const DAY_MS = 86_400_000
/** The longest time between the two moments. */
export const CHANGE_SPAN_DAYS = 92
/** The most parts of an answer, greatest first; what the others add together is one more. */
export const CHANGE_PARTS_MAX = 200
/** The most changes of statuses and targets of an answer, newest first. */
export const CHANGE_EVENTS_MAX = 100

/** Why a respondent changed state, as the ledger's line says it. */
export const CHANGE_CAUSES = [
  'entered',
  'returned',
  'late_return',
  'abandoned',
  // of a sub-quota alone: it keeps a place for a time, and not for as long as one may stay in the survey
  'place_freed',
  'corrected',
  'reconciliation',
  'undo',
] as const
export const ChangeCause = Schema.Literals(CHANGE_CAUSES)
export type ChangeCause = typeof ChangeCause.Type

const figureIds = FIGURE_COLUMN_LIST.map(({ id }) => id)
export const FigureId = Schema.Literals(figureIds as [FigureColumnId, ...FigureColumnId[]]) // there are figures

/** Two moments, the first before the second: `from` counts, `to` no longer. */
const between = {
  figure: FigureId,
  /** The number of a sub-quota of the source; left out: all of the object. */
  quota: Schema.optionalKey(IdFromText),
  from: AskedInstant,
  to: AskedInstant,
}
/** The first is before the second, and not too long before it. */
export const isChangeSpan = Schema.makeFilter(({ from, to }: { readonly from: string; readonly to: string }) => {
  const spanMs = Date.parse(to) - Date.parse(from)
  return spanMs > 0 && spanMs <= CHANGE_SPAN_DAYS * DAY_MS
    ? undefined
    : { path: ['to'], issue: `The second moment must be at most ${CHANGE_SPAN_DAYS} days after the first.` }
})

/** Which figure, and between which moments. */
export const ChangeQuery = Schema.Struct(between).check(isChangeSpan)
export type ChangeQuery = typeof ChangeQuery.Type

/** One part of a change; what it does not name was no state, no rule, no request. */
export const PART_FIELDS = {
  /** 0: respondents without a supplier. Only the internal view names it. */
  sup: Schema.optionalKey(wholeFromText(0, GREATEST_ID)),
  cause: ChangeCause,
  from_code: Schema.optionalKey(IdFromText),
  to_code: Schema.optionalKey(IdFromText),
  rule: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(RULE_MAX_LENGTH))),
  request: Schema.optionalKey(IdFromText),
}
const PartAsked = Schema.Struct(PART_FIELDS)
export type PartAsked = typeof PartAsked.Type

/** Of a change, one part. */
export const CHANGE_PART_FIELDS = { ...between, ...PART_FIELDS }

/**
 * The quantity that the parts sum to: the figure itself, or the dividend or divisor of a ratio. In `unit`s: money in
 * cents, interviews in seconds.
 */
export const ChangeTerm = Schema.Struct({
  role: Schema.Literals(['figure', 'numerator', 'denominator', 'counted']),
  label: Schema.String,
  unit: Schema.Literals(['respondents', 'cents', 'seconds']),
  before: Schema.Int,
  after: Schema.Int,
})
export type ChangeTerm = typeof ChangeTerm.Type

/** Respondents who changed alike: by supplier, states and cause. */
export const ChangePart = Schema.Struct({
  /** Its name; null: respondents without one. Only in the internal view, as its id. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
  sup: Schema.optionalKey(Schema.Int),
  cause: ChangeCause,
  /** Null: no state before an entry, or a state that the view does not have. */
  from_code: Schema.NullOr(RespondentCode),
  to_code: Schema.NullOr(RespondentCode),
  /** The rule that refused an entry. */
  rule: Schema.NullOr(Schema.String),
  /** The reconciliation, with its number, and that of the one that it takes back. */
  request: Schema.NullOr(Id),
  request_number: Schema.NullOr(Schema.Int),
  undoes_number: Schema.NullOr(Schema.Int),
  respondents: Schema.Int,
  /** Its addition to each term, in their order. */
  changes: Schema.Array(Schema.Int),
})
export type ChangePart = typeof ChangePart.Type

/** A change of a status or a target within the time, of the object, those above it and those below it; of a sub-quota also that its source's were edited. */
export const ChangeEvent = Schema.Struct({
  at: IsoInstant,
  kind: Schema.Literals(['status', 'target', 'quotas']),
  scope: StatusScope,
  id: Id,
  name: Schema.String,
  /** Of a status its code, of a target the number, of quotas nothing. */
  from: Schema.NullOr(Schema.Int),
  to: Schema.NullOr(Schema.Int),
  by: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
})
export type ChangeEvent = typeof ChangeEvent.Type

/**
 * The explanation of any figure's change: for every term, `before`, the parts and the omitted rest add up to `after`.
 */
export const CHANGE_TOLD = {
  /** Of what the figure is of. */
  name: Schema.String,
  from: IsoInstant,
  to: IsoInstant,
  /** Nothing for the allocation, which follows from targets alone. */
  terms: Schema.Array(ChangeTerm),
  parts: Schema.Array(ChangePart),
  /** The sum of the parts beyond the limit, for each term. */
  others: Schema.NullOr(
    Schema.Struct({ parts: Schema.Int, respondents: Schema.Int, changes: Schema.Array(Schema.Int) }),
  ),
  events: Schema.Array(ChangeEvent),
  /** There were more. */
  has_more_events: Schema.Boolean,
}

/** Why a figure of a source, of one of its sub-quotas, of a survey or project changed between two moments. */
export const FigureChange = Schema.Struct({
  figure: FigureId,
  scope: StatusScope,
  id: Id,
  quota: Schema.optionalKey(Id),
  ...CHANGE_TOLD,
})
export type FigureChange = typeof FigureChange.Type

/** A respondent of one part, for Explain. */
export const ChangedRespondent = Schema.Struct({
  at: IsoInstant,
  rdud: Schema.String,
  rid: Schema.String,
  stmid: Id,
  pm_sy_ud: Id,
  pm_proj_ud: Id,
})
export type ChangedRespondent = typeof ChangedRespondent.Type
