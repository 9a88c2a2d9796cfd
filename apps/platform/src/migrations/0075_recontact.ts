import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const SOURCE = 3

/**
 * Known respondents whom a source invites again (docs/decisions/0060). The door caches whether a source has a list, by the account's number of edits, and looks
 * the person up in each batch. Whoever was removed stays as a row: a later list finds their first RDUD by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table recontact_list (
         account_id int not null,
         source_id int not null,
         people int not null check (people >= 0),
         version int not null,
         primary key (account_id, source_id),
         foreign key (account_id, source_id) references source
       );
       create table recontact_person (
         account_id int not null,
         source_id int not null,
         rid text not null,
         rdud uuid not null,
         ordud uuid not null,
         supplier_id int,
         added_at timestamptz not null,
         removed_at timestamptz,
         primary key (account_id, source_id, rid),
         foreign key (account_id, source_id) references recontact_list
       );
       create index recontact_person_by_rdud on recontact_person (account_id, source_id, rdud);`,
    )
    .execute(db)
  await bindToAccount(db, ['recontact_list', 'recontact_person'])
  await sql
    .raw(
      `alter function door_config_of(int, int, int) rename to door_config_without_recontact;
       create function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_config_without_recontact(account, wanted_scope, wanted) || case
           when wanted_scope = ${SOURCE} and exists (select from recontact_list l where l.account_id = account and l.source_id = wanted and l.people > 0)
           then '{"recontact": true}'::jsonb else '{}'::jsonb end
       $$;

       -- as count_door_edit does for the tables of the setups
       create function count_recontact_edit() returns trigger language plpgsql as $$
       declare object text := new.account_id || ':${SOURCE}:' || new.source_id;
       begin
         if current_setting('desk.door_edited', true) is distinct from new.account_id::text then
           insert into door_version as d (account_id, version) values (new.account_id, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', new.account_id::text, true);
         end if;
         if current_setting('desk.door_kept', true) is distinct from object then
           perform keep_door_config(new.account_id, ${SOURCE}, new.source_id);
           perform set_config('desk.door_kept', object, true);
         end if;
         return null;
       end $$;

       create constraint trigger door_edit after insert or update on recontact_list
         deferrable initially deferred for each row execute function count_recontact_edit();`,
    )
    .execute(db)
}
