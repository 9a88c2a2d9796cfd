import { forecastText } from '@desk/schema/forecasts/forecast'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { FIRST_HASH, FORECAST_SCOPES, wireOf, type MadeForecast } from './seal.store.ts'

/** The accounts with live sources, or with forecasts whose objects go on, that were not asked in this hour. */
export async function accountsDue(tx: Tx, hourMs: number): Promise<readonly number[]> {
  const { rows } = await sql<{ accountId: number }>`
    select a.account_id as "accountId" from account a left join forecast_head h on h.account_id = a.account_id
    where (h.swept_hour is null or h.swept_hour < to_timestamp(${hourMs}::float8 / 1000)) and a.suspended_at is null
      and (exists (select from source s where s.account_id = a.account_id and s.status = ${sql.lit(STATUS_CODES.live)})
        or exists (select from forecast_finish f where f.account_id = a.account_id and f.finished_at is null))
    order by 1`.execute(tx)
  return rows.map(({ accountId }) => accountId)
}

/** Notes that all live objects of an account were asked in an hour. */
export async function markSwept(tx: Tx, accountId: number, hourMs: number): Promise<void> {
  await sql`
    insert into forecast_head (account_id, seq, hash, swept_hour) values (${accountId}, 0, ${FIRST_HASH}, to_timestamp(${hourMs}::float8 / 1000))
    on conflict (account_id) do update set swept_hour = excluded.swept_hour`.execute(tx)
}

/** Puts the forecasts into the figures of their sources, surveys and projects, and takes those of all others away; the feed wakes for changed ones. */
export async function showForecasts(tx: Tx, accountId: number, made: readonly MadeForecast[]): Promise<void> {
  const rows = made
    .filter(({ scope }) => scope !== FORECAST_SCOPES.quota)
    .map(forecast => ({ scope: forecast.scope, id: forecast.scopeId, text: forecastText(wireOf(forecast)) }))
  const shown = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (scope smallint, id int, text text)`
  await sql`
    insert into rollup (account_id, scope, scope_id) select ${accountId}, u.scope, u.id from ${shown} order by u.scope, u.id on conflict do nothing`.execute(
    tx,
  )
  // a rollup row is the lock of its scope, taken in the order of the batches (ledger-reads.store.ts)
  await sql`
    with locked as materialized (
      select r.scope, r.scope_id, u.text from rollup r left join ${shown} on u.scope = r.scope and u.id = r.scope_id
      where r.account_id = ${accountId} and r.forecast is distinct from u.text
      order by r.scope, r.scope_id for update of r
    ), changed as (
      update rollup r set forecast = l.text, version = r.version + 1 from locked l
      where r.account_id = ${accountId} and r.scope = l.scope and r.scope_id = l.scope_id returning r.scope, r.scope_id
    )
    insert into change_feed (account_id, kind, project_id, survey_id, source_id)
    select s.account_id, 1, s.project_id, s.survey_id, s.source_id from changed c join source s on s.account_id = ${accountId} and s.source_id = c.scope_id
    where c.scope = ${FORECAST_SCOPES.source}`.execute(tx)
}
