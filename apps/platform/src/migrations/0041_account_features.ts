import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** The features that were turned off, or on again, for an account, with the last change; every other feature is on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table account_feature (
         account_id int not null references account,
         feature text not null check (length(feature) between 1 and 64),
         is_on boolean not null,
         changed_by int references app_user,
         changed_at timestamptz not null,
         primary key (account_id, feature)
       );`,
    )
    .execute(db)
  await bindToAccount(db, ['account_feature'])
}
