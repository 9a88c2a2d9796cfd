import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const [PROJECT, SURVEY, SOURCE, SUPPLIER] = [1, 2, 3, 4]

/**
 * Keeps every version of what the door judges by (docs/decisions/0032): an edit that changes the part of a project, survey, source or supplier writes it once, at
 * its commit, under the account's number of edits, which the line of each entry bears. What stands now is the first version that is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- scope: 1 project, 2 survey, 3 source, 4 supplier. In force from this version until the next one of the same scope and id.
       create table door_config (
         account_id int not null,
         scope smallint not null,
         scope_id int not null,
         version bigint not null,
         at timestamptz not null default clock_timestamp(),
         config jsonb not null,
         primary key (account_id, scope, scope_id, version)
       );

       create function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when ${PROJECT} then (select jsonb_build_object('status', p.status, 'sell_price_cents', p.sell_price_cents, 'out_of_field_at', p.out_of_field_at)
             from project p where p.account_id = account and p.project_id = wanted)
           when ${SURVEY} then (select jsonb_build_object('status', y.status, 'target', y.target, 'sell_price_cents', y.sell_price_cents, 'out_of_field_at', y.out_of_field_at,
               'survey_url', y.survey_url, 'loi_minutes', y.loi_minutes, 'ir_percent', y.ir_percent, 'country_id', y.country_id, 'device_types', y.device_types,
               'auto_pause_rules', y.auto_pause_rules,
               'rules', (select coalesce(jsonb_agg(jsonb_build_object('rule', d.rule, 'mode', d.mode, 'threshold', d.threshold, 'window_hours', d.window_hours) order by d.rule), '[]')
                 from defender_rule d where d.account_id = account and d.survey_id = wanted))
             from survey y where y.account_id = account and y.survey_id = wanted)
           when ${SOURCE} then (select jsonb_build_object('type', s.type, 'status', s.status, 'target', s.target, 'supply_price_cents', s.supply_price_cents, 'out_of_field_at', s.out_of_field_at,
               'calculation_type', s.calculation_type, 'click_balancing', s.click_balancing, 'pacing', s.pacing, 'country_id', s.country_id,
               'suppliers', (select coalesce(jsonb_agg(jsonb_build_object('supplier_id', o.supplier_id, 'supply_price_cents', o.supply_price_cents) order by o.supplier_id), '[]')
                 from source_supplier o where o.account_id = account and o.source_id = wanted),
               'qualifications', (select coalesce(jsonb_agg(jsonb_build_object('name', q.name, 'condition', q.condition) order by q.qualification_no), '[]')
                 from source_qualification q where q.account_id = account and q.source_id = wanted),
               'quotas', (select coalesce(jsonb_agg(jsonb_build_object('quota_no', q.quota_no, 'name', q.name, 'conditions', q.conditions, 'target', q.target) order by q.quota_no), '[]')
                 from source_quota q where q.account_id = account and q.source_id = wanted))
             from source s where s.account_id = account and s.source_id = wanted)
           when ${SUPPLIER} then (select jsonb_build_object('supplier_cpi_cents', u.supplier_cpi_cents)
             from supplier u where u.account_id = account and u.supplier_id = wanted)
         end
       $$;

       create function keep_door_config(account int, wanted_scope int, wanted int) returns void language plpgsql as $$
       declare present jsonb := door_config_of(account, wanted_scope, wanted);
       begin
         if present is null or present is not distinct from
           (select config from door_config where account_id = account and scope = wanted_scope and scope_id = wanted order by version desc limit 1) then return; end if;
         insert into door_config (account_id, scope, scope_id, version, config)
         values (account, wanted_scope, wanted, coalesce((select version from door_version where account_id = account), 0), present)
         on conflict (account_id, scope, scope_id, version) do update set config = excluded.config;
       end $$;

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
         elsif tg_table_name in ('source', 'source_supplier', 'source_qualification', 'source_quota') then
           changed_scope := ${SOURCE}; changed := coalesce(new.source_id, old.source_id);
         elsif tg_table_name = 'supplier' then
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
         return null;
       end $$;

       create constraint trigger door_edit after insert or delete or update of status, sell_price_cents, out_of_field_at on project
         deferrable initially deferred for each row execute function count_door_edit();
       -- the counters of a quota are the batches' own
       create constraint trigger door_edit after insert or delete or update of name, conditions, target on source_quota
         deferrable initially deferred for each row execute function count_door_edit();

       insert into door_config (account_id, scope, scope_id, version, config)
       select e.account_id, e.scope, e.scope_id, coalesce(d.version, 0), door_config_of(e.account_id, e.scope, e.scope_id)
       from (
         select account_id, ${PROJECT} as scope, project_id as scope_id from project
         union all select account_id, ${SURVEY}, survey_id from survey
         union all select account_id, ${SOURCE}, source_id from source
         union all select account_id, ${SUPPLIER}, supplier_id from supplier
       ) e left join door_version d using (account_id);`,
    )
    .execute(db)
  await bindToAccount(db, ['door_config'])
}
