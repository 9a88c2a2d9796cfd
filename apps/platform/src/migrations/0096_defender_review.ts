import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** What reviewers decided about flagged completes (docs/decisions/0075): each reviewer's present decision, and every change of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table review_decision (
         account_id int not null,
         rdud uuid not null,
         user_id int not null,
         decision text not null check (decision in ('confirmed', 'dismissed')),
         reason_code int,
         at timestamptz not null,
         primary key (account_id, rdud, user_id)
       );
       -- decision: null where one was taken back
       create table review_change (
         account_id int not null,
         rdud uuid not null,
         change_id bigint generated always as identity,
         user_id int not null,
         decision text check (decision in ('confirmed', 'dismissed')),
         reason_code int,
         at timestamptz not null,
         primary key (account_id, rdud, change_id)
       );`,
    )
    .execute(db)
  await bindToAccount(db, ['review_decision', 'review_change'])
}
