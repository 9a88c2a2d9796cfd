import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Forecasts under seal, and the finishes that score them (docs/decisions/0105). A row of figures carries its latest forecast. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table rollup add column forecast text;
       -- each hash is of the hash before and the row; scope: 1 project, 2 survey, 3 source, 4 sub-quota of a source
       create table forecast (
         account_id int not null references account,
         seq int not null check (seq > 0),
         scope smallint not null check (scope between 1 and 4),
         scope_id int not null,
         quota_no int not null default 0,
         asked_at timestamptz not null,
         completes int not null,
         target int not null,
         ends_at timestamptz,
         -- null: later than the horizon
         p10_at timestamptz,
         p50_at timestamptz,
         p90_at timestamptz,
         full_per_mille smallint check (full_per_mille between 0 and 1000),
         expected_now int,
         expected_at_end int,
         pool text not null check (pool in ('account', 'installation', 'prior', 'like')),
         like_count int not null,
         model smallint not null,
         -- of the ledger
         position bigint not null,
         hash bytea not null check (length(hash) = 32),
         primary key (account_id, seq)
       );
       create index forecast_by_object on forecast (account_id, scope, scope_id, quota_no, seq);
       create table forecast_head (
         account_id int primary key references account,
         seq int not null,
         hash bytea not null check (length(hash) = 32),
         -- the hour for which all live objects were last asked
         swept_hour timestamptz
       );
       create table forecast_finish (
         account_id int not null references account,
         scope smallint not null check (scope between 1 and 4),
         scope_id int not null,
         quota_no int not null default 0,
         -- null: it goes on
         finished_at timestamptz,
         is_full boolean,
         -- the last change of price, target, status or out of field by a user before it
         changed_at timestamptz,
         primary key (account_id, scope, scope_id, quota_no)
       );
       create index forecast_finish_by_time on forecast_finish (account_id, scope, finished_at);
       -- promises to the client, the latest of an object is in force; null: taken back
       create table forecast_promise (
         account_id int not null references account,
         promise_no bigint generated always as identity,
         scope smallint not null check (scope between 1 and 3),
         scope_id int not null,
         full_by timestamptz,
         made_at timestamptz not null,
         made_by int not null references app_user,
         primary key (account_id, promise_no)
       );
       create index forecast_promise_by_object on forecast_promise (account_id, scope, scope_id, promise_no desc);
       update alert_rule set kinds = kinds || '{will_not_be_full}'
         where user_id is null and kinds = '{auto_paused,target_reached,behind_pace,webhook_off,link_check_failed}';
       do $$ begin
         execute replace(pg_get_functiondef('give_alert_rule'::regproc), 'webhook_off,link_check_failed', 'webhook_off,link_check_failed,will_not_be_full');
       end $$;
       revoke update, delete on forecast from desk_app, desk_system;
       revoke update, delete on forecast_promise from desk_app, desk_system;`,
    )
    .execute(db)
  await bindToAccount(db, ['forecast', 'forecast_head', 'forecast_finish', 'forecast_promise'])
}
