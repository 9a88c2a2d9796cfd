import type { SourceRow } from '@desk/schema/figures/figures'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, SNAPSHOT_NAME } from '#kernel/db/prepared-read'
import { peopleVersions, rowVersions } from '#kernel/http/kept/row-versions'
import type { AnswerTruth, Standing } from '#kernel/http/kept/truth'
import { sourceRowsQuery, toSourceRow, type Page } from '#ledger/figures/figure-rows.store'

const [ACCOUNT, SURVEY, LIMIT, OFFSET] = ['$1', '$2', '$3', '$4'].map(place => sql.raw(place))

const ROWS = preparedRead(
  ['int', 'int', 'int', 'int'],
  sourceRowsQuery(
    sql`select * from source s where s.account_id = ${ACCOUNT} and s.survey_id = ${SURVEY} order by s.source_id limit ${LIMIT} offset ${OFFSET}`,
  ),
)

/**
 * How all that a survey's table shows stood (decisions/0009): the survey and its project, its sources with their figures, who
 * sells them, and who changed their statuses. No row where the account has no such survey.
 */
const STANDING = preparedRead(
  ['int', 'int'],
  sql<Standing>`
    select ${sql.raw(SNAPSHOT_NAME)} as snapshot,
      concat_ws(' ', y.xmin, p.xmin, own.n, own.versions, figures.n, figures.versions, sellers.n, sellers.versions, panels.n, panels.versions, people.n, people.versions) as stamp
    from survey y
      join project p on p.account_id = y.account_id and p.project_id = y.project_id
      cross join lateral (
        select array_agg(source_id) as ids, array_agg(status_changed_by) as people, ${rowVersions('xmin', 'source_id')}
        from source where account_id = ${ACCOUNT} and survey_id = ${SURVEY}) own
      cross join lateral (
        select ${rowVersions('xmin', 'scope_id')} from rollup where account_id = ${ACCOUNT} and scope = 3 and scope_id = any(own.ids)) figures
      cross join lateral (
        select array_agg(supplier_id) as ids, ${rowVersions('xmin', 'source_id::bigint << 32 | supplier_id')}
        from source_supplier where account_id = ${ACCOUNT} and source_id = any(own.ids)) sellers
      cross join lateral (
        select ${rowVersions('xmin', 'supplier_id')} from supplier where account_id = ${ACCOUNT} and supplier_id = any(sellers.ids)) panels
      cross join lateral (${peopleVersions('$1', 'own.people')}) people
    where y.account_id = ${ACCOUNT} and y.survey_id = ${SURVEY}`,
)

/** Gives the source table of a survey in the internal view, and how to tell later that it is still so; undefined where the account has no such survey. */
export async function readSourceTable(
  database: DeskDatabase,
  accountId: number,
  surveyId: number,
  { limit, offset }: Page,
): Promise<{ rows: SourceRow[]; truth: AnswerTruth } | undefined> {
  const scope = { role: 'desk_app', accountId } as const
  const values = [accountId, surveyId]
  const [[standing], rows] = await database.readAtOnce([
    { scope, read: STANDING, values },
    { scope, read: ROWS, values: [...values, limit, offset] },
  ])
  if (!standing) return undefined
  return { rows: rows.map(toSourceRow).map(({ row }) => row), truth: { accountId, read: STANDING, values, standing } }
}
