import { STATUS_CODES, hasEnded, type StatusCode } from '@desk/schema/statuses/status'
import type { DeviceTypeId } from '@desk/schema/surveys/device-types'
import type { Survey, SurveyDetail } from '@desk/schema/surveys/survey'
import type { DearestSource } from '@desk/schema/surveys/survey-warnings'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import { effectiveStatus, SCOPE_CODES } from '#statuses/status-sql'
import { dearestSource, isOpen } from '../sources/dearest-source-sql.ts'

const LIVE = sql.lit(STATUS_CODES.live)

/** A survey as lists and its page show it. */
export interface SurveyRow {
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

/** Surveys, `v`, with their project, `p`. */
export const surveys = sql`
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

export function surveyOf(row: SurveyRow, withSellPrice: boolean): Survey {
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

/** A survey with all that its form has, and its project's name. */
export interface StoredSurvey extends Omit<SurveyDetail, 'allowed' | 'live_blocks' | 'warnings' | 'dearest_source'> {
  readonly dearest: DearestSource | null
  /** The client's price while the survey has none of its own. */
  readonly projectPrice: number | null
}

interface DetailRow extends SurveyRow {
  readonly surveyUrlRequired: boolean
  readonly holdPlaces: number
  readonly editVersion: number
  readonly completes: number
  readonly lastSource: { readonly name: string; readonly at: string } | null
  readonly endsWithSurvey: readonly number[]
  readonly autoPaused: SurveyDetail['auto_paused_sources']
  readonly dearest: DearestSource | null
  readonly projectPriceCents: number | null
}

export async function findSurvey(
  tx: Tx,
  accountId: number,
  surveyId: number,
  withSellPrice: boolean,
): Promise<StoredSurvey | undefined> {
  const { rows } = await sql<DetailRow>`
    select q.*, d.survey_url_required as "surveyUrlRequired", d.hold_places as "holdPlaces", d.edit_version as "editVersion",
           (select p.sell_price_cents from project p where p.account_id = d.account_id and p.project_id = d.project_id) as "projectPriceCents",
           coalesce((select r.completes from rollup r where r.account_id = d.account_id and r.scope = ${sql.lit(SCOPE_CODES.survey)} and r.scope_id = d.survey_id), 0) as completes,
           coalesce((select jsonb_agg(jsonb_build_object('name', s.name, 'status_reason', s.status_reason) order by s.source_id) from source s
                     where s.account_id = d.account_id and s.survey_id = d.survey_id and s.status = ${sql.lit(STATUS_CODES.autoPaused)}), '[]') as "autoPaused",
           (select jsonb_build_object('name', s.name, 'at', s.out_of_field_at) from source s
            where s.account_id = d.account_id and s.survey_id = d.survey_id and s.out_of_field_at is not null and ${isOpen('s.status')}
            order by s.out_of_field_at desc, s.source_id limit 1) as "lastSource",
           array(select s.source_id from source s join time_zone z on z.code = d.out_of_field_zone_code
             where s.account_id = d.account_id and s.survey_id = d.survey_id and ${isOpen('s.status')}
               and s.out_of_field_at >= date_trunc('day', d.out_of_field_at at time zone z.iana_name) at time zone z.iana_name
             order by s.source_id) as "endsWithSurvey",
           ${dearestSource(sql`s.account_id = d.account_id and s.survey_id = d.survey_id`)} as dearest
    from (${surveys} where v.account_id = ${accountId} and v.survey_id = ${surveyId}) q
    join survey d on d.account_id = ${accountId} and d.survey_id = q.id`.execute(tx)
  const [row] = rows
  return (
    row && {
      ...surveyOf(row, withSellPrice),
      pm_proj_name: row.projectName,
      survey_url_flg: row.surveyUrlRequired,
      hold_places: row.holdPlaces,
      version: row.editVersion,
      auto_paused_sources: row.autoPaused,
      completes: row.completes,
      last_source: row.lastSource && {
        name: row.lastSource.name,
        out_of_field_date: new Date(row.lastSource.at).toISOString(),
      },
      ends_with_survey: row.endsWithSurvey,
      dearest: row.dearest,
      projectPrice: row.projectPriceCents === null ? null : row.projectPriceCents / 100,
    }
  )
}

/** The stored fields of a survey's form. */
export interface SurveyColumns {
  readonly name: string
  readonly target: number
  readonly countryId: number | null
  readonly languageId: number | null
  readonly deviceTypes: readonly DeviceTypeId[]
  readonly loiMinutes: number
  readonly irPercent: number
  readonly sellPriceCents: number | null
  readonly surveyUrl: string | null
  readonly surveyUrlRequired: boolean
  readonly holdPlaces: number
  readonly outOfFieldAt: Date | null
  readonly outOfFieldZoneCode: number
}

/** A survey's fields, locked for an edit; nothing when the account has no such survey. */
export async function lockSurvey(
  tx: Tx,
  accountId: number,
  surveyId: number,
): Promise<(SurveyColumns & { readonly editVersion: number }) | undefined> {
  const { rows } = await sql<SurveyColumns & { readonly editVersion: number }>`
    select name, target, country_id as "countryId", language_id as "languageId", device_types as "deviceTypes", loi_minutes as "loiMinutes",
           ir_percent as "irPercent", sell_price_cents as "sellPriceCents", survey_url as "surveyUrl", survey_url_required as "surveyUrlRequired", hold_places as "holdPlaces",
           out_of_field_at as "outOfFieldAt", out_of_field_zone_code as "outOfFieldZoneCode", edit_version as "editVersion"
    from survey where account_id = ${accountId} and survey_id = ${surveyId} for no key update`.execute(tx)
  return rows[0]
}

/** The project of a new survey, locked so that it does not end before the commit. */
export async function lockProjectForSurvey(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<{ readonly status: StatusCode; readonly isTerminal: boolean } | undefined> {
  const { rows } = await sql<{ readonly status: StatusCode }>`
    select status from project where account_id = ${accountId} and project_id = ${projectId} for share`.execute(tx)
  const [row] = rows
  return (
    row && {
      status: row.status,
      isTerminal: hasEnded(row.status),
    }
  )
}

const columns = sql.raw(
  'name, target, country_id, language_id, device_types, loi_minutes, ir_percent, sell_price_cents, survey_url, survey_url_required, hold_places, out_of_field_at, out_of_field_zone_code',
)

const valuesOf = (survey: SurveyColumns) => sql`
  ${survey.name}, ${survey.target}, ${survey.countryId}, ${survey.languageId}, ${survey.deviceTypes}::smallint[], ${survey.loiMinutes}, ${survey.irPercent},
  ${survey.sellPriceCents}, ${survey.surveyUrl}, ${survey.surveyUrlRequired}, ${survey.holdPlaces}, ${survey.outOfFieldAt}, ${survey.outOfFieldZoneCode}`

/** Stores a new survey, a draft. */
export async function insertSurvey(
  tx: Tx,
  accountId: number,
  projectId: number,
  survey: SurveyColumns,
  by: { readonly userId: number; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into survey (account_id, project_id, status_changed_by, status_changed_at, created_at, ${columns})
    values (${accountId}, ${projectId}, ${by.userId}, ${by.at}, ${by.at}, ${valuesOf(survey)}) returning survey_id as id`.execute(
    tx,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The survey was not stored.')
  return id
}

/** Stores a survey's fields, and counts the edit. */
export async function updateSurvey(tx: Tx, accountId: number, surveyId: number, survey: SurveyColumns): Promise<void> {
  await sql`
    update survey set (${columns}) = (${valuesOf(survey)}), edit_version = edit_version + 1
    where account_id = ${accountId} and survey_id = ${surveyId}`.execute(tx)
}

/** Copies to a duplicate what no form shows: limits, auto-pause rules and Defender rules. */
export async function copySettings(tx: Tx, accountId: number, fromId: number, toId: number): Promise<void> {
  await sql`
    update survey t set limit_loi_percent = f.limit_loi_percent, limit_ir_percent = f.limit_ir_percent, limit_min_completes = f.limit_min_completes, auto_pause_rules = f.auto_pause_rules
    from survey f where t.account_id = ${accountId} and t.survey_id = ${toId} and f.account_id = ${accountId} and f.survey_id = ${fromId}`.execute(
    tx,
  )
  await sql`
    insert into defender_rule (account_id, survey_id, rule, mode, threshold, window_hours)
    select account_id, ${toId}, rule, mode, threshold, window_hours from defender_rule where account_id = ${accountId} and survey_id = ${fromId}`.execute(
    tx,
  )
}
