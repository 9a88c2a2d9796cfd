import type { PeerList } from './peer.ts'

/** A list of the desk, and the same rows as plain SQL with the columns of the wire; `ids` is the column that says that they are the same. */
export interface ListCase extends PeerList {
  readonly name: string
  readonly ours: string
  readonly ids: string
}

const PAGE = 200
const status = (table: string) => `
  ${table}.status as statusid, ${table}.status_reason, (select u.firstname || ' ' || u.lastname from app_user u where u.user_id = ${table}.status_changed_by) as status_changed_by,
  ${table}.status_changed_at, ${table}.version as status_version, ${table}.created_at`

/** The lists that are measured, of this account and one of its surveys. */
export function listCases(accountId: number, projectId: number, surveyId: number): readonly ListCase[] {
  return [
    {
      name: 'projects',
      ours: `/v1/projects?limit=${PAGE}`,
      path: '/projects',
      ids: 'pm_proj_ud',
      sql: `
        select p.project_id as pm_proj_ud, p.name as pm_proj_name, p.number as pm_proj_rep_num, p.consultant_user_id as consultant,
          (select u.firstname || ' ' || u.lastname from app_user u where u.user_id = p.consultant_user_id) as consultant_name, p.business_unit_id as business_unit_ud, b.name as business_unit_name,
          p.out_of_field_at as out_of_field_date, p.out_of_field_zone_code as out_of_field_time_zone_code, p.target as respondents, p.country_id as pm_cy_cs_id, p.language_id as languages_id,
          p.loi_minutes as est_loi, p.ir_percent as qualifying_rate, p.sell_price_cents / 100.0 as pm_sy_client_cpi,
          (select count(*) from survey v where v.account_id = p.account_id and v.project_id = p.project_id) as survey_count,
          case when p.status = 1 then (select count(*) from source s join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
            where s.account_id = p.account_id and s.project_id = p.project_id and s.status = 1 and v.status = 1) else 0 end as live_source_count, ${status('p')}
        from project p left join business_unit b on b.account_id = p.account_id and b.business_unit_id = p.business_unit_id
        where p.account_id = ${accountId} order by p.created_at desc, p.project_id desc limit ${PAGE}`,
    },
    {
      name: 'projects found by their number',
      ours: `/v1/projects?limit=${PAGE}&search=P-77`,
      path: '/found',
      ids: 'pm_proj_ud',
      sql: `
        select p.project_id as pm_proj_ud, p.name as pm_proj_name, p.number as pm_proj_rep_num, p.target as respondents, p.out_of_field_zone_code as out_of_field_time_zone_code,
          p.sell_price_cents / 100.0 as pm_sy_client_cpi, (select count(*) from survey v where v.account_id = p.account_id and v.project_id = p.project_id) as survey_count, ${status('p')}
        from project p where p.account_id = ${accountId} and (p.name ilike '%P-77%' or p.number ilike '%P-77%') order by p.created_at desc, p.project_id desc limit ${PAGE}`,
    },
    {
      name: 'surveys of a project',
      ours: `/v1/surveys?pm_proj_ud=${projectId}`,
      path: '/surveys',
      ids: 'pm_sy_ud',
      sql: `
        select v.survey_id as pm_sy_ud, v.project_id as pm_proj_ud, v.name as pm_sy_name, v.target as respondents, v.country_id as pm_cy_cs_id, c.name as country_name, v.language_id as languages_id,
          l.name as language_name, v.loi_minutes as est_loi, v.ir_percent as qualifying_rate, v.survey_url, v.device_types as device_compatibility, v.sell_price_cents as pm_sy_client_cpi,
          (select count(*) from source s where s.account_id = v.account_id and s.survey_id = v.survey_id) as source_count, ${status('v')}
        from survey v left join country c on c.country_id = v.country_id left join language l on l.language_id = v.language_id
        where v.account_id = ${accountId} and v.project_id = ${projectId} order by v.survey_id limit ${PAGE}`,
    },
    {
      name: 'sources of a survey',
      ours: `/v1/survey-stream-metrics/${surveyId}`,
      path: '/sources',
      ids: 'stmid',
      sql: `
        select s.source_id as stmid, s.survey_id as pm_sy_ud, s.name, s.type, s.target, ${status('s')},
          array(select k.name from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id where x.account_id = s.account_id and x.source_id = s.source_id) as suppliers,
          coalesce(r.entrants, 0) as entrants, coalesce(r.terms, 0) as terms, coalesce(r.oqs, 0) as "oQs", coalesce(r.completes, 0) as completes, coalesce(r.expense_cents, 0) as expense,
          s.target::float8 / sum(s.target) over () as allocation
        from source s left join rollup r on r.account_id = s.account_id and r.scope = 3 and r.scope_id = s.source_id
        where s.account_id = ${accountId} and s.survey_id = ${surveyId} order by s.source_id limit ${PAGE}`,
    },
    {
      name: 'suppliers',
      ours: `/v1/suppliers?limit=${PAGE}`,
      path: '/suppliers',
      ids: 'pm_sup_ud',
      sql: `
        select k.supplier_id as pm_sup_ud, k.name, k.type_code as pm_supplier_type_code_ud, k.recruitment_type, k.supplier_cpi_cents / 100.0 as supplier_cpi,
          (select count(*) from source_supplier x where x.account_id = k.account_id and x.supplier_id = k.supplier_id) as sources_count,
          array(select type from supplier_redirect d where d.account_id = k.account_id and d.supplier_id = k.supplier_id) as redirect_types
        from supplier k where k.account_id = ${accountId} order by k.name collate "und-x-icu", k.supplier_id limit ${PAGE}`,
    },
  ]
}
