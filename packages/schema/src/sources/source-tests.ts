import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'

/** How a source is tried before launch (api:T17): the screen's own address (§2.32), and a first respondent's way in. */
export const TestLink = Schema.Struct({
  stmid: Id,
  pm_sy_ud: Id,
  /** origin/#{route}?act=test_survey&sid={survey id}&t={testToken} */
  link: Schema.String,
  /** The entry for the next test respondent, another one once this one has come, with answers that pass the qualifications and the first quota. */
  entry: Schema.String,
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

/** What of Defender is on for a survey (api:U9). */
export const DefenderSettings = Schema.Struct({
  pm_sy_ud: Id,
  rules: Schema.Array(
    Schema.Struct({
      rule: Schema.Literals(['duplicate_fingerprint', 'duplicate_ip', 'country', 'datacentre']),
      threshold: Schema.NullOr(Schema.Int),
      window_hours: Schema.NullOr(Schema.Int),
    }),
  ),
})
export type DefenderSettings = typeof DefenderSettings.Type
