import { ENDED_STATUSES, STATUS_CODES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { HOUR_MS } from '#ledger/facts/pacing'
import { isLive } from '#ledger/figures/live-sources-sql'
import { INFLIGHT } from '#ledger/sums/line-columns'
import { meanSupplyCents } from './prices.store.ts'
import type { FinishedSource, Interval, OpenSource, SourcePast } from './source-past.ts'

/** Finished sources beyond these say nothing more about a band. */
export const FINISHED_MAX = 400
/** The newest entries of a source among which those in progress are looked for. */
const INFLIGHT_LINES = 200
const LIVE = STATUS_CODES.live

interface PastRow {
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
  readonly name: string
  readonly supplierId: number | null
  readonly country: string | null
  readonly target: number
  readonly completes: number
  /** It is live, or was once. */
  readonly wasLive: boolean
  readonly endsAtMs: number | null
  readonly endedAtMs: number | null
  /** Hours since 1970, entrants and completes. */
  readonly hours: readonly (readonly [hour: number, entrants: number, completes: number])[]
  /** Of source, survey and project: moments and statuses, in their order. */
  readonly statuses: readonly (readonly (readonly [atMs: number, status: number])[])[]
}

const ms = (expression: string) => sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`)
const statusesOf = (scope: string, id: string) => `coalesce((
  select jsonb_agg(jsonb_build_array((extract(epoch from e.at) * 1000)::float8, e.to_status) order by e.status_event_id) from status_event e
  where e.account_id = s.account_id and e.scope = '${scope}' and e.scope_id = ${id}), '[]')`
const ENDED = sql`any(${[...ENDED_STATUSES]}::int[])`

const PAST = sql`
  s.source_id as "sourceId", s.survey_id as "surveyId", s.project_id as "projectId", s.name, s.target, coalesce(r.completes, 0)::int as completes,
  (s.status = ${LIVE} or s.live_since is not null or coalesce(r.entrants, 0) > 0) as "wasLive",
  (select case when count(*) = 1 then min(x.supplier_id) end from source_supplier x where x.account_id = s.account_id and x.source_id = s.source_id) as "supplierId",
  coalesce(s.country_id, y.country_id)::text as country, ${ms('least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at)')} as "endsAtMs",
  ${ms('ended.at')} as "endedAtMs",
  coalesce((select jsonb_agg(jsonb_build_array(extract(epoch from h.hour)::int / 3600, h.entrants, h.completes_live) order by h.hour) from hour_bucket h
    where h.account_id = s.account_id and h.scope = 3 and h.scope_id = s.source_id), '[]') as hours,
  ${sql.raw(`jsonb_build_array(${statusesOf('source', 's.source_id')}, ${statusesOf('survey', 's.survey_id')}, ${statusesOf('project', 's.project_id')})`)} as statuses`

const FROM = sql`source s
  join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
  join project p on p.account_id = s.account_id and p.project_id = s.project_id
  -- offset 0 keeps this a look-up by key for each row, whatever the planner knows of a table that has just grown
  left join lateral (select * from rollup own where own.account_id = s.account_id and own.scope = 3 and own.scope_id = s.source_id offset 0) r on true
  cross join lateral (select least(case when s.status = ${ENDED} then s.status_changed_at end, case when y.status = ${ENDED} then y.status_changed_at end,
    case when p.status = ${ENDED} then p.status_changed_at end) as at) ended`

/** A source that is asked about, with its place and its name. */
export interface PlacedSource extends OpenSource {
  readonly surveyId: number
  readonly projectId: number
  readonly name: string
}

interface OpenRow extends PastRow {
  readonly pacing: number
  readonly statedLoiMinutes: number
  readonly medianLoiMinutes: number | null
  readonly agesMinutes: readonly number[] | null
  readonly openQuotaShare: number | null
}

/** The sources of an account that take respondents and have a target, by id. */
export const readOpenSources = (tx: Tx, accountId: number, nowMs: number): Promise<readonly PlacedSource[]> =>
  readPlaced(tx, nowMs, sql`${isLive(accountId)} and s.target > 0`)

/** One source of an account, whatever its status. */
export async function readPlacedSource(
  tx: Tx,
  accountId: number,
  sourceId: number,
  nowMs: number,
): Promise<PlacedSource | undefined> {
  const [source] = await readPlaced(tx, nowMs, sql`s.account_id = ${accountId} and s.source_id = ${sourceId}`)
  return source
}

/** The sources of a survey that would take respondents if the survey and its project were live, and have a target. */
export const readSurveySources = (
  tx: Tx,
  accountId: number,
  surveyId: number,
  nowMs: number,
): Promise<readonly PlacedSource[]> =>
  readPlaced(
    tx,
    nowMs,
    sql`s.account_id = ${accountId} and s.survey_id = ${surveyId} and s.status = ${LIVE} and s.target > 0`,
  )

async function readPlaced(tx: Tx, nowMs: number, which: RawBuilder<unknown>): Promise<readonly PlacedSource[]> {
  const now = sql`to_timestamp(${nowMs}::float8 / 1000)`
  const { rows } = await sql<OpenRow>`
    select ${PAST}, s.pacing, y.loi_minutes::float8 as "statedLoiMinutes", (r.loi_median_seconds / 60)::float8 as "medianLoiMinutes",
      (select jsonb_agg((extract(epoch from ${now} - w.entered_at) / 60)::float8) from (
        select e.rdud from respondent_event e
        where e.account_id = s.account_id and e.source_id = s.source_id and e.changed and not e.is_test and r.inflight > 0
        order by e.position desc limit ${INFLIGHT_LINES} offset 0) line
        join respondent w on w.account_id = s.account_id and w.rdud = line.rdud and w.code = any(${INFLIGHT})) as "agesMinutes",
      (select (sum(q.target) filter (where q.completes < q.target))::float8 / nullif(sum(q.target), 0) from source_quota q
        where q.account_id = s.account_id and q.source_id = s.source_id) as "openQuotaShare"
    from ${FROM} where ${which} order by s.source_id`.execute(tx)
  return rows.map(row => ({
    ...pastOf(row, nowMs),
    surveyId: row.surveyId,
    projectId: row.projectId,
    name: row.name,
    pacing: row.pacing,
    statedLoiMinutes: row.statedLoiMinutes,
    medianLoiMinutes: row.medianLoiMinutes,
    inflightAgesMinutes: row.agesMinutes ?? [],
    allocationLeftCompletes: null,
    openQuotaShare: row.openQuotaShare ?? 1,
  }))
}

/** A finished source with the facts by which a planned one is like it. */
export interface ComparedSource extends FinishedSource {
  readonly statedLoiMinutes: number
  readonly statedIrPercent: number
  /** Null: not set, or not known of an exchange. */
  readonly supplyCents: number | null
}

interface FinishedRow extends PastRow {
  readonly statedLoiMinutes: number
  readonly statedIrPercent: number
  readonly supplyCents: number | null
}

/** The latest sources of an account whose field is over and that made completes: full, ended or out of field. */
export async function readFinishedSources(
  tx: Tx,
  accountId: number,
  nowMs: number,
): Promise<readonly ComparedSource[]> {
  const { rows } = await sql<FinishedRow>`
    select ${PAST}, y.loi_minutes::float8 as "statedLoiMinutes", y.ir_percent::float8 as "statedIrPercent", ${meanSupplyCents(sql`s.supply_price_cents`)} as "supplyCents"
    from ${FROM}
    where s.account_id = ${accountId} and s.target > 0 and r.completes > 0
      and (r.completes >= s.target or ended.at is not null or least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at) <= to_timestamp(${nowMs}::float8 / 1000))
    order by s.source_id desc limit ${FINISHED_MAX}`.execute(tx)
  return rows.map(row => {
    const past = pastOf(row, nowMs)
    const filledAtMs = row.completes >= row.target ? filledAt(past) : null
    return {
      ...past,
      isFull: filledAtMs !== null,
      endedAtMs: filledAtMs ?? Math.min(row.endsAtMs ?? Infinity, row.endedAtMs ?? Infinity, nowMs),
      statedLoiMinutes: row.statedLoiMinutes,
      statedIrPercent: row.statedIrPercent,
      supplyCents: row.supplyCents,
    }
  })
}

function pastOf(row: PastRow, nowMs: number): SourcePast {
  const first = row.hours[0]?.[0] ?? 0
  const last = row.hours.at(-1)?.[0] ?? first - 1
  const entrantsByHour = Array.from({ length: last - first + 1 }, () => 0)
  const completesByHour = [...entrantsByHour]
  for (const [hour, entrants, completes] of row.hours) {
    entrantsByHour[hour - first] = entrants
    completesByHour[hour - first] = completes
  }
  const liveIntervals = row.wasLive ? row.statuses.map(liveTimes).reduce(within) : []
  const liveFromMs = liveIntervals[0]?.fromMs ?? nowMs
  const firstHourMs = row.hours.length === 0 ? Math.floor(liveFromMs / HOUR_MS) * HOUR_MS : first * HOUR_MS
  return {
    sourceId: row.sourceId,
    supplierId: row.supplierId,
    country: row.country,
    targetCompletes: row.target,
    outOfFieldAtMs: row.endsAtMs,
    firstHourMs,
    entrantsByHour,
    completesByHour,
    liveIntervals,
  }
}

/** The times in which an object was live. One without a status event never changed: it always was. */
function liveTimes(statuses: readonly (readonly [atMs: number, status: number])[]): readonly Interval[] {
  if (statuses.length === 0) return [{ fromMs: 0, untilMs: null }]
  return statuses.flatMap(([fromMs, status], index) =>
    status === LIVE ? [{ fromMs, untilMs: statuses[index + 1]?.[0] ?? null }] : [],
  )
}

const within = (ones: readonly Interval[], others: readonly Interval[]): readonly Interval[] =>
  ones.flatMap(one =>
    others.flatMap(other => {
      const fromMs = Math.max(one.fromMs, other.fromMs)
      const untilMs = Math.min(one.untilMs ?? Infinity, other.untilMs ?? Infinity)
      return fromMs < untilMs ? [{ fromMs, untilMs: untilMs === Infinity ? null : untilMs }] : []
    }),
  )

/** The end of the hour in which the target was full; null: not by the hours. */
function filledAt({ completesByHour, targetCompletes, firstHourMs }: SourcePast): number | null {
  let completes = 0
  for (const [hour, made] of completesByHour.entries()) {
    completes += made
    if (completes >= targetCompletes) return firstHourMs + (hour + 1) * HOUR_MS
  }
  return null
}
