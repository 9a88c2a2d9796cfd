import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** The saved view with which a list opens, of each user (docs/spec/day.md §3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table report_view_default (
         account_id int not null references account,
         user_id int not null references app_user,
         type text not null,
         report_view_id int not null references report_view,
         primary key (account_id, user_id, type)
       )`,
    )
    .execute(db)
  await bindToAccount(db, ['report_view_default'])
}
