import { sql, type Kysely } from 'kysely'

/** Accounts are made, edited and suspended by super admins: an external id, who suspended it and when, and a version of its form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table account
         add column salesforce_account_id text check (length(salesforce_account_id) between 1 and 64),
         add column suspended_at timestamptz,
         add column suspended_by int references app_user,
         add column edit_version int not null default 1;
       -- read by every process, once a second while there are entries and returns
       create index account_suspended on account (account_id) where suspended_at is not null;`,
    )
    .execute(db)
}
