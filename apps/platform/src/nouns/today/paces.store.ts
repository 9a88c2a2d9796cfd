import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { meanSupplyCents } from '#forecasts/prices.store'
import type { Tx } from '#kernel/db/tx'

/** A moment of a source: its pace of before is of the 24 hours that end then. */
export interface AskedPace {
  readonly sourceId: number
  readonly causeAt: Date
}

/** The pace and the prices of a source. */
export interface SourcePace extends AskedPace {
  readonly target: number
  readonly completes: number
  readonly hoursLeft: number | null
  /** Completes an hour, before the cause and in the last 24 hours. */
  readonly before: number
  readonly now: number
  readonly sellCents: number | null
  /** Of an average complete by allocation; null: not set, or not known of an exchange. */
  readonly supplyCents: number | null
  /** The text of its latest forecast. */
  readonly forecast: string | null
}

const LIVE = sql.lit(STATUS_CODES.live)

/** Completes an hour of a source in the 24 hours before a moment, or since it is live where that is later. */
const paceBefore = (moment: string) =>
  sql.raw(`(
  select coalesce(sum(h.completes_live), 0) / least(24, greatest(1, coalesce(extract(epoch from ${moment} - s.live_since) / 3600, 24)))::float8
  from hour_bucket h where h.account_id = s.account_id and h.scope = 3 and h.scope_id = s.source_id
    and h.hour >= ${moment} - interval '24 hours' and h.hour < ${moment})`)

/** The paces of sources before their causes and now. A source or survey that takes no respondents has none now. */
export async function readPaces(
  tx: Tx,
  accountId: number,
  asked: readonly AskedPace[],
  nowMs: number,
): Promise<readonly SourcePace[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<SourcePace>`
    with moment as (
      select c."sourceId" as source_id, c."causeAt" as cause_at, to_timestamp(${nowMs}::float8 / 1000) as now
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as c ("sourceId" int, "causeAt" timestamptz))
    select s.source_id as "sourceId", m.cause_at as "causeAt", s.target, coalesce(r.completes, 0)::int as completes, r.forecast,
      (extract(epoch from least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at) - m.now) / 3600)::float8 as "hoursLeft",
      ${paceBefore('m.cause_at')} as before,
      case when s.status = ${LIVE} and y.status = ${LIVE} and p.status = ${LIVE} then ${paceBefore('m.now')} else 0 end as now,
      coalesce(y.sell_price_cents, p.sell_price_cents) as "sellCents",
      ${meanSupplyCents(sql`s.supply_price_cents`)} as "supplyCents"
    from moment m
      join source s on s.account_id = ${accountId} and s.source_id = m.source_id
      join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id
      -- offset 0 keeps this a look-up by key for each row, whatever the planner knows of a table that has just grown
      left join lateral (select completes, forecast from rollup own where own.account_id = s.account_id and own.scope = 3 and own.scope_id = s.source_id offset 0) r on true`.execute(
    tx,
  )
  return rows
}

/** The sources that a paused survey holds up. */
export async function readHeldUp(
  tx: Tx,
  accountId: number,
  surveyIds: readonly number[],
): Promise<readonly { readonly surveyId: number; readonly sourceId: number }[]> {
  if (surveyIds.length === 0) return []
  const { rows } = await sql<{ surveyId: number; sourceId: number }>`
    select survey_id as "surveyId", source_id as "sourceId" from source
    where account_id = ${accountId} and survey_id = any(${[...surveyIds]}::int[]) and status = ${LIVE} limit 2000`.execute(
    tx,
  )
  return rows
}
