-- The door caches by the number of edits of an account (docs/decisions/0023), and stores every version of its setup (docs/decisions/0032).

-- counts the transactions that edit the setup of an account
create table door_version (
  account_id int primary key,
  version bigint not null
);

-- scope: 1 project, 2 survey, 3 source, 4 supplier, 5 account; version: the number of edits since which it is in force
create table door_config (
  account_id int not null,
  scope smallint not null,
  scope_id int not null,
  version bigint not null,
  at timestamptz not null default clock_timestamp(),
  config jsonb not null,
  primary key (account_id, scope, scope_id, version)
);

-- runs at the commit, once for each transaction
create function count_door_edit() returns trigger language plpgsql as $$
       declare
         account int := coalesce(new.account_id, old.account_id);
         changed_scope int;
         changed int;
         object text;
       begin
         if tg_table_name = 'project' then
           changed_scope := 1; changed := coalesce(new.project_id, old.project_id);
         elsif tg_table_name in ('survey', 'defender_rule') then
           changed_scope := 2; changed := coalesce(new.survey_id, old.survey_id);
         elsif tg_table_name in ('source', 'source_supplier', 'source_qualification', 'source_quota', 'source_exclusion') then
           changed_scope := 3; changed := coalesce(new.source_id, old.source_id);
         elsif tg_table_name in ('supplier', 'supplier_exclusion') then
           changed_scope := 4; changed := coalesce(new.supplier_id, old.supplier_id);
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
           perform keep_door_config(account, 4, supplier_id) from (
             select distinct unnest(coalesce(old.supplier_ids, '{}') || coalesce(new.supplier_ids, '{}')) as supplier_id) changed_suppliers;
         end if;
         return null;
       end $$;
create constraint trigger door_edit after insert or delete or update on account deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update of status, sell_price_cents, out_of_field_at on project deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on survey deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on supplier deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on supplier_redirect deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on source deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on source_supplier deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on source_qualification deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update of name, conditions, target on source_quota deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on hash_key deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on defender_rule deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on source_redirect deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on source_exclusion deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on supplier_exclusion deferrable initially deferred for each row execute function count_door_edit();
create constraint trigger door_edit after insert or delete or update on account_exclusion deferrable initially deferred for each row execute function count_door_edit();

create function door_setup_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when 1 then (select jsonb_build_object('status', p.status, 'sell_price_cents', p.sell_price_cents, 'out_of_field_at', p.out_of_field_at)
             from project p where p.account_id = account and p.project_id = wanted)
           when 2 then (select jsonb_build_object('status', y.status, 'target', y.target, 'sell_price_cents', y.sell_price_cents, 'out_of_field_at', y.out_of_field_at,
               'survey_url', y.survey_url, 'loi_minutes', y.loi_minutes, 'ir_percent', y.ir_percent, 'country_id', y.country_id, 'device_types', y.device_types,
               'auto_pause_rules', y.auto_pause_rules,
               'rules', (select coalesce(jsonb_agg(jsonb_build_object('rule', d.rule, 'mode', d.mode, 'threshold', d.threshold, 'window_hours', d.window_hours) order by d.rule), '[]')
                 from defender_rule d where d.account_id = account and d.survey_id = wanted))
             from survey y where y.account_id = account and y.survey_id = wanted)
           when 3 then (select jsonb_build_object('type', s.type, 'status', s.status, 'target', s.target, 'supply_price_cents', s.supply_price_cents, 'out_of_field_at', s.out_of_field_at,
               'calculation_type', s.calculation_type, 'click_balancing', s.click_balancing, 'pacing', s.pacing, 'country_id', s.country_id,
               'suppliers', (select coalesce(jsonb_agg(jsonb_build_object('supplier_id', o.supplier_id, 'supply_price_cents', o.supply_price_cents, 'allocation_percent', o.allocation_percent) order by o.supplier_id), '[]')
                 from source_supplier o where o.account_id = account and o.source_id = wanted),
               'qualifications', (select coalesce(jsonb_agg(jsonb_build_object('name', q.name, 'condition', q.condition) order by q.qualification_no), '[]')
                 from source_qualification q where q.account_id = account and q.source_id = wanted),
               'quotas', (select coalesce(jsonb_agg(jsonb_build_object('quota_no', q.quota_no, 'name', q.name, 'conditions', q.conditions, 'target', q.target) order by q.quota_no), '[]')
                 from source_quota q where q.account_id = account and q.source_id = wanted))
             from source s where s.account_id = account and s.source_id = wanted)
           when 4 then (select jsonb_build_object('supplier_cpi_cents', u.supplier_cpi_cents)
             from supplier u where u.account_id = account and u.supplier_id = wanted)
         end
       $$;

-- writes a version where the config has changed
create function keep_door_config(account int, wanted_scope int, wanted int) returns void language plpgsql as $$
       declare present jsonb := door_config_of(account, wanted_scope, wanted);
       begin
         if present is null or present is not distinct from
           (select config from door_config where account_id = account and scope = wanted_scope and scope_id = wanted order by version desc limit 1) then return; end if;
         insert into door_config (account_id, scope, scope_id, version, config)
         values (account, wanted_scope, wanted, coalesce((select version from door_version where account_id = account), 0), present)
         on conflict (account_id, scope, scope_id, version) do update set config = excluded.config;
       end $$;

