import type { AlertKind } from '@desk/schema/alerts/alert-kinds'
import type { AlertThresholds } from '@desk/schema/alerts/alert-rule'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { failingReturns } from '#ledger/sweeps/sweeps.store'
import type { Measured, MeasuredKind } from './judge-measured.ts'

/** The kinds that a sweep measures. */
export const MEASURED_KINDS = [
  'will_not_be_full',
  'behind_pace',
  'ir_fell',
  'conversion_fell',
  'hash_errors',
] as const satisfies readonly MeasuredKind[]

/** A rule that is on and has measured kinds. */
export interface MeasuringRule {
  readonly accountId: number
  readonly ruleId: number
  readonly kinds: readonly AlertKind[]
  readonly thresholds: AlertThresholds
}

const KINDS = sql`${[...MEASURED_KINDS]}::text[]`

export async function readMeasuringRules(tx: Tx): Promise<readonly MeasuringRule[]> {
  const { rows } = await sql<MeasuringRule>`
    select account_id as "accountId", alert_rule_id as "ruleId", kinds, thresholds from alert_rule where is_on and kinds && ${KINDS}`.execute(
    tx,
  )
  return rows
}

/** A live source with its measures. */
export interface MeasuredSource extends Measured {
  readonly accountId: number
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
}

const ms = (expression: string) => sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`)
const LIVE = sql.lit(STATUS_CODES.live)

const LIVE_SOURCES = sql`source s
  join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id and y.status = ${LIVE}
  join project p on p.account_id = s.account_id and p.project_id = s.project_id and p.status = ${LIVE}
  left join rollup r on r.account_id = s.account_id and r.scope = 3 and r.scope_id = s.source_id`

/** Effectively live sources of these accounts, by id from `afterId` on. */
export async function readMeasuredSources(
  tx: Tx,
  {
    accountIds,
    nowMs,
    afterId,
    limit,
    sourceIds = null,
  }: {
    readonly accountIds: readonly number[]
    readonly nowMs: number
    readonly afterId: number
    readonly limit: number
    /** These alone; null: all. */
    readonly sourceIds?: readonly number[] | null
  },
): Promise<readonly MeasuredSource[]> {
  const now = sql`to_timestamp(${nowMs}::float8 / 1000)`
  const { rows } = await sql<MeasuredSource>`
    select s.account_id as "accountId", s.source_id as "sourceId", s.survey_id as "surveyId", s.project_id as "projectId", s.target,
      ${ms('coalesce(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at)')} as "outOfFieldAtMs", ${ms('s.live_since')} as "liveSinceMs",
      coalesce(r.entrants, 0)::float8 as entrants, coalesce(r.completes + r.oqs + r.terms, 0)::float8 as tried, coalesce(r.completes, 0)::float8 as completes, r.forecast,
      (select coalesce(sum(h.completes_live), 0) from hour_bucket h where h.account_id = s.account_id and h.scope = 3 and h.scope_id = s.source_id
        and h.hour > greatest(${now} - interval '24 hours', s.live_since - interval '1 hour'))::int as "dayCompletes",
      (select coalesce(sum(h.completes_live), 0) from hour_bucket h where h.account_id = s.account_id and h.scope = 3 and h.scope_id = s.source_id
        and h.hour > ${now} - interval '2 hours')::int as "recentCompletes",
      ${failingReturns('hash', new Date(nowMs))} as "badHashes",
      (select jsonb_build_object('entrants', a.entrants, 'tried', a.tried, 'completes', a.completes) from alert_sample a
        where a.account_id = s.account_id and a.source_id = s.source_id and a.hour between ${now} - interval '48 hours' and ${now} - interval '24 hours'
        order by a.hour desc limit 1) as sample
    from ${LIVE_SOURCES}
    where s.status = ${LIVE} and s.source_id > ${afterId} and s.account_id = any(${[...accountIds]}::int[])
      ${sourceIds === null ? sql`` : sql`and s.source_id = any(${[...sourceIds]}::int[])`} order by s.source_id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Keeps the counts of live sources at the first pass of each hour. */
export async function keepSamples(tx: Tx, accountIds: readonly number[], nowMs: number): Promise<void> {
  await sql`
    insert into alert_sample (account_id, source_id, hour, entrants, tried, completes)
    select s.account_id, s.source_id, date_trunc('hour', to_timestamp(${nowMs}::float8 / 1000)), coalesce(r.entrants, 0),
      coalesce(r.completes + r.oqs + r.terms, 0), coalesce(r.completes, 0)
    from ${LIVE_SOURCES} where s.status = ${LIVE} and s.account_id = any(${[...accountIds]}::int[])
    on conflict do nothing`.execute(tx)
}

/** An open alert about the figures of a live source. */
export interface OpenAlert {
  readonly accountId: number
  readonly ruleId: number
  readonly kind: AlertKind
  readonly placeId: number
  /** Its source is effectively live, or paused for wrong hashes, which is what it is about. */
  readonly lasts: boolean
}

export async function readOpenMeasured(tx: Tx): Promise<readonly OpenAlert[]> {
  const { rows } = await sql<OpenAlert>`
    select a.account_id as "accountId", a.alert_rule_id as "ruleId", a.kind, a.place_id as "placeId",
      exists (select from ${LIVE_SOURCES} where s.account_id = a.account_id and s.source_id = a.place_id
        and (s.status = ${LIVE} or (a.kind = 'hash_errors' and s.status = ${sql.lit(STATUS_CODES.autoPaused)} and s.status_reason = 'hash_errors'))) as lasts
    from alert a where a.ended_at is null and a.alert_rule_id is not null and (a.kind = any(${KINDS}) or a.kind = 'unusual_figures')`.execute(
    tx,
  )
  return rows
}

/** Deletes alerts older than any query's range. */
export async function pruneAlerts(tx: Tx): Promise<void> {
  await sql`delete from alert_sample where hour < clock_timestamp() - interval '3 days'`.execute(tx)
  await sql`delete from alert where ended_at < clock_timestamp() - interval '90 days'`.execute(tx)
}
