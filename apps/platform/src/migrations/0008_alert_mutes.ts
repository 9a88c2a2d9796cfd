import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Kinds of alerts that a user mutes at a project, survey or source (docs/decisions/0097). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table alert_mute (
         account_id int not null references account on delete cascade,
         alert_mute_id int generated always as identity primary key,
         user_id int not null references app_user,
         kind text not null,
         scope text not null check (scope in ('project', 'survey', 'source')),
         place_id int not null,
         muted_at timestamptz not null default clock_timestamp(),
         unique (account_id, user_id, kind, scope, place_id)
       )`,
    )
    .execute(db)
  await bindToAccount(db, ['alert_mute'])
}
