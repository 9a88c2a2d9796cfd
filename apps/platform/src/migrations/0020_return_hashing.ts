import { sql, type Kysely } from 'kysely'

/** Who made a key that returns are hashed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hash_key add column made_by int references app_user`.execute(db)
}
