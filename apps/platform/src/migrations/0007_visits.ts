import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** When each user was last active in an account, and when they left before that (docs/decisions/0097). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table user_visit (
         account_id int not null references account,
         user_id int not null references app_user,
         seen_at timestamptz not null,
         -- null: before the first visit
         left_at timestamptz,
         primary key (account_id, user_id)
       )`,
    )
    .execute(db)
  await bindToAccount(db, ['user_visit'])
}
