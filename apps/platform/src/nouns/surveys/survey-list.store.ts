import type { Survey } from '@desk/schema/surveys/survey'
import { sql, type RawBuilder } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, SNAPSHOT_NAME } from '#kernel/db/prepared-read'
import { peopleVersions, rowVersions } from '#kernel/http/kept/row-versions'
import type { AnswerTruth, Standing } from '#kernel/http/kept/truth'
import type { Page } from '#kernel/lists/page'
import { surveyOf, surveys, type SurveyRow } from './surveys.store.ts'

const [ACCOUNT, PROJECT, LIMIT, OFFSET, STATE] = ['$1', '$2', '$3', '$4', '$5'].map(place => sql.raw(place))

const listed = (ofState: RawBuilder<unknown>) => sql<SurveyRow>`
  ${surveys} where v.account_id = ${ACCOUNT} and v.project_id = ${PROJECT} ${ofState} order by v.survey_id limit ${LIMIT} offset ${OFFSET}`
const LISTED = preparedRead(['int', 'int', 'int', 'int'], listed(sql``))
const LISTED_OF_STATE = preparedRead(['int', 'int', 'int', 'int', 'int'], listed(sql`and v.status = ${STATE}`))

/**
 * How all that a project's list of surveys shows stood (decisions/0009): the project, its surveys, their sources, and who changed
 * their statuses; countries and languages never change. No row where the account has no such project.
 */
const STANDING = preparedRead(
  ['int', 'int'],
  sql<Standing>`
    select ${sql.raw(SNAPSHOT_NAME)} as snapshot, concat_ws(' ', p.xmin, own.n, own.versions, sources.n, sources.versions, people.n, people.versions) as stamp
    from project p
      cross join lateral (
        select array_agg(survey_id) as ids, array_agg(status_changed_by) as people, ${rowVersions('xmin', 'survey_id')}
        from survey where account_id = ${ACCOUNT} and project_id = ${PROJECT}) own
      cross join lateral (
        select ${rowVersions('xmin', 'source_id')} from source where account_id = ${ACCOUNT} and survey_id = any(own.ids)) sources
      cross join lateral (${peopleVersions('$1', 'own.people')}) people
    where p.account_id = ${ACCOUNT} and p.project_id = ${PROJECT}`,
)

/**
 * A project's surveys in the order in which they were made, of one status when a state is given (§2.18), and how to tell later that
 * it is still so; undefined where the account has no such project. Read each time that a project is opened, so in one round trip.
 */
export async function listSurveys(
  database: DeskDatabase,
  accountId: number,
  of: { readonly projectId: number; readonly state?: number },
  page: Page,
  withSellPrice: boolean,
): Promise<{ readonly surveys: readonly Survey[]; readonly truth: AnswerTruth } | undefined> {
  const scope = { role: 'desk_app', accountId } as const
  const values = [accountId, of.projectId]
  const paged = [...values, page.limit, page.offset]
  const [[standing], rows] = await database.readAtOnce([
    { scope, read: STANDING, values },
    of.state === undefined
      ? { scope, read: LISTED, values: paged }
      : { scope, read: LISTED_OF_STATE, values: [...paged, of.state] },
  ])
  return (
    standing && {
      surveys: rows.map(row => surveyOf(row, withSellPrice)),
      truth: { accountId, read: STANDING, values, standing },
    }
  )
}
