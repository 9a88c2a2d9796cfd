import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const [PROJECT, SURVEY, SOURCE, SUPPLIER] = [1, 2, 3, 4]

/**
 * Who is kept out of sources and projects (docs/decisions/0057). The door caches them by the account's number of edits, so that an edit acts on the very next
 * respondent; of each version it keeps what is excluded, where something is: what was kept of the others stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table source_exclusion (
         account_id int not null,
         source_id int not null,
         project_ids int[] not null,
         states text not null check (states in ('completes', 'entrants')),
         look_back_days int not null check (look_back_days between 1 and 3650),
         version int not null,
         primary key (account_id, source_id),
         foreign key (account_id, source_id) references source
       );
       create table supplier_exclusion (
         account_id int not null,
         supplier_id int not null,
         project_ids int[] not null,
         version int not null,
         primary key (account_id, supplier_id),
         foreign key (account_id, supplier_id) references supplier
       );
       -- of every project of the account
       create table account_exclusion (
         account_id int primary key,
         supplier_ids int[] not null,
         version int not null
       );`,
    )
    .execute(db)
  await bindToAccount(db, ['source_exclusion', 'supplier_exclusion', 'account_exclusion'])
  await sql
    .raw(
      `create function door_exclusion_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when ${SOURCE} then (select jsonb_build_object('exclusion', jsonb_build_object('project_ids', x.project_ids, 'states', x.states, 'look_back_days', x.look_back_days))
             from source_exclusion x where x.account_id = account and x.source_id = wanted and cardinality(x.project_ids) > 0)
           when ${SUPPLIER} then (
             select jsonb_build_object('excluded', jsonb_build_object('everywhere', e.everywhere, 'project_ids', e.project_ids))
             from (select coalesce((select wanted = any(a.supplier_ids) from account_exclusion a where a.account_id = account), false) as everywhere,
                     coalesce((select x.project_ids from supplier_exclusion x where x.account_id = account and x.supplier_id = wanted), '{}') as project_ids) e
             where e.everywhere or cardinality(e.project_ids) > 0)
         end
       $$;

       alter function door_config_of(int, int, int) rename to door_setup_of;
       create function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_setup_of(account, wanted_scope, wanted) || coalesce(door_exclusion_of(account, wanted_scope, wanted), '{}')
       $$;

       create or replace function count_door_edit() returns trigger language plpgsql as $$
       declare
         account int := coalesce(new.account_id, old.account_id);
         changed_scope int;
         changed int;
         object text;
       begin
         if tg_table_name = 'project' then
           changed_scope := ${PROJECT}; changed := coalesce(new.project_id, old.project_id);
         elsif tg_table_name in ('survey', 'defender_rule') then
           changed_scope := ${SURVEY}; changed := coalesce(new.survey_id, old.survey_id);
         elsif tg_table_name in ('source', 'source_supplier', 'source_qualification', 'source_quota', 'source_exclusion') then
           changed_scope := ${SOURCE}; changed := coalesce(new.source_id, old.source_id);
         elsif tg_table_name in ('supplier', 'supplier_exclusion') then
           changed_scope := ${SUPPLIER}; changed := coalesce(new.supplier_id, old.supplier_id);
         end if;
         object := account || ':' || changed_scope || ':' || changed;
         if current_setting('desk.door_edited', true) is distinct from account::text then
           insert into door_version as d (account_id, version) values (account, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', account::text, true);
         end if;
         -- rows of one object come one after the other: it is looked at once for all of them
         if changed_scope is not null and current_setting('desk.door_kept', true) is distinct from object then
           perform keep_door_config(account, changed_scope, changed);
           perform set_config('desk.door_kept', object, true);
         end if;
         if tg_table_name = 'account_exclusion' then
           perform keep_door_config(account, ${SUPPLIER}, supplier_id) from (
             select distinct unnest(coalesce(old.supplier_ids, '{}') || coalesce(new.supplier_ids, '{}')) as supplier_id) changed_suppliers;
         end if;
         return null;
       end $$;

       create constraint trigger door_edit after insert or delete or update on source_exclusion
         deferrable initially deferred for each row execute function count_door_edit();
       create constraint trigger door_edit after insert or delete or update on supplier_exclusion
         deferrable initially deferred for each row execute function count_door_edit();
       create constraint trigger door_edit after insert or delete or update on account_exclusion
         deferrable initially deferred for each row execute function count_door_edit();`,
    )
    .execute(db)
}
