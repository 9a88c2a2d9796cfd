import type { FinishingSource, TodayOf } from '@desk/schema/today/today'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { isLive } from '#ledger/figures/live-sources-sql'

interface Row extends Omit<FinishingSource, 'out_of_field_date'> {
  readonly end: Date
}

/** The live sources that are out of field within a week and have completes left to their targets, the first to end first. */
export async function listFinishing(
  tx: Tx,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  of: TodayOf,
  limit: number,
): Promise<readonly FinishingSource[]> {
  const { rows } = await sql<Row>`
    select s.source_id as stmid, s.name, y.survey_id as pm_sy_ud, y.name as pm_sy_name, p.project_id as pm_proj_ud, p.name as pm_proj_name,
      ends.at as "end", coalesce(r.completes, 0)::int as completes, s.target, r.forecast
    from source s
      join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id
      -- offset 0 keeps this a look-up by key for each row, whatever the planner knows of a table that has just grown
      left join lateral (select completes, forecast from rollup own where own.account_id = s.account_id and own.scope = 3 and own.scope_id = s.source_id offset 0) r on true
      cross join lateral (select least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at) as at) ends
    where ${isLive(accountId)} and s.target > coalesce(r.completes, 0)
      and ends.at between clock_timestamp() and clock_timestamp() + interval '7 days'
      ${of === 'mine' ? sql`and p.consultant_user_id = ${userId}` : sql``}
    order by ends.at, s.source_id limit ${limit}`.execute(tx)
  return rows.map(({ end, ...source }) => ({ ...source, out_of_field_date: end.toISOString() }))
}
