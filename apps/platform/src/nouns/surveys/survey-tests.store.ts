import { RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import { LINK_CHECK_RID } from '@desk/schema/surveys/link-check'
import type { EngageLanguage, SurveyTestStatus } from '@desk/schema/surveys/survey-tests'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const SOURCES_MAX = 500
const COMPLETE = sql.lit(RESPONDENT_CODES.complete)

interface TestedSource {
  readonly stmid: number
  readonly name: string
  readonly tests: number
  readonly completes: number
  readonly lastAt: Date | null
}

/** The test respondents of a survey (api:S6): their number and outcomes, and by source. */
export async function readTestStatus(tx: Tx, accountId: number, surveyId: number): Promise<SurveyTestStatus> {
  const isOurs = sql`is_test and rid not like ${`${LINK_CHECK_RID}%`}`
  const mine = sql`account_id = ${accountId} and survey_id = ${surveyId} and ${isOurs}`
  const outcomes = await sql<{
    code: RespondentCode
    count: number
  }>`select code, count(*) as count from respondent where ${mine} group by code order by code`.execute(tx)
  const last = await sql<{
    at: Date
    code: RespondentCode
  }>`select entered_at as at, code from respondent where ${mine} order by entered_at desc, rdud desc limit 1`.execute(
    tx,
  )
  const sources = await sql<TestedSource>`
    select s.source_id as stmid, s.name, count(t.rdud) as tests, count(t.rdud) filter (where t.code = ${COMPLETE}) as completes, max(t.entered_at) as "lastAt"
    from source s left join respondent t on t.account_id = s.account_id and t.survey_id = s.survey_id and t.source_id = s.source_id and t.is_test and t.rid not like ${`${LINK_CHECK_RID}%`}
    where s.account_id = ${accountId} and s.survey_id = ${surveyId}
    group by s.source_id, s.name order by s.source_id limit ${SOURCES_MAX}`.execute(tx)
  return {
    pm_sy_ud: surveyId,
    tests: outcomes.rows.reduce((sum, { count }) => sum + count, 0),
    Completes_Count_Test: outcomes.rows.find(({ code }) => code === RESPONDENT_CODES.complete)?.count ?? 0,
    last_test_at: last.rows[0]?.at.toISOString() ?? null,
    last_test_code: last.rows[0]?.code ?? null,
    outcomes: outcomes.rows,
    sources: sources.rows.map(({ stmid, name, tests, completes, lastAt }) => ({
      stmid,
      name,
      tests,
      Completes_Count_Test: completes,
      last_test_at: lastAt?.toISOString() ?? null,
    })),
  }
}

interface LanguageRow {
  readonly languageId: number | null
  readonly name: string | null
  readonly iso: string | null
  readonly country: string | null
  readonly isOfCountry: boolean
}

/** The language in which respondents of a survey are addressed (api:S5); undefined when the account has no such survey. */
export async function readEngageLanguage(
  tx: Tx,
  accountId: number,
  surveyId: number,
): Promise<EngageLanguage | undefined> {
  const { rows } = await sql<LanguageRow>`
    select v.language_id as "languageId", l.name, l.iso, c.iso2 as country,
           exists (select from country_language k where k.country_id = v.country_id and k.language_id = v.language_id) as "isOfCountry"
    from survey v left join language l on l.language_id = v.language_id left join country c on c.country_id = v.country_id
    where v.account_id = ${accountId} and v.survey_id = ${surveyId}`.execute(tx)
  const [row] = rows
  return (
    row && {
      pm_sy_ud: surveyId,
      languages_id: row.languageId,
      language_name: row.name,
      locale: row.iso === null ? null : row.country === null ? row.iso : `${row.iso}-${row.country}`,
      is_of_country: row.isOfCountry,
    }
  )
}
