import type { Survey } from '@desk/schema/surveys/survey'
import { sql, type RawBuilder } from 'kysely'
import { accountFacts } from '#identity/direct-reads/account-facts'
import type { Versions } from '#identity/direct-reads/direct-call'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, type ScopedRead } from '#kernel/db/prepared-read'
import type { Page } from '#kernel/lists/page'
import { surveyOf, surveys, type SurveyRow } from './surveys.store.ts'

const [ACCOUNT, PROJECT, LIMIT, OFFSET, STATE] = ['$1', '$2', '$3', '$4', '$5'].map(place => sql.raw(place))

const listed = (ofState: RawBuilder<unknown>) => sql<SurveyRow>`
  ${surveys} where v.account_id = ${ACCOUNT} and v.project_id = ${PROJECT} ${ofState} order by v.survey_id limit ${LIMIT} offset ${OFFSET}`
const LISTED = preparedRead(['int', 'int', 'int', 'int'], listed(sql``))
const LISTED_OF_STATE = preparedRead(['int', 'int', 'int', 'int', 'int'], listed(sql`and v.status = ${STATE}`))

const PROJECT_OF_LIST = preparedRead(
  ['int', 'int'],
  sql<object>`select from project where account_id = $1 and project_id = $2`,
)
const VERSIONS = preparedRead(['int'], sql<Versions>`select ${accountFacts('$1')} as facts, '' as figures`)

export interface SurveyListQuery {
  readonly projectId: number
  readonly state?: number
}

/** Gives the version that an account's lists depend on: its facts; countries and languages never change. */
export function listVersions(accountId: number): ScopedRead<Versions> {
  return { scope: { role: 'desk_app', accountId }, read: VERSIONS, values: [accountId] }
}

/**
 * A project's surveys in the order in which they were made, of one status when a state is given (§2.18); undefined where the account has no such project. Read each time that a project is opened, so in one round trip.
 */
export async function listSurveys(
  database: DeskDatabase,
  accountId: number,
  of: SurveyListQuery,
  page: Page,
  withSellPrice: boolean,
): Promise<readonly Survey[] | undefined> {
  const scope = { role: 'desk_app', accountId } as const
  const values = [accountId, of.projectId]
  const paged = [...values, page.limit, page.offset]
  const [[project], rows] = await database.readAtOnce([
    { scope, read: PROJECT_OF_LIST, values },
    of.state === undefined
      ? { scope, read: LISTED, values: paged }
      : { scope, read: LISTED_OF_STATE, values: [...paged, of.state] },
  ])
  return project && rows.map(row => surveyOf(row, withSellPrice))
}
