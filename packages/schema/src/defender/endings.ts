import { Schema } from 'effect'
import { GREATEST_ID } from '../ids/greatest-id.ts'
import { AskedInstant, Id, IdFromText, IsoInstant, wholeFromText } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { SOURCE_ON_WIRE } from '../sources/source.ts'

/** The longest time that an overview counts. */
export const ENDINGS_DAYS_MAX = 366
/** Up to so many days an overview tells hours; a longer one is of whole days (UTC). */
export const ENDINGS_BY_HOUR_DAYS = 31
/** The most sources, suppliers and rules of an overview. */
export const ENDING_GROUPS_MAX = 100
/** The most respondents of one page. */
export const ENDING_PEOPLE_MAX = 200
const RULE_MAX_LENGTH = 100
/** The supplier of respondents who came by none. */
const supplierFromText = wholeFromText(0, GREATEST_ID)

/** Whose ends are counted: those who entered within a time, in whole hours (UTC), and of these whom the filters leave. */
export const EndingFilters = Schema.Struct({
  from: AskedInstant,
  until: AskedInstant,
  /** In this state; omitted: everyone who is neither a complete nor in the survey. */
  code: Schema.optionalKey(Schema.NumberFromString.pipe(Schema.decodeTo(RespondentCode))),
  /** Refused by this rule; qualifications and sub-quotas count as one each. */
  rule: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(RULE_MAX_LENGTH))),
  supplier: Schema.optionalKey(supplierFromText),
  source: Schema.optionalKey(IdFromText),
})
export type EndingFilters = typeof EndingFilters.Type

/** Respondents of a group: all who entered, and those whom the filters mean. */
const counted = { entrants: Schema.Int, respondents: Schema.Int }

/** The current states of respondents who entered within a time (§2.27). */
export const EndingOverview = Schema.Struct({
  /** The whole hours that were counted, of a long time the whole days (UTC). */
  from: IsoInstant,
  until: IsoInstant,
  as_of: IsoInstant,
  ...counted,
  /** Every state with respondents; of the time, supplier and source alone. */
  by_code: Schema.Array(Schema.Struct({ code: RespondentCode, respondents: Schema.Int })),
  /** The rules of the door that refused a respondent. */
  by_rule: Schema.Array(Schema.Struct({ rule: Schema.String, code: RespondentCode, respondents: Schema.Int })),
  /** Absent in a view without the supply side. */
  by_supplier: Schema.optionalKey(
    Schema.Array(Schema.Struct({ pm_sup_ud: Schema.NullOr(Id), name: Schema.NullOr(Schema.String), ...counted })),
  ),
  by_source: Schema.Array(
    Schema.Struct({ stmid: Id, source_name: Schema.String, survey_name: Schema.String, ...counted }).pipe(
      Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }),
    ),
  ),
  /** How long each of `by_hour` is. */
  step_hours: Schema.Literals([1, 24]),
  /** The hours with entries, as they begin; of a long time the days (UTC). */
  by_hour: Schema.Array(Schema.Struct({ at: IsoInstant, ...counted })),
})
export type EndingOverview = typeof EndingOverview.Type

/** A respondent behind a figure of the overview. */
export const EndedRespondent = Schema.Struct({
  rdud: Schema.String,
  rid: Schema.String,
  stmid: Id,
  source_name: Schema.String,
  survey_name: Schema.String,
  /** Absent in a view without the supply side. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
  code: RespondentCode,
  /** Null: no rule of the door refused them. */
  rule: Schema.NullOr(Schema.String),
  threshold: Schema.NullOr(Schema.String),
  value: Schema.NullOr(Schema.String),
  entered_at: IsoInstant,
  ended_at: Schema.NullOr(IsoInstant),
}).pipe(Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }))
export type EndedRespondent = typeof EndedRespondent.Type

/** A page of them, the latest first. */
export const EndedRespondents = Schema.Struct({
  as_of: IsoInstant,
  rows: Schema.Array(EndedRespondent),
  /** The cursor of the next page; null: there is none. */
  next: Schema.NullOr(Schema.String),
})
export type EndedRespondents = typeof EndedRespondents.Type

/** Where a page of respondents begins: the hour and the id of the last one before. */
export const ENDED_CURSOR = /^(\d{1,7})-([0-9a-f]{32})$/
