import { sql, type Kysely } from 'kysely'

/** A rate card is withdrawn, and taken back into use, by a version of its own: what was launched before keeps its price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table rate_card add column is_withdrawn boolean not null default false;`).execute(db)
}
