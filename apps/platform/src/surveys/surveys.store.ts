import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import type { Survey } from '@desk/schema/surveys/survey'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import type { Page } from '../lists/page.ts'
import { effectiveStatus, userName } from '../statuses/status-sql.ts'

const LIVE = sql.lit(STATUS_CODES.live)

interface SurveyRow {
  readonly id: number
  readonly projectId: number
  readonly projectName: string
  readonly name: string
  readonly target: number
  readonly countryId: number | null
  readonly countryName: string | null
  readonly languageId: number | null
  readonly languageName: string | null
  readonly loiMinutes: number
  readonly irPercent: number
  readonly surveyUrl: string | null
  readonly deviceTypes: readonly DeviceTypeId[]
  readonly sellPriceCents: number | null
  readonly outOfFieldAt: Date | null
  readonly outOfFieldZoneCode: number
  readonly status: StatusCode
  readonly effectiveStatus: StatusCode
  readonly statusReason: string | null
  readonly statusChangedBy: string | null
  readonly statusChangedAt: Date
  readonly version: number
  readonly sourceCount: number
  readonly liveSourceCount: number
  readonly createdAt: Date
}

const surveys = sql`
  select v.survey_id as id, v.project_id as "projectId", p.name as "projectName", v.name, v.target, v.country_id as "countryId",
         c.name as "countryName", v.language_id as "languageId", l.name as "languageName", v.loi_minutes as "loiMinutes",
         v.ir_percent as "irPercent", v.survey_url as "surveyUrl", v.device_types as "deviceTypes", v.sell_price_cents as "sellPriceCents",
         v.out_of_field_at as "outOfFieldAt", v.out_of_field_zone_code as "outOfFieldZoneCode", v.status,
         ${effectiveStatus('v.status', 'p.status')} as "effectiveStatus", v.status_reason as "statusReason",
         ${userName('v.account_id', 'v.status_changed_by')} as "statusChangedBy", v.status_changed_at as "statusChangedAt", v.version,
         v.created_at as "createdAt", n.sources as "sourceCount",
         case when v.status = ${LIVE} and p.status = ${LIVE} then n.live else 0 end as "liveSourceCount"
  from survey v
  join project p on p.account_id = v.account_id and p.project_id = v.project_id
  left join country c on c.country_id = v.country_id
  left join language l on l.language_id = v.language_id
  cross join lateral (
    select count(*) as sources, count(*) filter (where s.status = ${LIVE}) as live
    from source s where s.account_id = v.account_id and s.survey_id = v.survey_id) n`

function surveyOf(row: SurveyRow, withSellPrice: boolean): Survey {
  return {
    pm_sy_ud: row.id,
    pm_proj_ud: row.projectId,
    pm_sy_name: row.name,
    respondents: row.target,
    pm_cy_cs_id: row.countryId,
    country_name: row.countryName,
    languages_id: row.languageId,
    language_name: row.languageName,
    est_loi: row.loiMinutes,
    qualifying_rate: row.irPercent,
    survey_url: row.surveyUrl,
    device_compatibility: row.deviceTypes,
    ...(withSellPrice ? { pm_sy_client_cpi: row.sellPriceCents === null ? null : row.sellPriceCents / 100 } : {}),
    out_of_field_date: row.outOfFieldAt?.toISOString() ?? null,
    out_of_field_time_zone_code: row.outOfFieldZoneCode,
    statusid: row.status,
    effective_statusid: row.effectiveStatus,
    status_reason: row.statusReason,
    status_changed_by: row.statusChangedBy,
    status_changed_at: row.statusChangedAt.toISOString(),
    status_version: row.version,
    source_count: row.sourceCount,
    live_source_count: row.liveSourceCount,
    created_at: row.createdAt.toISOString(),
  }
}

/** A project's surveys in the order in which they were made; of one status when a state is given (§2.18). */
export async function listSurveys(tx: Tx, accountId: number, of: { readonly projectId: number; readonly state?: number }, page: Page, withSellPrice: boolean): Promise<readonly Survey[]> {
  const { rows } = await sql<SurveyRow>`
    ${surveys} where v.account_id = ${accountId} and v.project_id = ${of.projectId} and (${of.state ?? null}::int is null or v.status = ${of.state ?? null}::int)
    order by v.survey_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(row => surveyOf(row, withSellPrice))
}

/** A survey with its project's name. */
export async function findSurvey(tx: Tx, accountId: number, surveyId: number, withSellPrice: boolean): Promise<(Survey & { readonly pm_proj_name: string }) | undefined> {
  const { rows } = await sql<SurveyRow>`${surveys} where v.account_id = ${accountId} and v.survey_id = ${surveyId}`.execute(tx)
  const [row] = rows
  return row && { ...surveyOf(row, withSellPrice), pm_proj_name: row.projectName }
}
