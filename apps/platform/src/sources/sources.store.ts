import type { Source, SourceSurvey, SourceType } from '@desk/schema/sources/source'
import type { StatusCode } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { effectiveStatus, userName } from '../statuses/status-sql.ts'

interface SourceRow {
  readonly id: number
  readonly surveyId: number
  readonly projectId: number
  readonly name: string
  readonly type: SourceType
  readonly target: number
  readonly status: StatusCode
  readonly effectiveStatus: StatusCode
  readonly statusReason: string | null
  readonly statusChangedBy: string | null
  readonly statusChangedAt: Date
  readonly version: number
  readonly calculationType: number
  readonly clickBalancing: boolean
  readonly pacing: number
  readonly countryId: number | null
  readonly supplyPriceCents: number | null
  readonly suppliers: NonNullable<Source['suppliers']>
  readonly outOfFieldAt: Date | null
  readonly outOfFieldZoneCode: number
}

/** A source, but for what its status menu allows. */
export type StoredSource = Omit<Source, 'allowed'>

export async function findSource(tx: Tx, accountId: number, sourceId: number): Promise<StoredSource | undefined> {
  const { rows } = await sql<SourceRow>`
    select s.source_id as id, s.survey_id as "surveyId", s.project_id as "projectId", s.name, s.type, s.target, s.status,
           ${effectiveStatus('s.status', 'v.status', 'p.status')} as "effectiveStatus", s.status_reason as "statusReason",
           ${userName('s.account_id', 's.status_changed_by')} as "statusChangedBy", s.status_changed_at as "statusChangedAt", s.version,
           s.calculation_type as "calculationType", s.click_balancing as "clickBalancing", s.pacing, s.country_id as "countryId",
           s.supply_price_cents as "supplyPriceCents", s.out_of_field_at as "outOfFieldAt", s.out_of_field_zone_code as "outOfFieldZoneCode",
           coalesce((
             select jsonb_agg(jsonb_build_object('pm_sup_ud', k.supplier_id, 'name', k.name, 'allocation', x.allocation_percent / 100)
                              order by x.allocation_percent desc, k.supplier_id)
             from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
             where x.account_id = s.account_id and x.source_id = s.source_id), '[]') as suppliers
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const isLucid = row.type === 'lucid'
  return {
    stmid: row.id,
    pm_sy_ud: row.surveyId,
    pm_proj_ud: row.projectId,
    stream_name: row.name,
    type: row.type,
    isLucid,
    respondents: row.target,
    stream_status_cd: row.status,
    effective_statusid: row.effectiveStatus,
    status_reason: row.statusReason,
    status_changed_by: row.statusChangedBy,
    status_changed_at: row.statusChangedAt.toISOString(),
    status_version: row.version,
    calculation_type_code_ud: row.calculationType,
    click_balancing: row.clickBalancing,
    pacing: row.pacing,
    country_id: row.countryId,
    supplier_cpi: isLucid || row.supplyPriceCents === null ? null : row.supplyPriceCents / 100,
    suppliers: row.suppliers,
    out_of_field_date: row.outOfFieldAt?.toISOString() ?? null,
    out_of_field_time_zone_code: row.outOfFieldZoneCode,
  }
}

/** The survey above a source, with its own status. */
export async function findSourceSurvey(tx: Tx, accountId: number, sourceId: number): Promise<SourceSurvey | undefined> {
  const { rows } = await sql<SourceSurvey>`
    select v.survey_id as pm_sy_ud, v.name as pm_sy_name, p.project_id as pm_proj_ud, p.name as pm_proj_name, v.status as statusid
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  return rows[0]
}
