import { sql, type Kysely } from 'kysely'

/** A user has a version as everything else that is edited: it counts changes of what the user dialog shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column edit_version int not null default 1`.execute(db)
}
