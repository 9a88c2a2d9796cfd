import { sql, type Kysely } from 'kysely'

/**
 * A username is somebody's only from the moment that its mailbox was used: whoever has no password yet may bear one that another
 * account's user has too, so that no answer tells of other accounts (docs/decisions/0021). A link may carry another username.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index app_user_username_key`.execute(db)
  await sql`create unique index app_user_username_key on app_user (username) where deleted_at is null and password_hash is not null`.execute(
    db,
  )
  await sql`create unique index app_user_username_in_account on app_user (username, home_account_id) where deleted_at is null`.execute(
    db,
  )
  await sql`alter table password_link add column new_username text check (new_username = lower(new_username))`.execute(
    db,
  )
  // the same for those who may see the user, and no link
  await sql`alter table app_user add column new_username text, add column new_username_until timestamptz`.execute(db)
  await sql`alter table password_link drop constraint password_link_purpose_check`.execute(db)
  await sql`alter table password_link add constraint password_link_purpose_check check (purpose in ('reset', 'welcome', 'username'))`.execute(
    db,
  )
}
