import type { SourceRow } from '@desk/schema/figures/figures'
import { sql } from 'kysely'
import type { Versions } from '#identity/direct-reads/direct-call'
import { accountFacts } from '#identity/direct-reads/account-facts'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, type ScopedRead } from '#kernel/db/prepared-read'
import type { Page } from '#kernel/lists/page'
import { sourceRowsQuery, toSourceRow } from '#ledger/figures/figure-rows.store'

const [ACCOUNT, SURVEY, LIMIT, OFFSET] = ['$1', '$2', '$3', '$4'].map(place => sql.raw(place))

/** The sources of a page of a survey's table. */
const PAGE = sql`select * from source s where s.account_id = ${ACCOUNT} and s.survey_id = ${SURVEY} order by s.source_id limit ${LIMIT} offset ${OFFSET}`

const STUDY = preparedRead(['int', 'int'], sql<object>`select from survey where account_id = $1 and survey_id = $2`)
const ROWS = preparedRead(['int', 'int', 'int', 'int'], sourceRowsQuery(PAGE))
const ROWS_BY_ID = preparedRead(
  ['int', 'int[]'],
  sourceRowsQuery(sql`select * from source s where s.account_id = ${ACCOUNT} and s.source_id = any($2)`),
)

// a list of ids is looked up several times as fast as a join
const VERSIONS = preparedRead(
  ['int', 'int', 'int', 'int'],
  sql<Versions>`
    select ${accountFacts('$1')} as facts, coalesce(string_agg(r.scope_id || ':' || r.version, ' ' order by r.scope_id), '') as figures
    from rollup r where r.account_id = ${ACCOUNT} and r.scope = 3 and r.scope_id = any(array(select source_id from (${PAGE}) page))`,
)

/** The requested part of a survey's source table. */
export interface TablePart extends Page {
  readonly accountId: number
  readonly surveyId: number
}

const scopeOf = (accountId: number) => ({ role: 'desk_app', accountId }) as const
const valuesOf = ({ accountId, surveyId, limit, offset }: TablePart) => [accountId, surveyId, limit, offset]

/** Gives the versions that the part's rows depend on: the account's facts, and the version of each row's figures. */
export function tableVersions(part: TablePart): ScopedRead<Versions> {
  return { scope: scopeOf(part.accountId), read: VERSIONS, values: valuesOf(part) }
}

/** Gives the source table of a survey in the internal view; undefined where the account has no such survey. */
export async function readSourceTable(database: DeskDatabase, part: TablePart): Promise<SourceRow[] | undefined> {
  const scope = scopeOf(part.accountId)
  const [[study], rows] = await database.readAtOnce([
    { scope, read: STUDY, values: [part.accountId, part.surveyId] },
    { scope, read: ROWS, values: valuesOf(part) },
  ])
  return study && rows.map(toSourceRow).map(({ row }) => row)
}

/** Gives the rows of some sources, by source id, in the internal view. */
export async function readSourcesOfTable(
  database: DeskDatabase,
  accountId: number,
  sourceIds: readonly number[],
): Promise<SourceRow[]> {
  const [rows] = await database.readAtOnce([
    { scope: scopeOf(accountId), read: ROWS_BY_ID, values: [accountId, `{${sourceIds.join(',')}}`] },
  ])
  return rows.map(toSourceRow).map(({ row }) => row)
}
