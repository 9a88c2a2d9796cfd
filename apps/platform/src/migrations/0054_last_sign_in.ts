import { sql, type Kysely } from 'kysely'

/** When a user last began a session, read with the list of users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column last_sign_in_at timestamptz`.execute(db)
  await sql`
    update app_user u set last_sign_in_at = s.at
    from (select user_id, max(created_at) as at from login_session group by user_id) s where s.user_id = u.user_id`.execute(
    db,
  )
}
