import type { RollupCounts } from '@desk/schema/columns/rollup-counts'
import type { Project, ProjectDetail, ProjectFilters } from '@desk/schema/projects/project'
import type { DearestSource } from '@desk/schema/surveys/survey-warnings'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { COUNTED } from '#ledger/figures/counted-columns'
import { dearestSource, isOpen } from '../sources/dearest-source-sql.ts'
import { passing } from './project-filters.ts'

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

/** The projects that pass the filters, newest first. */
export async function listProjects(
  tx: Tx,
  accountId: number,
  filters: ProjectFilters,
  page: Page,
  withSellPrice: boolean,
): Promise<readonly Project[]> {
  const { rows } = await sql<ProjectRow>`
    ${projects} where ${passing(accountId, filters)}
    order by p.created_at desc, p.project_id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(row => projectOf(row, withSellPrice))
}

interface ProjectsSum extends Omit<RollupCounts, 'loiMedianSeconds'> {
  readonly target: number
}

/** The sums of all projects that match the filters, from their rollups. */
export async function sumProjects(tx: Tx, accountId: number, filters: ProjectFilters): Promise<ProjectsSum> {
  const { rows } = await sql<ProjectsSum>`
    select coalesce(sum(p.target), 0)::bigint as target, ${sql.join(COUNTED.map(({ id, rollup }) => sql`coalesce(sum(${sql.ref(`r.${rollup}`)}), 0)::bigint as ${sql.id(id)}`))},
           coalesce(sum(r.expense_cents), 0)::bigint as "expenseCents", max(r.last_complete_at) as "lastCompleteAt"
    from project p left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where ${passing(accountId, filters)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/** A project with all that its form has. */
export interface StoredProject extends Omit<ProjectDetail, 'allowed' | 'warnings' | 'dearest_source'> {
  readonly dearest: DearestSource | null
}

interface DetailRow extends ProjectRow {
  readonly countryName: string | null
  readonly languageName: string | null
  readonly surveyUrl: string | null
  readonly deviceTypes: ProjectDetail['device_compatibility']
  readonly editVersion: number
  readonly dearest: DearestSource | null
}

export async function findProject(
  tx: Tx,
  accountId: number,
  projectId: number,
  withSellPrice: boolean,
): Promise<StoredProject | undefined> {
  const { rows } = await sql<DetailRow>`
    select q.*, c.name as "countryName", l.name as "languageName", d.survey_url as "surveyUrl", d.device_types as "deviceTypes", d.edit_version as "editVersion",
           ${dearestSource(sql`s.account_id = d.account_id and s.project_id = d.project_id and exists (
             select from survey v where v.account_id = s.account_id and v.survey_id = s.survey_id and v.sell_price_cents is null and ${isOpen('v.status')})`)} as dearest
    from (${projects} where p.account_id = ${accountId} and p.project_id = ${projectId}) q
    join project d on d.account_id = ${accountId} and d.project_id = q.id
    left join country c on c.country_id = q."countryId" left join language l on l.language_id = q."languageId"`.execute(
    tx,
  )
  const [row] = rows
  return (
    row && {
      ...projectOf(row, withSellPrice),
      country_name: row.countryName,
      language_name: row.languageName,
      survey_url: row.surveyUrl,
      device_compatibility: row.deviceTypes,
      version: row.editVersion,
      dearest: row.dearest,
    }
  )
}

/** The stored fields of a project's form. */
export interface ProjectColumns {
  readonly name: string
  readonly number: string
  readonly consultantUserId: number | null
  readonly businessUnitId: number | null
  readonly outOfFieldAt: Date | null
  readonly outOfFieldZoneCode: number
  readonly target: number
  readonly countryId: number | null
  readonly languageId: number | null
  readonly loiMinutes: number | null
  readonly irPercent: number | null
  readonly surveyUrl: string | null
  readonly deviceTypes: readonly number[] | null
  readonly sellPriceCents: number | null
}

/** A project's fields, locked for an edit; nothing when the account has no such project. */
export async function lockProject(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<(ProjectColumns & { readonly editVersion: number }) | undefined> {
  const { rows } = await sql<ProjectColumns & { readonly editVersion: number }>`
    select name, number, consultant_user_id as "consultantUserId", business_unit_id as "businessUnitId", out_of_field_at as "outOfFieldAt",
           out_of_field_zone_code as "outOfFieldZoneCode", target, country_id as "countryId", language_id as "languageId", loi_minutes as "loiMinutes",
           ir_percent as "irPercent", survey_url as "surveyUrl", device_types as "deviceTypes", sell_price_cents as "sellPriceCents", edit_version as "editVersion"
    from project where account_id = ${accountId} and project_id = ${projectId} for no key update`.execute(tx)
  return rows[0]
}

const columns = sql.raw(
  'name, number, consultant_user_id, business_unit_id, out_of_field_at, out_of_field_zone_code, target, country_id, language_id, loi_minutes, ir_percent, survey_url, device_types, sell_price_cents',
)

const valuesOf = (project: ProjectColumns) => sql`
  ${project.name}, ${project.number}, ${project.consultantUserId}, ${project.businessUnitId}, ${project.outOfFieldAt}, ${project.outOfFieldZoneCode}, ${project.target},
  ${project.countryId}, ${project.languageId}, ${project.loiMinutes}, ${project.irPercent}, ${project.surveyUrl}, ${project.deviceTypes}::smallint[], ${project.sellPriceCents}`

/** Stores a new project, a draft. */
export async function insertProject(
  tx: Tx,
  accountId: number,
  project: ProjectColumns,
  by: { readonly userId: number; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into project (account_id, status_changed_by, status_changed_at, created_at, ${columns})
    values (${accountId}, ${by.userId}, ${by.at}, ${by.at}, ${valuesOf(project)}) returning project_id as id`.execute(
    tx,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The project was not stored.')
  return id
}

/** Stores a project's fields, and counts the edit. */
export async function updateProject(
  tx: Tx,
  accountId: number,
  projectId: number,
  project: ProjectColumns,
): Promise<void> {
  await sql`
    update project set (${columns}) = (${valuesOf(project)}), edit_version = edit_version + 1
    where account_id = ${accountId} and project_id = ${projectId}`.execute(tx)
}