create function door_exclusion_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when 3 then (select jsonb_build_object('exclusion', jsonb_build_object('project_ids', x.project_ids, 'states', x.states, 'look_back_days', x.look_back_days))
             from source_exclusion x where x.account_id = account and x.source_id = wanted and cardinality(x.project_ids) > 0)
           when 4 then (
             select jsonb_build_object('excluded', jsonb_build_object('everywhere', e.everywhere, 'project_ids', e.project_ids))
             from (select coalesce((select wanted = any(a.supplier_ids) from account_exclusion a where a.account_id = account), false) as everywhere,
                     coalesce((select x.project_ids from supplier_exclusion x where x.account_id = account and x.supplier_id = wanted), '{}') as project_ids) e
             where e.everywhere or cardinality(e.project_ids) > 0)
         end
       $$;

create function door_config_without_defender(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_setup_of(account, wanted_scope, wanted) || coalesce(door_exclusion_of(account, wanted_scope, wanted), '{}')
       $$;

create function door_defender_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when 1 then (select jsonb_build_object('defender', d.rules) from project_defender d
             where d.account_id = account and d.project_id = wanted and jsonb_array_length(d.rules) > 0)
           when 4 then (select jsonb_build_object('security', jsonb_build_object('level', u.security_level, 'activity_enabled', u.activity_enabled, 'token_threshold', u.token_threshold,
               'language_threshold', case when u.text_analytics then u.language_threshold end, 'threat_level', case when u.bot_detection then u.threat_level end))
             from supplier u where u.account_id = account and u.supplier_id = wanted and u.security_level <> 6)
         end
       $$;

create function door_config_without_recontact(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when 5 then (select jsonb_build_object('defender', d.rules) from account_defender d where d.account_id = account)
           else door_config_without_defender(account, wanted_scope, wanted) || coalesce(door_defender_of(account, wanted_scope, wanted), '{}')
         end
       $$;

create function count_defender_edit() returns trigger language plpgsql as $$
       declare account int := coalesce(new.account_id, old.account_id);
       begin
         if current_setting('desk.door_edited', true) is distinct from account::text then
           insert into door_version as d (account_id, version) values (account, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', account::text, true);
         end if;
         if tg_table_name = 'account_defender' then perform keep_door_config(account, 5, account);
         else perform keep_door_config(account, 1, coalesce(new.project_id, old.project_id)); end if;
         return null;
       end $$;
create constraint trigger door_edit after insert or delete or update on account_defender deferrable initially deferred for each row execute function count_defender_edit();
create constraint trigger door_edit after insert or delete or update on project_defender deferrable initially deferred for each row execute function count_defender_edit();

create function door_config_without_hold_out(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_config_without_recontact(account, wanted_scope, wanted) || case
           when wanted_scope = 3 and exists (select from recontact_list l where l.account_id = account and l.source_id = wanted and l.people > 0)
           then '{"recontact": true}'::jsonb else '{}'::jsonb end
       $$;

-- as count_door_edit does for the tables of the setups
create function count_recontact_edit() returns trigger language plpgsql as $$
       declare object text := new.account_id || ':3:' || new.source_id;
       begin
         if current_setting('desk.door_edited', true) is distinct from new.account_id::text then
           insert into door_version as d (account_id, version) values (new.account_id, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', new.account_id::text, true);
         end if;
         if current_setting('desk.door_kept', true) is distinct from object then
           perform keep_door_config(new.account_id, 3, new.source_id);
           perform set_config('desk.door_kept', object, true);
         end if;
         return null;
       end $$;
create constraint trigger door_edit after insert or update on recontact_list deferrable initially deferred for each row execute function count_recontact_edit();

create function door_hold_out_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when 1 then (select jsonb_build_object('hold_out', jsonb_build_array(d.hold_out_percent, d.hold_out_billable))
             from project_defender d where d.account_id = account and d.project_id = wanted and d.hold_out_percent is not null)
           when 5 then (select jsonb_build_object('hold_out', jsonb_build_array(d.hold_out_percent, d.hold_out_billable))
             from account_defender d where d.account_id = account and d.hold_out_percent > 0)
         end
       $$;

create function door_config_without_hold_places(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_config_without_hold_out(account, wanted_scope, wanted) || coalesce(door_hold_out_of(account, wanted_scope, wanted), '{}')
       $$;

create function count_mark_edit() returns trigger language plpgsql as $$
       begin
         if current_setting('desk.door_edited', true) is distinct from new.account_id::text then
           insert into door_version as d (account_id, version) values (new.account_id, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', new.account_id::text, true);
         end if;
         return null;
       end $$;
create constraint trigger door_edit after insert or update on mark_list deferrable initially deferred for each row execute function count_mark_edit();

create function door_hold_places_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when 2 then (select jsonb_build_object('hold_places', y.hold_places) from survey y where y.account_id = account and y.survey_id = wanted and y.hold_places > 1)
           when 3 then (select jsonb_build_object('hold_places', s.hold_places) from source s where s.account_id = account and s.source_id = wanted and s.hold_places > 1)
         end
       $$;

create function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_config_without_hold_places(account, wanted_scope, wanted) || coalesce(door_hold_places_of(account, wanted_scope, wanted), '{}')
       $$;
