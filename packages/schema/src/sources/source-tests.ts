import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'

/** A supplier's way into a source: one link to hand over, and one to try it with. */
export const EntryLink = Schema.Struct({
  pm_sup_ud: Id,
  name: Schema.String,
  /** Placeholders such as [%RID%] stand where the supplier fills something in for each respondent. */
  link: Schema.String,
  /** The same for a test respondent, with answers that pass. */
  test: Schema.String,
})
export type EntryLink = typeof EntryLink.Type

/** What each respondent's link has to be filled with. */
export const EntryParameterWanted = Schema.Struct({
  param: Schema.String,
  /** What it is: a qualification's name, null for the rid. */ name: Schema.NullOr(Schema.String),
})
export type EntryParameterWanted = typeof EntryParameterWanted.Type

/** How a source is tried before launch (api:T17): the screen's own address (§2.32), and a first respondent's way in. */
export const TestLink = Schema.Struct({
  stmid: Id,
  pm_sy_ud: Id,
  /** origin/#{route}?act=test_survey&sid={survey id}&t={testToken} */
  link: Schema.String,
  /** The entry for the next test respondent, another one once this one has come, with answers that pass the qualifications and the first quota. */
  entry: Schema.String,
  /** One for each supplier, by name; none for whom suppliers are not shown. */
  entry_links: Schema.Array(EntryLink),
  /** What the supplier fills into each of these links. */
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
