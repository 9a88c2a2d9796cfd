import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * Alerts (docs/decisions/0047): rules, the alerts that they raise, who has them in the bell, and what goes out by mail and to channels.
 * Every DESK account begins with one rule.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table alert_channel (
         account_id int not null references account on delete cascade,
         alert_channel_id int primary key generated always as identity,
         kind text not null check (kind in ('slack', 'teams')),
         name text not null,
         url bytea not null,
         url_hint text not null,
         last_sent_at timestamptz,
         last_failed_at timestamptz,
         last_fault text,
         created_at timestamptz not null,
         created_by int references app_user,
         version int not null default 1
       );
       create index alert_channel_of_account on alert_channel (account_id);

       create table alert_rule (
         account_id int not null references account on delete cascade,
         alert_rule_id int primary key generated always as identity,
         -- null: a rule of the account, by its admins
         user_id int references app_user,
         name text not null,
         kinds text[] not null,
         thresholds jsonb not null default '{}',
         scope text not null check (scope in ('all', 'project', 'mine')),
         project_id int,
         bell text not null check (bell in ('managers_and_admins', 'managers', 'admins', 'everybody', 'nobody', 'me')),
         digest boolean not null,
         channel_ids int[] not null default '{}',
         is_on boolean not null,
         -- what happened before is none of its business
         on_since timestamptz not null default clock_timestamp(),
         created_at timestamptz not null default clock_timestamp(),
         created_by int references app_user,
         version int not null default 1,
         check ((scope = 'project') = (project_id is not null)),
         check ((user_id is null) = (bell <> 'me') and (user_id is not null or scope <> 'mine'))
       );
       create index alert_rule_of_account on alert_rule (account_id);

       create table alert (
         account_id int not null references account on delete cascade,
         alert_id int primary key generated always as identity,
         alert_rule_id int references alert_rule on delete set null,
         is_of_account boolean not null,
         kind text not null,
         scope text not null check (scope in ('project', 'survey', 'source')),
         place_id int not null,
         project_id int not null,
         survey_id int,
         facts jsonb not null,
         began_at timestamptz not null,
         raised_at timestamptz not null default clock_timestamp(),
         ended_at timestamptz
       ) with (fillfactor = 80);
       -- one alert of a rule per episode, whichever process raises it
       create unique index alert_open on alert (alert_rule_id, kind, scope, place_id) where ended_at is null;
       create index alert_open_at on alert (account_id, scope, place_id) where ended_at is null;
       create index alert_ended on alert (ended_at) where ended_at is not null;

       create table alert_recipient (
         account_id int not null,
         user_id int not null references app_user,
         alert_id int not null references alert on delete cascade,
         in_bell boolean not null,
         in_digest boolean not null,
         read_at timestamptz,
         -- infinity: until the episode ends
         snoozed_until timestamptz,
         digested_at timestamptz,
         primary key (account_id, user_id, alert_id)
       ) with (fillfactor = 80);
       create index alert_recipient_of_alert on alert_recipient (alert_id);
       create index alert_recipient_to_mail on alert_recipient (account_id, user_id) where in_digest and digested_at is null;

       create table alert_post (
         account_id int not null,
         alert_id int not null references alert on delete cascade,
         alert_channel_id int not null references alert_channel on delete cascade,
         state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
         attempts_count int not null default 0,
         due_at timestamptz not null default clock_timestamp(),
         leased_until timestamptz,
         last_fault text,
         sent_at timestamptz,
         primary key (alert_channel_id, alert_id)
       );
       create index alert_post_due on alert_post (due_at) where state = 'waiting';
       create index alert_post_of_alert on alert_post (alert_id);

       create table alert_digest (
         account_id int not null references account on delete cascade,
         user_id int not null references app_user,
         every text not null check (every in ('none', 'hourly', 'daily')),
         local_hour smallint not null check (local_hour between 0 and 23),
         due_at timestamptz not null,
         primary key (account_id, user_id)
       );
       create index alert_digest_due on alert_digest (due_at) where every <> 'none';

       -- the counts of live sources at the beginning of each hour, for what fell
       create table alert_sample (
         account_id int not null references account on delete cascade,
         source_id int not null,
         hour timestamptz not null,
         entrants bigint not null,
         tried bigint not null,
         completes bigint not null,
         primary key (account_id, source_id, hour)
       );
       create index alert_sample_by_hour on alert_sample (hour);

       create function give_alert_rule() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
       begin
         insert into alert_rule (account_id, name, kinds, scope, bell, digest, is_on)
         values (new.account_id, 'What needs a look', '{auto_paused,target_reached,behind_pace}', 'all', 'managers_and_admins', true, true);
         return null;
       end $$;
       revoke all on function give_alert_rule() from public;
       create trigger give_alert_rule after insert on account for each row when (new.account_type = 'DESK') execute function give_alert_rule();
       insert into alert_rule (account_id, name, kinds, scope, bell, digest, is_on)
         select account_id, 'What needs a look', '{auto_paused,target_reached,behind_pace}', 'all', 'managers_and_admins', true, true
         from account where account_type = 'DESK';`,
    )
    .execute(db)
  await bindToAccount(db, [
    'alert_channel',
    'alert_rule',
    'alert',
    'alert_recipient',
    'alert_post',
    'alert_digest',
    'alert_sample',
  ])
}
