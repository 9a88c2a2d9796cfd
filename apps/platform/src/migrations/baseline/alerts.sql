-- Alerts (docs/decisions/0047) and webhooks (docs/decisions/0045).

-- supplier_id: only what concerns this supplier is sent (docs/decisions/0066)
create table webhook (
  account_id int not null references account,
  webhook_id int generated always as identity primary key,
  description text not null,
  url text not null,
  kinds text[] not null,
  filter_scope text check (filter_scope in ('project', 'survey', 'source', 'supplier')),
  filter_id int,
  is_on boolean not null,
  -- older events are not sent
  on_since timestamptz not null default clock_timestamp(),
  off_reason text,
  secret bytea not null,
  secret_ends_with text not null,
  old_secret bytea,
  old_secret_until timestamptz,
  -- the number of the last message in its queue, and of the last one that is done with
  queued_to bigint not null default 0,
  done_to bigint not null default 0,
  failing_since timestamptz,
  failures int not null default 0,
  last_fault text,
  retry_at timestamptz,
  leased_by uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  created_by int references app_user,
  version int not null default 1,
  constraint webhook_check check ((filter_scope is null) = (filter_id is null)),
  constraint webhook_of_supplier check ((kinds = '{supplier.outcomes}'::text[]) = coalesce((filter_scope = 'supplier'), false))
) with (fillfactor = 50);
create index webhook_of_account on webhook (account_id);
create index webhook_of_suppliers on webhook (account_id, filter_id) where filter_scope = 'supplier';

-- the queue of an endpoint, and its delivery log
create table webhook_delivery (
  account_id int not null,
  webhook_id int not null references webhook on delete cascade,
  number bigint not null,
  event_id uuid not null,
  kind text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  queued_at timestamptz not null default clock_timestamp(),
  replay_of bigint,
  attempts_count int not null default 0,
  attempts jsonb not null default '[]',
  primary key (webhook_id, number)
) with (fillfactor = 70);
create index webhook_delivery_by_time on webhook_delivery (webhook_id, queued_at);

create table alert_channel (
  account_id int not null references account on delete cascade,
  alert_channel_id int generated always as identity primary key,
  kind text not null check (kind in ('slack', 'teams')),
  name text not null,
  url bytea not null,
  url_hint text not null,
  last_sent_at timestamptz,
  last_failed_at timestamptz,
  last_fault text,
  created_at timestamptz not null,
  created_by int references app_user,
  version int not null default 1,
  -- its address no longer exists: nothing is posted until it gets another, or a test succeeds
  stopped_at timestamptz,
  stopped_reason text,
  -- attempts that failed one after the other, and until when none is made
  failures int not null default 0,
  held_until timestamptz
);
create index alert_channel_of_account on alert_channel (account_id);

create table alert_rule (
  account_id int not null references account on delete cascade,
  alert_rule_id int generated always as identity primary key,
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
  -- older events raise no alert of this rule
  on_since timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  created_by int references app_user,
  version int not null default 1,
  constraint alert_rule_check check ((scope = 'project') = (project_id is not null)),
  constraint alert_rule_check1 check (((user_id is null) = (bell <> 'me')) and ((user_id is not null) or (scope <> 'mine')))
);
create index alert_rule_of_account on alert_rule (account_id);

-- scope account: an alert of the account itself, without a project
create table alert (
  account_id int not null references account on delete cascade,
  alert_id int generated always as identity primary key,
  alert_rule_id int references alert_rule on delete set null,
  is_of_account boolean not null,
  kind text not null,
  scope text not null check (scope in ('account', 'project', 'survey', 'source')),
  place_id int not null,
  project_id int,
  survey_id int,
  facts jsonb not null,
  began_at timestamptz not null,
  raised_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint alert_without_project check ((scope = 'account') = (project_id is null))
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
create index alert_recipient_to_mail on alert_recipient (account_id, user_id) where in_digest and (digested_at is null);

-- a post of an alert to a channel, and how long it is tried
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
  queued_at timestamptz not null default clock_timestamp(),
  primary key (alert_channel_id, alert_id)
);
create index alert_post_due on alert_post (due_at) where state = 'waiting';
create index alert_post_of_alert on alert_post (alert_id);
create index alert_post_waiting on alert_post (alert_channel_id) where state = 'waiting';

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

-- every DESK account begins with one rule
create function give_alert_rule() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
       begin
         insert into alert_rule (account_id, name, kinds, scope, bell, digest, is_on)
         values (new.account_id, 'What needs a look', '{auto_paused,target_reached,behind_pace,webhook_off}', 'all', 'managers_and_admins', true, true);
         return null;
       end $$;
revoke all on function give_alert_rule() from public;
create trigger give_alert_rule after insert on account for each row when ((new.account_type = 'DESK'::text)) execute function give_alert_rule();
