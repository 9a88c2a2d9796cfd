import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { DEFENDER_RULES } from '../respondents/door-rules.ts'
import { RespondentCode } from '../respondents/state.ts'

/** A supplier's entry links into a source: one for the supplier, and one to test with. */
export const EntryLink = Schema.Struct({
  pm_sup_ud: Id,
  name: Schema.String,
  /** With placeholders such as [%RID%] that the supplier fills in for each respondent. */
  link: Schema.String,
  /** The same for a test respondent, with qualifying answers. */
  test: Schema.String,
})
export type EntryLink = typeof EntryLink.Type

/** The parameters that each respondent's link needs. */
export const EntryParameterWanted = Schema.Struct({
  param: Schema.String,
  /** The qualification's name; null for the rid. */ name: Schema.NullOr(Schema.String),
})
export type EntryParameterWanted = typeof EntryParameterWanted.Type

/** How to test a source before launch (api:T17): the address of the test screen (§2.32), and entry links. */
export const TestLink = Schema.Struct({
  stmid: Id,
  pm_sy_ud: Id,
  /** origin/#{route}?act=test_survey&sid={survey id}&t={testToken} */
  link: Schema.String,
  /**
   * The entry link for the next test respondent, with answers that meet the qualifications and the first quota; it changes after
   * each use.
   */
  entry: Schema.String,
  /** One for each supplier, by name; none in a view without suppliers. */
  entry_links: Schema.Array(EntryLink),
  /** The parameters that the supplier fills into each link. */
  entry_params: Schema.Array(EntryParameterWanted),
})
export type TestLink = typeof TestLink.Type

/** A test respondent of a source (api:U8). */
export const SourceTest = Schema.Struct({
  rdud: Schema.String,
  rid: Schema.String,
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
  code: RespondentCode,
  entered_at: IsoInstant,
  ended_at: Schema.NullOr(IsoInstant),
  interview_seconds: Schema.NullOr(Schema.Int),
})
export type SourceTest = typeof SourceTest.Type

/** The Defender features that are on for a survey (api:U9). */
export const DefenderSettings = Schema.Struct({
  pm_sy_ud: Id,
  rules: Schema.Array(
    Schema.Struct({
      rule: Schema.Literals(DEFENDER_RULES),
      threshold: Schema.NullOr(Schema.Int),
      window_hours: Schema.NullOr(Schema.Int),
    }),
  ),
})
export type DefenderSettings = typeof DefenderSettings.Type
