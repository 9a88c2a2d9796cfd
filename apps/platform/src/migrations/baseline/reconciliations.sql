-- Reconciliations (docs/decisions/0055) and disputes (docs/decisions/0067).

-- lines never change; rows are judged again with each preview, until the request is stored
create table reconciliation (
  account_id int not null references account,
  reconciliation_id int generated always as identity primary key,
  project_id int not null,
  number int not null,
  mode text not null check (mode in ('REJECT_LIST', 'ACCEPT_LIST')),
  version text not null check (version in ('old', 'new')),
  kind text not null check (kind in ('file', 'text', 'choice', 'undo', 'dispute')),
  channel text not null check (channel in ('screen', 'api')),
  state text not null check (state in ('uploaded', 'parsed', 'previewed', 'stored', 'failed', 'abandoned', 'undone')),
  filename text,
  sha256 bytea,
  rules_version int not null,
  note text not null,
  purchase_order text not null,
  undo_of int references reconciliation,
  undo_of_supplier int,
  unticked_reasons int[] not null default '{}',
  unticked_suppliers int[] not null default '{}',
  -- the last preview, and its result
  judged_at timestamptz,
  digest bytea,
  rows_count int not null default 0,
  rest_count int not null default 0,
  changes int not null default 0,
  open_suggestions int not null default 0,
  outcomes jsonb not null default '[]',
  rest_outcomes jsonb not null default '[]',
  sell_cents bigint not null default 0,
  supply_cents bigint not null default 0,
  undo_until timestamptz,
  undone_rows int not null default 0,
  fault text,
  created_by int references app_user,
  created_at timestamptz not null,
  stored_by int references app_user,
  stored_at timestamptz,
  unticked_lines int[] not null default '{}',
  row_sums jsonb not null default '[]',
  first_completed_at timestamptz,
  last_completed_at timestamptz,
  reading jsonb,
  unique (account_id, project_id, number),
  constraint reconciliation_check check ((kind = 'undo') = (undo_of is not null))
);
create index reconciliation_by_file on reconciliation (account_id, project_id, sha256) where sha256 is not null;
create index reconciliation_undoes on reconciliation (undo_of) where undo_of is not null;

create table reconciliation_file (
  account_id int not null references account,
  reconciliation_id int primary key references reconciliation,
  bytes bytea not null
);
alter table reconciliation_file alter column bytes set storage external;

-- no foreign keys: 100,000 rows are written at once
create table reconciliation_row (
  account_id int not null,
  reconciliation_id int not null,
  line int not null,
  is_rest boolean not null,
  rdud uuid,
  match text not null,
  outcome text not null,
  is_applied boolean not null,
  verdict text not null,
  -- of an undo, the row that it restores
  undone_line int,
  changed_since boolean not null,
  from_code smallint,
  from_ended_at timestamptz,
  to_code smallint,
  late boolean,
  via_server boolean,
  restored_ended_at timestamptz,
  reason_code int,
  project_id int,
  source_id int,
  supplier_id int,
  rid text,
  sell_cents int,
  supply_cents int,
  completed_at timestamptz,
  deadline_at timestamptz,
  -- the request that undid it
  undone_by int,
  primary key (account_id, reconciliation_id, line)
);
create index reconciliation_row_applied on reconciliation_row (account_id, rdud) where is_applied;

-- a dispute about a rejected row, one round each; overturned, it is a stored request
create table dispute (
  account_id int not null references account,
  dispute_id int generated always as identity primary key,
  reconciliation_id int not null references reconciliation,
  line int not null,
  supplier_id int not null,
  project_id int not null,
  rdud uuid not null,
  state text not null check (state in ('disputed', 'upheld', 'overturned', 'lapsed', 'settled')),
  evidence text not null check (length(evidence) <= 2000),
  -- a user, for the supplier; or the supplier's link
  raised_by int references app_user,
  raised_by_link int,
  raised_at timestamptz not null,
  lapses_at timestamptz not null,
  decided_by int references app_user,
  decided_at timestamptz,
  decision_note text not null default '',
  overturned_by int references reconciliation,
  version int not null default 1,
  unique (account_id, reconciliation_id, line),
  foreign key (account_id, supplier_id) references supplier,
  constraint dispute_check check ((state = 'disputed') = (decided_at is null)),
  constraint dispute_check1 check ((state = 'overturned') = (overturned_by is not null))
);
create index dispute_of_account on dispute (account_id, state, dispute_id desc);
create index dispute_waiting on dispute (account_id, rdud) where state = 'disputed';

-- hundreds of lines to a record, in their order; each array has one element for each line
create table reconciliation_line_portion (
  account_id int not null,
  reconciliation_id int not null,
  first_line int not null,
  last_line int not null,
  -- sent, ticked, of the rest of an ACCEPT_LIST, or of what is undone
  origin text not null,
  -- of each line, in their order
  line int[] not null,
  raw_text text[] not null,
  -- the respondent that the text names as an RDUD, or as something else; a key is null where it is the text itself
  rdud uuid[] not null,
  key text[] not null,
  reason_code int[] not null,
  is_bad_reason boolean[] not null,
  comment text[] not null,
  primary key (account_id, reconciliation_id, first_line)
);

create table reconciliation_suggestion (
  account_id int not null,
  reconciliation_id int not null,
  line int not null,
  rdud uuid not null,
  suggested_by text not null,
  is_confirmed boolean not null default false,
  primary key (account_id, reconciliation_id, line)
);
