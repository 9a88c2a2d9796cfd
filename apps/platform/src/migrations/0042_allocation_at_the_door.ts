import { sql, type Kysely } from 'kysely'

const [PROJECT, SURVEY, SOURCE, SUPPLIER] = [1, 2, 3, 4]

/**
 * The door judges by suppliers' shares (docs/decisions/0042), so that they are part of what it keeps every version of. Sources with suppliers get a version of
 * now: entrants of before were not judged by a share.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
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
               'suppliers', (select coalesce(jsonb_agg(jsonb_build_object('supplier_id', o.supplier_id, 'supply_price_cents', o.supply_price_cents, 'allocation_percent', o.allocation_percent) order by o.supplier_id), '[]')
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

       insert into door_version (account_id, version) select distinct account_id, 1 from source_supplier
       on conflict (account_id) do update set version = door_version.version + 1;

       select keep_door_config(account_id, ${SOURCE}, source_id) from (select distinct account_id, source_id from source_supplier) shared;`,
    )
    .execute(db)
}
