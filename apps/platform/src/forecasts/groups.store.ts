import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { FORECAST_SCOPES, type ForecastObject } from './seal.store.ts'

const LIVE = sql.lit(STATUS_CODES.live)
const ms = (expression: string) => sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`)

/** A survey or project that takes respondents, with the completes of all its sources. */
export interface ForecastGroup extends ForecastObject {
  readonly target: number
  readonly completes: number
  readonly endsAtMs: number | null
}

/** The live surveys and projects of an account that have a target. */
export async function readGroups(tx: Tx, accountId: number): Promise<readonly ForecastGroup[]> {
  const { survey, project } = FORECAST_SCOPES
  const { rows } = await sql<ForecastGroup>`
    select g.scope, g.id as "scopeId", 0 as "quotaNo", g.target, coalesce(r.completes, 0)::int as completes, ${ms('g.ends_at')} as "endsAtMs" from (
      select ${survey}::int as scope, y.survey_id as id, y.target, least(y.out_of_field_at, p.out_of_field_at) as ends_at
      from survey y join project p on p.account_id = y.account_id and p.project_id = y.project_id
      where y.account_id = ${accountId} and y.status = ${LIVE} and p.status = ${LIVE}
      union all
      select ${project}, p.project_id, p.target, p.out_of_field_at from project p where p.account_id = ${accountId} and p.status = ${LIVE}) g
      left join rollup r on r.account_id = ${accountId} and r.scope = g.scope and r.scope_id = g.id
    where g.target > 0 order by 1, 2`.execute(tx)
  return rows
}

/** A survey that is asked about, whatever its status. */
export interface AskedSurvey {
  readonly target: number
  readonly completes: number
  readonly isLive: boolean
  readonly endsAtMs: number | null
  /** Of its project. */
  readonly aboveEndsAtMs: number | null
}

export async function readAskedSurvey(tx: Tx, accountId: number, surveyId: number): Promise<AskedSurvey | undefined> {
  const { rows } = await sql<AskedSurvey>`
    select y.target, coalesce(r.completes, 0)::int as completes, y.status = ${LIVE} and p.status = ${LIVE} as "isLive",
      ${ms('least(y.out_of_field_at, p.out_of_field_at)')} as "endsAtMs", ${ms('p.out_of_field_at')} as "aboveEndsAtMs"
    from survey y join project p on p.account_id = y.account_id and p.project_id = y.project_id
      left join rollup r on r.account_id = y.account_id and r.scope = ${FORECAST_SCOPES.survey} and r.scope_id = y.survey_id
    where y.account_id = ${accountId} and y.survey_id = ${surveyId}`.execute(tx)
  return rows[0]
}

/** A sub-quota of a live source. */
export interface ForecastCell {
  readonly sourceId: number
  readonly quotaNo: number
  readonly target: number
  readonly completes: number
}

/** The sub-quotas of these sources that are not full. */
export async function readCells(
  tx: Tx,
  accountId: number,
  sourceIds: readonly number[],
): Promise<readonly ForecastCell[]> {
  const { rows } = await sql<ForecastCell>`
    select source_id as "sourceId", quota_no as "quotaNo", target, completes from source_quota
    where account_id = ${accountId} and source_id = any(${[...sourceIds]}::int[]) and target > completes order by 1, 2`.execute(
    tx,
  )
  return rows
}
