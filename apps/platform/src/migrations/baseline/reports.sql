-- Saved views of reports (docs/decisions/0052), and the assistant (docs/decisions/0072).

create table report_view (
  account_id int not null references account,
  report_view_id int generated always as identity primary key,
  user_id int not null references app_user,
  type text not null,
  name text not null check (length(name) between 1 and 100),
  filters text not null check (length(filters) <= 4000),
  is_shared boolean not null,
  version int not null default 1,
  deleted_at timestamptz
);
create index report_view_of_account on report_view (account_id, type) where deleted_at is null;

-- due_at: the next time, or until when a process works on the mail of planned_at; is_mailing while the mail leaves
create table report_schedule (
  account_id int not null references account,
  report_schedule_id int generated always as identity primary key,
  user_id int not null references app_user,
  type text not null,
  filters text not null check (length(filters) <= 4000),
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
create index report_schedule_due on report_schedule (due_at) where not is_paused;

create table assistant_conversation (
  account_id int not null references account,
  conversation_id int generated always as identity,
  user_id int not null references app_user,
  title text not null,
  messages int not null default 0,
  began_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, conversation_id)
);
create index assistant_conversation_of_user on assistant_conversation (account_id, user_id, last_at desc);
create index assistant_conversation_by_age on assistant_conversation (last_at);

-- an answer stores the view that it was given in
create table assistant_message (
  account_id int not null,
  conversation_id int not null,
  number int not null,
  is_internal_view boolean not null,
  answer jsonb not null,
  sent jsonb,
  primary key (account_id, conversation_id, number),
  foreign key (account_id, conversation_id) references assistant_conversation on delete cascade
);

-- the use of the language model by an account and month (docs/decisions/0081)
create table assistant_use (
  account_id int not null references account,
  month date not null,
  tokens bigint not null check (tokens >= 0),
  questions int not null,
  minute timestamptz not null,
  minute_questions int not null,
  primary key (account_id, month)
);
