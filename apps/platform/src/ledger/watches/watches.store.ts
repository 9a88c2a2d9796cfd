import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, SNAPSHOT_NAME } from '#kernel/db/prepared-read'
import type { AnswerTruth, Standing } from '#kernel/http/kept/truth'

const standingOf = (study: 'project' | 'survey') =>
  preparedRead(
    ['int', 'int'],
    sql<Standing>`select ${sql.raw(SNAPSHOT_NAME)} as snapshot, '' as stamp from ${sql.table(study)} where account_id = $1 and ${sql.ref(`${study}_id`)} = $2`,
  )

// the answer says of a study that the account has it, and nothing that a stamp would have to stand for
const STANDING = {
  account: preparedRead([], sql<Standing>`select ${sql.raw(SNAPSHOT_NAME)} as snapshot, '' as stamp`),
  project: standingOf('project'),
  survey: standingOf('survey'),
}

export type Watched = { readonly scope: 'account' } | { readonly scope: 'project' | 'survey'; readonly id: number }

/** Says whether the account has what a topic is about, and how to tell later that it still has; undefined when it has not. */
export async function findWatched(
  database: DeskDatabase,
  accountId: number,
  watched: Watched,
): Promise<AnswerTruth | undefined> {
  const read = STANDING[watched.scope]
  const values = watched.scope === 'account' ? [] : [accountId, watched.id]
  const [[standing]] = await database.readAtOnce([{ scope: { role: 'desk_app', accountId }, read, values }])
  return standing && { accountId, read, values, standing }
}
