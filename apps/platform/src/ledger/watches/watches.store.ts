import { sql } from 'kysely'
import type { Versions } from '#identity/direct-reads/direct-call'
import { preparedRead, type ScopedRead } from '#kernel/db/prepared-read'

const studyOf = (study: 'project' | 'survey') =>
  preparedRead(
    ['int', 'int'],
    sql<Versions>`select '' as facts, '' as figures from ${sql.table(study)} where account_id = $1 and ${sql.ref(`${study}_id`)} = $2`,
  )

const ACCOUNT = preparedRead([], sql<Versions>`select '' as facts, '' as figures`)

const WATCHED = {
  account: ACCOUNT,
  sources: ACCOUNT,
  project: studyOf('project'),
  survey: studyOf('survey'),
}

export type Watched =
  | { readonly scope: 'account' | 'sources' }
  | { readonly scope: 'project' | 'survey'; readonly id: number }

/** Gives a row, without data, if the account has the topic's subject. */
export function readWatched(accountId: number, watched: Watched): ScopedRead<Versions> {
  const values = 'id' in watched ? [accountId, watched.id] : []
  return { scope: { role: 'desk_app', accountId }, read: WATCHED[watched.scope], values }
}
