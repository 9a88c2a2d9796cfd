-- Edits of objects, the audit log, and the journals of browser sessions.

-- a browser chooses the id of its journal, bound to user and account as sent_as; support opens a journal by journal_id
create table journal (
  account_id int not null references account,
  journal_no bigint generated always as identity,
  journal_id uuid not null,
  user_id int not null references app_user,
  build text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  first_entry_ms float8 not null,
  last_entry_ms float8 not null,
  entries int not null default 0,
  errors int not null default 0,
  kept_entries int not null default 0,
  kept_bytes bigint not null default 0,
  contiguous_seq int not null default 0,
  highest_seq int not null default 0,
  -- JSON as text: jsonb refuses halves of surrogate pairs, which a keyboard can produce
  checkpoint text not null,
  checkpoint_seq int not null,
  routes text[] not null default '{}',
  error_texts text[] not null default '{}',
  sent_as uuid not null,
  primary key (account_id, journal_no),
  constraint journal_of_user unique (account_id, user_id, sent_as)
);
create index journal_by_time on journal (last_at desc);
create unique index journal_by_id on journal (journal_id);

create table journal_entry (
  account_id int not null,
  journal_no bigint not null,
  seq int not null,
  at_ms float8 not null,
  machine text not null,
  version text not null,
  event text not null,
  fingerprint text not null,
  primary key (account_id, journal_no, seq),
  foreign key (account_id, journal_no) references journal on delete cascade
);

-- the users who looked at a journal
create table journal_look (
  account_id int not null,
  journal_no bigint not null,
  look_no bigint generated always as identity,
  user_id int not null references app_user,
  by_link boolean not null,
  at timestamptz not null,
  primary key (account_id, journal_no, look_no),
  foreign key (account_id, journal_no) references journal on delete cascade
);

create table journal_link (
  token_hash bytea primary key,
  account_id int not null,
  journal_no bigint not null,
  seq int,
  made_by int not null references app_user,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (account_id, journal_no) references journal on delete cascade
);
create index journal_link_by_journal on journal_link (account_id, journal_no);

-- changes: [{"field": wire name, "from": value, "to": value}], of the fields that changed alone
create table object_edit (
  account_id int not null references account,
  edit_no bigint generated always as identity,
  scope text not null,
  object_id int not null,
  act text not null check (act in ('created', 'edited', 'deleted')),
  user_id int references app_user,
  changes jsonb not null,
  at timestamptz not null,
  agent text check (agent = 'auto_boost'),
  primary key (account_id, edit_no)
);
create index object_edit_by_object on object_edit (account_id, scope, object_id, edit_no desc);

-- an act inserts an entry; the commit chains it (docs/decisions/0044)
create table audit_entry (
  account_id int not null references account,
  entry_no bigint generated always as identity,
  at timestamptz not null,
  act text not null,
  scope text not null,
  object_id int,
  user_id int references app_user,
  by text not null,
  api_key_id int references api_key,
  -- canonical JSON of the whole entry, which the chain hashes
  content text not null,
  primary key (account_id, entry_no)
);
create index audit_entry_by_object on audit_entry (account_id, scope, object_id, entry_no desc);
create index audit_entry_by_user on audit_entry (account_id, user_id, entry_no desc);

create table audit_chain (
  account_id int not null,
  seq int not null check (seq > 0),
  entry_no bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (account_id, seq),
  unique (account_id, entry_no)
);

create table audit_head (
  account_id int primary key,
  seq int not null,
  hash bytea not null
);

create function note_audit() returns trigger language plpgsql as $$
       declare noted text := coalesce(nullif(current_setting('desk.audit_of', true), ''), ',');
       begin
         if strpos(noted, ',' || new.account_id || ',') = 0 then
           perform set_config('desk.audit_of', noted || new.account_id || ',', true);
         end if;
         return null;
       end $$;
create trigger audit_noted after insert on audit_entry for each row execute function note_audit();

-- the heads of all accounts that were noted by the end are locked in one order, so that commits do not deadlock
create function chain_audit() returns trigger language plpgsql security definer set search_path to '$user', 'public' as $$
       declare
         noted int[] := string_to_array(trim(both ',' from coalesce(current_setting('desk.audit_of', true), '')), ',')::int[];
         head audit_head;
       begin
         if cardinality(noted) > 0 then
           perform set_config('desk.audit_of', '', true);
           insert into audit_head (account_id, seq, hash)
             select account, 0, decode(repeat('00', 32), 'hex') from unnest(noted) as n (account) order by account on conflict do nothing;
           perform from audit_head where account_id = any (noted) order by account_id for update;
         end if;
         update audit_head h set seq = h.seq + 1, hash = sha256(h.hash || convert_to(new.content, 'UTF8'))
           where h.account_id = new.account_id returning h.* into head;
         insert into audit_chain (account_id, seq, entry_no, hash) values (new.account_id, head.seq, new.entry_no, head.hash);
         return null;
       end $$;
create constraint trigger audit_chained after insert on audit_entry deferrable initially deferred for each row execute function chain_audit();

-- no role changes or removes a row, nor does the owner before the triggers are dropped
create function refuse_audit_change() returns trigger language plpgsql as $$
       begin
         raise exception 'The audit log is only added to: % of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
       end $$;
create trigger never_changed before delete or update on audit_entry for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_entry for each statement execute function refuse_audit_change();
create trigger never_changed before delete or update on audit_chain for each row execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_chain for each statement execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_head for each statement execute function refuse_audit_change();
create trigger never_removed before delete on audit_head for each row execute function refuse_audit_change();

revoke update, delete on audit_entry from desk_app, desk_system;
revoke insert, update, delete on audit_chain, audit_head from desk_app, desk_system;
