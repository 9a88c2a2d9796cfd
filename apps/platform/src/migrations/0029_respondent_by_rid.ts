import { sql, type Kysely } from 'kysely'

/**
 * A rid is looked up without its source as well (Ctrl K, Explain): the index that holds a rid unique in its source begins with the rid now,
 * so that one index serves both look-ups and the door writes no other one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create unique index respondent_by_rid_anywhere on respondent (account_id, rid, source_id)').execute(db)
  await sql.raw('drop index respondent_by_rid').execute(db)
  await sql.raw('alter index respondent_by_rid_anywhere rename to respondent_by_rid').execute(db)
}
