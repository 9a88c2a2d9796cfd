import type { WaveSurvey } from '@desk/schema/projects/wave'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const DEFAULT_SHIFT_DAYS = 30
const CANCELLED = sql.lit(STATUS_CODES.cancelled)

/** A survey with the counts of its copy. */
export interface StoredWaveSurvey extends Required<WaveSurvey> {
  /** The latest out-of-field date of the survey and its copied sources. */
  readonly lastEndAt: Date | null
}

/** The surveys of a project in the order of their creation, with the counts of a copy. */
export async function listWaveSurveys(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<readonly StoredWaveSurvey[]> {
  const { rows } = await sql<StoredWaveSurvey>`
    select v.survey_id as pm_sy_ud, v.name as pm_sy_name, v.status as statusid, greatest(v.out_of_field_at, c.last_end_at) as "lastEndAt",
           c.sources, c.cancelled_sources, c.aliases, c.quotas, c.recontact_lists, c.deleted_suppliers
    from survey v cross join lateral (
      select count(*) filter (where s.status <> ${CANCELLED})::int as sources, count(*) filter (where s.status = ${CANCELLED})::int as cancelled_sources,
             max(s.out_of_field_at) filter (where s.status <> ${CANCELLED}) as last_end_at,
             count(*) filter (where s.status <> ${CANCELLED} and (s.alias is not null or s.auto_boost))::int as aliases,
             coalesce(sum((select count(*) from source_quota q where q.account_id = s.account_id and q.source_id = s.source_id)) filter (where s.status <> ${CANCELLED}), 0)::int as quotas,
             coalesce(sum((select count(*) from recontact_list l where l.account_id = s.account_id and l.source_id = s.source_id)) filter (where s.status <> ${CANCELLED}), 0)::int as recontact_lists,
             coalesce(sum((
               select count(*) from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
               where x.account_id = s.account_id and x.source_id = s.source_id and k.deleted_at is not null)) filter (where s.status <> ${CANCELLED}), 0)::int as deleted_suppliers
      from source s where s.account_id = v.account_id and s.survey_id = v.survey_id) c
    where v.account_id = ${accountId} and v.project_id = ${projectId} order by v.survey_id`.execute(tx)
  return rows
}

/**
 * The shift with which a wave starts on the day after a project's out-of-field date; a project starts when it first goes live.
 * @returns 30 for a project that was never live or has no such date
 */
export async function findWaveShift(tx: Tx, accountId: number, projectId: number): Promise<number> {
  const { rows } = await sql<{ days: number | null }>`
    select (p.out_of_field_at at time zone z.iana_name)::date + 1 - (
             select (min(e.at) at time zone z.iana_name)::date from status_event e
             where e.account_id = p.account_id and e.scope = 'project' and e.scope_id = p.project_id and e.to_status = ${sql.lit(STATUS_CODES.live)}) as days
    from project p join time_zone z on z.code = p.out_of_field_zone_code
    where p.account_id = ${accountId} and p.project_id = ${projectId}`.execute(tx)
  const days = rows[0]?.days ?? 0
  return days > 0 ? days : DEFAULT_SHIFT_DAYS
}
