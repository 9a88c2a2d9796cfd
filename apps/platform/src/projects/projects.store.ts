import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import type { Project, ProjectFilters } from '@desk/schema/projects/project'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import type { Page } from '../lists/page.ts'
import { userName } from '../statuses/status-sql.ts'

const LIVE = sql.lit(STATUS_CODES.live)

interface ProjectRow {
  readonly id: number
  readonly name: string
  readonly number: string
  readonly consultantUserId: number | null
  readonly consultantName: string | null
  readonly businessUnitId: number | null
  readonly businessUnitName: string | null
  readonly outOfFieldAt: Date | null
  readonly outOfFieldZoneCode: number
  readonly target: number
  readonly countryId: number | null
  readonly languageId: number | null
  readonly loiMinutes: number | null
  readonly irPercent: number | null
  readonly sellPriceCents: number | null
  readonly status: StatusCode
  readonly statusReason: string | null
  readonly statusChangedBy: string | null
  readonly statusChangedAt: Date
  readonly version: number
  readonly surveyCount: number
  readonly liveSourceCount: number
  readonly createdAt: Date
}

const projects = sql`
  select p.project_id as id, p.name, p.number, p.consultant_user_id as "consultantUserId",
         ${userName('p.account_id', 'p.consultant_user_id')} as "consultantName",
         p.business_unit_id as "businessUnitId", b.name as "businessUnitName",
         p.out_of_field_at as "outOfFieldAt", p.out_of_field_zone_code as "outOfFieldZoneCode", p.target, p.country_id as "countryId",
         p.language_id as "languageId", p.loi_minutes as "loiMinutes", p.ir_percent as "irPercent", p.sell_price_cents as "sellPriceCents",
         p.status, p.status_reason as "statusReason", ${userName('p.account_id', 'p.status_changed_by')} as "statusChangedBy",
         p.status_changed_at as "statusChangedAt", p.version, p.created_at as "createdAt",
         (select count(*) from survey v where v.account_id = p.account_id and v.project_id = p.project_id) as "surveyCount",
         case when p.status = ${LIVE} then (
           select count(*) from source s join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
           where s.account_id = p.account_id and s.project_id = p.project_id and s.status = ${LIVE} and v.status = ${LIVE})
         else 0 end as "liveSourceCount"
  from project p left join business_unit b on b.account_id = p.account_id and b.business_unit_id = p.business_unit_id`

function projectOf(row: ProjectRow, withSellPrice: boolean): Project {
  return {
    pm_proj_ud: row.id,
    pm_proj_name: row.name,
    pm_proj_rep_num: row.number,
    consultant: row.consultantUserId,
    consultant_name: row.consultantName,
    business_unit_ud: row.businessUnitId,
    business_unit_name: row.businessUnitName,
    out_of_field_date: row.outOfFieldAt?.toISOString() ?? null,
    out_of_field_time_zone_code: row.outOfFieldZoneCode,
    respondents: row.target,
    pm_cy_cs_id: row.countryId,
    languages_id: row.languageId,
    est_loi: row.loiMinutes,
    qualifying_rate: row.irPercent,
    ...(withSellPrice ? { pm_sy_client_cpi: row.sellPriceCents === null ? null : row.sellPriceCents / 100 } : {}),
    statusid: row.status,
    status_reason: row.statusReason,
    status_changed_by: row.statusChangedBy,
    status_changed_at: row.statusChangedAt.toISOString(),
    status_version: row.version,
    survey_count: row.surveyCount,
    live_source_count: row.liveSourceCount,
    created_at: row.createdAt.toISOString(),
  }
}

/** The projects that pass the filters (§3.30), newest first. The consultant "Other" stands for those without one. */
export async function listProjects(tx: Tx, accountId: number, filters: ProjectFilters, page: Page, withSellPrice: boolean): Promise<readonly Project[]> {
  const conditions = [sql`p.account_id = ${accountId}`]
  const { status = 'all', consultant = 'all', business_unit_ud: unit = 'all', search } = filters
  if (status !== 'all') conditions.push(sql`p.status = ${status}::int`)
  if (consultant === NO_CONSULTANT_UID) conditions.push(sql`p.consultant_user_id is null`)
  else if (consultant !== 'all') conditions.push(sql`p.consultant_user_id = ${consultant}`)
  if (unit !== 'all') conditions.push(sql`p.business_unit_id = ${unit}`)
  const words = search?.trim()
  if (words) {
    const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    conditions.push(sql`(p.name ilike ${pattern} or p.number ilike ${pattern})`)
  }
  const { rows } = await sql<ProjectRow>`
    ${projects} where ${sql.join(conditions, sql` and `)}
    order by p.created_at desc, p.project_id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(row => projectOf(row, withSellPrice))
}

export async function findProject(tx: Tx, accountId: number, projectId: number, withSellPrice: boolean): Promise<Project | undefined> {
  const { rows } = await sql<ProjectRow>`${projects} where p.account_id = ${accountId} and p.project_id = ${projectId}`.execute(tx)
  const [row] = rows
  return row && projectOf(row, withSellPrice)
}
