import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const TABLES = ['audit_entry', 'audit_chain', 'audit_head']

/**
 * The audit log (docs/decisions/0044). An act inserts an entry; the commit chains what was inserted, in the order of the commits and under the lock of
 * the account's head, which nobody holds for longer than a commit. The application's roles read and insert entries; the chain is the trigger's alone, and
 * no role changes or removes a row of either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table audit_entry (
         account_id int not null references account,
         entry_no bigint generated always as identity,
         at timestamptz not null,
         act text not null,
         scope text not null,
         object_id int,
         user_id int references app_user,
         by text not null,
         api_key_id int references api_key,
         -- canonical JSON of the whole entry: what the chain hashes
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
       create table audit_head (account_id int primary key, seq int not null, hash bytea not null);

       create function note_audit() returns trigger language plpgsql as $$
       declare noted text := coalesce(nullif(current_setting('desk.audit_of', true), ''), ',');
       begin
         if strpos(noted, ',' || new.account_id || ',') = 0 then
           perform set_config('desk.audit_of', noted || new.account_id || ',', true);
         end if;
         return null;
       end $$;

       -- the heads of all accounts that were noted by the end are locked in one order, so that commits do not deadlock
       create function chain_audit() returns trigger language plpgsql security definer set search_path from current as $$
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

       create trigger audit_noted after insert on audit_entry for each row execute function note_audit();
       create constraint trigger audit_chained after insert on audit_entry deferrable initially deferred
         for each row execute function chain_audit();

       create function refuse_audit_change() returns trigger language plpgsql as $$
       begin
         raise exception 'The audit log is only added to: % of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
       end $$;`,
    )
    .execute(db)
  await bindToAccount(db, TABLES)
  for (const table of ['audit_entry', 'audit_chain'])
    await sql
      .raw(
        `create trigger never_changed before update or delete on ${table} for each row execute function refuse_audit_change();
         create trigger never_emptied before truncate on ${table} for each statement execute function refuse_audit_change();`,
      )
      .execute(db)
  await sql
    .raw(
      `create trigger never_removed before delete on audit_head for each row execute function refuse_audit_change();
       create trigger never_emptied before truncate on audit_head for each statement execute function refuse_audit_change();
       revoke all on audit_entry, audit_chain, audit_head from desk_app, desk_system;
       grant select, insert on audit_entry to desk_app, desk_system;
       grant select on audit_chain, audit_head to desk_app, desk_system;`,
    )
    .execute(db)
}
