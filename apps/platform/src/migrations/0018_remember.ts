import { sql, type Kysely } from 'kysely'

/** Whether a session, or a sign-in that waits for its second factor, is one that its device is to remember (§1.9, decisions/0004). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_session add column is_remembered boolean not null default false`.execute(db)
  await sql`alter table sign_in_challenge add column is_remembered boolean not null default false`.execute(db)
}
