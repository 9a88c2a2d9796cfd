import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Saved views of reports (docs/decisions/0052): what a report was narrowed to, under a name. A deleted one can be restored. And when reports are mailed: `due_at` is the next time, or until when a process works on it for the time `planned_at`; `is_mailing` while the mail leaves, so that it is not sent twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table report_view (
         account_id int not null references account,
         report_view_id int primary key generated always as identity,
         user_id int not null references app_user,
         type text not null,
         name text not null check (length(name) between 1 and 100),
         filters text not null check (length(filters) <= 1000),
         is_shared boolean not null,
         version int not null default 1,
         deleted_at timestamptz
       );
       create index report_view_of_account on report_view (account_id, type) where deleted_at is null;

       create table report_schedule (
         account_id int not null references account,
         report_schedule_id int primary key generated always as identity,
         user_id int not null references app_user,
         type text not null,
         filters text not null check (length(filters) <= 1000),
         name text not null check (length(name) between 1 and 100),
         format text not null check (format in ('csv', 'xlsx')),
         every text not null check (every in ('daily', 'weekly', 'monthly')),
         local_hour smallint not null check (local_hour between 0 and 23),
         weekday smallint not null check (weekday between 1 and 7),
         day smallint not null check (day between 1 and 28),
         is_paused boolean not null,
         due_at timestamptz not null,
         planned_at timestamptz not null,
         is_mailing boolean not null default false,
         tries smallint not null default 0,
         last_sent_at timestamptz,
         fault text,
         version int not null default 1
       );
       create index report_schedule_of_user on report_schedule (account_id, user_id);
       create index report_schedule_due on report_schedule (due_at) where not is_paused;`,
    )
    .execute(db)
  await bindToAccount(db, ['report_view', 'report_schedule'])
}
