import { sql, type Kysely } from 'kysely'

/** Users whom a directory provisions (docs/decisions/0048): its own id of each, and since when somebody is inactive, or removed by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table app_user
         add column external_id text,
         add column provisioned_at timestamptz,
         add column deactivated_at timestamptz,
         add column left_directory_at timestamptz;
       create unique index app_user_external_id on app_user (home_account_id, external_id) where external_id is not null and deleted_at is null;`,
    )
    .execute(db)
}
