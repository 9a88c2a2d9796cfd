import { sql, type Kysely } from 'kysely'

/** What the list of a request was read as: its delimiter, its head, its sheets, and the rows that were not read. Null: no list came, or it came before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table reconciliation add column reading jsonb').execute(db)
}
