import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Says whether the account has this project or survey. */
export async function hasStudy(tx: Tx, accountId: number, scope: 'project' | 'survey', id: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(scope)} where account_id = ${accountId} and ${sql.ref(`${scope}_id`)} = ${id}`.execute(tx)
  return rows.length > 0
}
