import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * Devices and addresses that an account blocks or watches (docs/decisions/0070). The door caches whether there are any, by the account's number of edits, and looks
 * its entrants up in each batch. Whatever was removed or replaced stays as a row: what was in force at a moment can be told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- entries: how many were never removed, those whose time has passed included
       create table mark_list (
         account_id int primary key,
         entries int not null check (entries >= 0),
         version int not null
       );
       -- value: as the ledger has a fingerprint, and an address as host() writes it
       create table listed_mark (
         account_id int not null,
         entry_id int generated always as identity,
         list text not null check (list in ('block', 'watch')),
         kind text not null check (kind in ('fingerprint', 'address')),
         value text not null,
         note text not null,
         added_by int not null,
         added_at timestamptz not null,
         until timestamptz,
         removed_by int,
         removed_at timestamptz,
         primary key (account_id, entry_id),
         foreign key (account_id) references mark_list
       );
       create unique index listed_mark_by_value on listed_mark (account_id, kind, value, list) where removed_at is null;
       create index listed_mark_latest on listed_mark (account_id, list, entry_id);`,
    )
    .execute(db)
  await bindToAccount(db, ['mark_list', 'listed_mark'])
  await sql
    .raw(
      `create function count_mark_edit() returns trigger language plpgsql as $$
       begin
         if current_setting('desk.door_edited', true) is distinct from new.account_id::text then
           insert into door_version as d (account_id, version) values (new.account_id, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', new.account_id::text, true);
         end if;
         return null;
       end $$;
       -- the entries themselves are read by every batch
       create constraint trigger door_edit after insert or update on mark_list
         deferrable initially deferred for each row execute function count_mark_edit();`,
    )
    .execute(db)
}
