import { Schema } from 'effect'
import { RULE_SETTERS } from '../defender/in-force.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { SOURCE_ON_WIRE } from '../sources/source.ts'
import { RespondentCode } from './state.ts'

/** One step of a respondent. `rule`, `threshold` and `value` explain a refusal; views that hide money do not get it. */
export const RespondentStep = Schema.Struct({
  at: IsoInstant,
  from: Schema.NullOr(RespondentCode),
  to: RespondentCode,
  changed: Schema.Boolean,
  rule: Schema.NullOr(Schema.String),
  threshold: Schema.NullOr(Schema.String),
  value: Schema.NullOr(Schema.String),
  detail: Schema.NullOr(Schema.String),
})
export type RespondentStep = typeof RespondentStep.Type

/**
 * A rule that spoke against an entry or a return, whether or not it decided. `refused` is false of one in shadow mode,
 * which refuses no one.
 */
export const RespondentVerdict = Schema.Struct({
  rule: Schema.String,
  refused: Schema.Boolean,
  threshold: Schema.String,
  value: Schema.String,
  /** Whose setting of a Defender rule it was. */
  set_by: Schema.optionalKey(Schema.Literals(RULE_SETTERS)),
  /** It judged the return of a complete, not the entry. */
  at_return: Schema.optionalKey(Schema.Boolean),
  /** It would have refused the entry, and the respondent was held out (docs/decisions/0069). */
  held_out: Schema.optionalKey(Schema.Boolean),
})
export type RespondentVerdict = typeof RespondentVerdict.Type

/** One respondent's path through the desk. */
export const RespondentPath = Schema.Struct({
  rdud: Schema.String,
  rid: Schema.String,
  stmid: Id,
  source_name: Schema.String,
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
  code: RespondentCode,
  is_test: Schema.Boolean,
  late: Schema.Boolean,
  /** Let in against a rule, and whether their complete is billed. */
  hold_out: Schema.optionalKey(Schema.Literals(['unbilled', 'billed'])),
  entered_at: IsoInstant,
  ended_at: Schema.NullOr(IsoInstant),
  loi_minutes: Schema.NullOr(Schema.Number),
  steps: Schema.Array(RespondentStep),
  /** In the order in which the door asks: the first that refused decided. */
  verdicts: Schema.Array(RespondentVerdict),
}).pipe(Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }))
export type RespondentPath = typeof RespondentPath.Type
