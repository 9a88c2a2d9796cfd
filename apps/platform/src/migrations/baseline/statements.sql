-- Closed periods with their statements (docs/decisions/0059). A month without a row is open. No role changes a row.

create table statement_period (
  account_id int not null references account,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  closed_at timestamptz not null,
  -- null: it closed by itself
  closed_by int references app_user,
  primary key (account_id, month)
);

-- of a supplier, a client project or a business unit; scope_id 0: without a supplier or business unit. The named constraints have the names of older databases
create table statement (
  account_id int not null,
  month text not null,
  scope_id int constraint statement_supplier_id_not_null not null,
  scope_name text constraint statement_supplier_name_not_null not null,
  lines int not null,
  completes int not null,
  complete_cents bigint not null,
  adjustments int not null,
  adjustment_cents bigint not null,
  total_cents bigint not null,
  start_hash bytea not null check (length(start_hash) = 32),
  head bytea not null check (length(head) = 32),
  -- canonical JSON, as signed
  seal text not null,
  signature bytea not null,
  public_key bytea not null,
  parts jsonb not null,
  scope text not null check (scope in ('supplier', 'project', 'business_unit')),
  primary key (account_id, scope, month, scope_id),
  foreign key (account_id, month) references statement_period
);
create index statement_of_one on statement (account_id, scope, scope_id, month);

-- each is one line of the ledger, by its position, and in one statement of a scope at most
create table statement_line (
  account_id int not null,
  month text not null,
  scope_id int constraint statement_line_supplier_id_not_null not null,
  line int not null check (line > 0),
  -- of the ledger's line
  position bigint not null,
  -- canonical JSON, as hashed
  content text not null,
  hash bytea not null check (length(hash) = 32),
  scope text not null check (scope in ('supplier', 'project', 'business_unit')),
  primary key (account_id, scope, month, scope_id, line),
  constraint statement_line_account_id_scope_position_key unique (account_id, scope, position)
);

create table statement_key (
  account_id int not null references account,
  key_no int generated always as identity primary key,
  public_key bytea not null check (length(public_key) = 32),
  fingerprint bytea not null unique check (length(fingerprint) = 32),
  sealed bytea not null,
  created_at timestamptz not null
);
create index statement_key_of_account on statement_key (account_id, key_no desc);

-- a supplier sees its statements by a link without a session (docs/decisions/0066); only the hash of its token is stored
create table statement_link (
  account_id int not null references account,
  statement_link_id int generated always as identity primary key,
  supplier_id int not null,
  -- null: every month
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  note text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  made_by int references app_user,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address text,
  revoked_by int references app_user,
  revoked_at timestamptz,
  foreign key (account_id, supplier_id) references supplier
);
create index statement_link_of_account on statement_link (account_id, statement_link_id desc);

alter table dispute add foreign key (raised_by_link) references statement_link;

create function refuse_statement_change() returns trigger language plpgsql as $$
       begin
         raise exception 'A closed period takes no change: % of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
       end $$;
create trigger never_changed before delete or update on statement_period for each row execute function refuse_statement_change();
create trigger never_emptied before truncate on statement_period for each statement execute function refuse_statement_change();
create trigger never_changed before delete or update on statement for each row execute function refuse_statement_change();
create trigger never_emptied before truncate on statement for each statement execute function refuse_statement_change();
create trigger never_changed before delete or update on statement_line for each row execute function refuse_statement_change();
create trigger never_emptied before truncate on statement_line for each statement execute function refuse_statement_change();
create trigger never_changed before delete or update on statement_key for each row execute function refuse_statement_change();
create trigger never_emptied before truncate on statement_key for each statement execute function refuse_statement_change();

revoke update, delete on statement_period, statement, statement_line, statement_key from desk_app, desk_system;
