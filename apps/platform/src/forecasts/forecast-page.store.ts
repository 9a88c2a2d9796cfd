import { forecastOf } from '@desk/schema/forecasts/forecast'
import {
  EARLIER_MAX,
  RECORD_FINISHES,
  type EarlierForecast,
  type ForecastPage,
  type ForecastPromise,
  type ForecastRecord,
} from '@desk/schema/forecasts/forecast-page'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import { userName } from '#kernel/history/user-name'
import type { Tx } from '#kernel/db/tx'
import { readWhatHelped } from './acts.store.ts'
import { CHECKPOINTS } from './residuals.ts'
import { scoreForecasts } from './score.ts'
import { FORECAST_SCOPES } from './seal.store.ts'

/** A source, survey or project. */
export interface ForecastPlace {
  readonly scope: StatusScope
  readonly id: number
}

interface PlaceRow {
  readonly name: string
  readonly target: number
  readonly completes: number
  readonly endsAt: Date | null
  readonly forecast: string | null
  readonly finishedAt: Date | null
  readonly isFull: boolean | null
}

const OBJECTS: Readonly<Record<StatusScope, RawBuilder<unknown>>> = {
  project: sql`select p.account_id, p.project_id as id, p.name, p.target, p.out_of_field_at as ends_at from project p`,
  survey: sql`select y.account_id, y.survey_id as id, y.name, y.target, least(y.out_of_field_at, p.out_of_field_at) as ends_at
    from survey y join project p on p.account_id = y.account_id and p.project_id = y.project_id`,
  source: sql`select s.account_id, s.source_id as id, s.name, s.target, least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at) as ends_at
    from source s join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id`,
}

/** The forecast of an object with its record; undefined: the account has no such object. */
export async function readForecastPage(
  tx: Tx,
  accountId: number,
  { scope, id }: ForecastPlace,
  seesSupply: boolean,
): Promise<ForecastPage | undefined> {
  const code = FORECAST_SCOPES[scope]
  const { rows } = await sql<PlaceRow>`
    select o.name, o.target, coalesce(r.completes, 0)::int as completes, o.ends_at as "endsAt", r.forecast, f.finished_at as "finishedAt", f.is_full as "isFull"
    from (${OBJECTS[scope]}) o
      left join rollup r on r.account_id = o.account_id and r.scope = ${code} and r.scope_id = o.id
      left join forecast_finish f on f.account_id = o.account_id and f.scope = ${code} and f.scope_id = o.id and f.quota_no = 0
    where o.account_id = ${accountId} and o.id = ${id}`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  return {
    id,
    name: row.name,
    completes: row.completes,
    target: row.target,
    ends_at: row.endsAt?.toISOString() ?? null,
    forecast: forecastOf(row.forecast),
    earlier: await listEarlier(tx, accountId, code, id),
    finish: row.finishedAt === null ? null : { at: row.finishedAt.toISOString(), is_full: row.isFull === true },
    ...(await readRecord(tx, accountId, code)),
    promise: await readPromise(tx, accountId, { scope, id }),
    promises: await countPromises(tx, accountId),
    what_helped: await readWhatHelped(tx, accountId, seesSupply),
  }
}

interface EarlierRow {
  readonly askedAt: Date
  readonly completes: number
  readonly p10: Date | null
  readonly p50: Date | null
  readonly p90: Date | null
}

async function listEarlier(tx: Tx, accountId: number, scope: number, id: number): Promise<readonly EarlierForecast[]> {
  const { rows } = await sql<EarlierRow>`
    select distinct on (f.part) asked_at as "askedAt", completes, p10_at as p10, p50_at as p50, p90_at as p90
    from (select *, ntile(${sql.lit(EARLIER_MAX)}) over (order by seq) as part from forecast
      where account_id = ${accountId} and scope = ${scope} and scope_id = ${id} and quota_no = 0) f
    order by f.part, f.seq`.execute(tx)
  return rows.map(({ askedAt, completes, p10, p50, p90 }) => ({
    asked_at: askedAt.toISOString(),
    completes,
    p10_at: p10?.toISOString() ?? null,
    p50_at: p50?.toISOString() ?? null,
    p90_at: p90?.toISOString() ?? null,
  }))
}

interface ScoredRow {
  readonly progress: number
  readonly isChanged: boolean
  readonly isWithin: boolean
  readonly p10: number | null
  readonly p50: number | null
  readonly p90: number | null
  /** Null: it stayed short. */
  readonly actual: number | null
}

const HALF = 0.5
const hoursAfter = (column: string) => sql.raw(`(extract(epoch from ${column} - a.asked_at) / 3600)::float8`)
/** A finish that stayed short is later than its end. */
const WITHIN = sql`case when d.is_full then d.finished_at between a.p10_at and coalesce(a.p90_at, 'infinity') else coalesce(a.p90_at, 'infinity') > d.finished_at end`

/** The latest finishes of a scope against the first forecast from each progress on, those after a change apart. */
async function readRecord(
  tx: Tx,
  accountId: number,
  scope: number,
): Promise<Pick<ForecastPage, 'left_alone' | 'changed' | 'by_progress'>> {
  const { rows } = await sql<ScoredRow>`
    select c.progress::float8 as progress, coalesce(d.changed_at > a.asked_at, false) as "isChanged", coalesce(${WITHIN}, false) as "isWithin",
      ${hoursAfter('a.p10_at')} as p10, ${hoursAfter('a.p50_at')} as p50, ${hoursAfter('a.p90_at')} as p90,
      case when d.is_full then ${hoursAfter('d.finished_at')} end as actual
    from (select * from forecast_finish f where f.account_id = ${accountId} and f.scope = ${scope} and f.finished_at is not null
          order by f.finished_at desc limit ${RECORD_FINISHES}) d
      cross join unnest(${[...CHECKPOINTS]}::numeric[]) as c (progress)
      cross join lateral (
        select * from forecast f
        where f.account_id = d.account_id and f.scope = d.scope and f.scope_id = d.scope_id and f.quota_no = d.quota_no
          and f.completes >= f.target * c.progress and f.asked_at < d.finished_at order by f.seq limit 1) a`.execute(tx)
  const recordOf = (of: readonly ScoredRow[]): ForecastRecord => ({
    finishes: of.length,
    within: of.filter(({ isWithin }) => isWithin).length,
  })
  const at = (progress: number, isChanged: boolean) =>
    rows.filter(row => row.progress === progress && row.isChanged === isChanged)
  return {
    left_alone: recordOf(at(HALF, false)),
    changed: recordOf(at(HALF, true)),
    by_progress: CHECKPOINTS.map(progress => {
      const leftAlone = at(progress, false)
      const { pinballHours, medianWidthHours } = scoreForecasts(
        leftAlone.map(({ p10, p50, p90, actual, isChanged }) => ({
          forecast: { p10Hours: p10, p50Hours: p50, p90Hours: p90, fullByOutOfField: null },
          outcome: { actualHours: actual, isFullByOutOfField: actual !== null, isChanged },
        })),
      )
      return {
        progress,
        ...recordOf(leftAlone),
        pinball_hours: pinballHours,
        median_width_hours: medianWidthHours,
      }
    }),
  }
}

/** The promise in force for an object. */
export async function readPromise(
  tx: Tx,
  accountId: number,
  { scope, id }: ForecastPlace,
): Promise<ForecastPromise | null> {
  const { rows } = await sql<{ fullBy: Date | null; madeAt: Date; madeBy: string | null }>`
    select o.full_by as "fullBy", o.made_at as "madeAt", ${userName('o.account_id', 'o.made_by')} as "madeBy" from forecast_promise o
    where o.account_id = ${accountId} and o.scope = ${FORECAST_SCOPES[scope]} and o.scope_id = ${id} order by o.promise_no desc limit 1`.execute(
    tx,
  )
  const [row] = rows
  return row === undefined || row.fullBy === null
    ? null
    : { full_by: row.fullBy.toISOString(), made_at: row.madeAt.toISOString(), made_by: row.madeBy }
}

/** Stores a promise; null takes the present one back. */
export async function storePromise(
  tx: Tx,
  accountId: number,
  { scope, id }: ForecastPlace,
  promise: { readonly fullBy: string | null; readonly userId: number; readonly at: Date },
): Promise<void> {
  await sql`
    insert into forecast_promise (account_id, scope, scope_id, full_by, made_at, made_by)
    values (${accountId}, ${FORECAST_SCOPES[scope]}, ${id}, ${promise.fullBy}, ${promise.at}, ${promise.userId})`.execute(
    tx,
  )
}

/** The account's promises in force whose moment has passed, or whose object has finished, and those that were met. */
/** The account's promises that are over, and how many were met. @param from those that were over before then are left out */
export async function countPromises(
  tx: Tx,
  accountId: number,
  from: Date | null = null,
): Promise<{ readonly over: number; readonly met: number }> {
  const { rows } = await sql<{ over: number; met: number }>`
    select count(*)::int as over, (count(*) filter (where f.is_full and f.finished_at <= m.full_by))::int as met
    from (select distinct on (scope, scope_id) * from forecast_promise where account_id = ${accountId} order by scope, scope_id, promise_no desc) m
      left join forecast_finish f on f.account_id = m.account_id and f.scope = m.scope and f.scope_id = m.scope_id and f.quota_no = 0
    where m.full_by is not null and (m.full_by <= now() or f.finished_at is not null)
      ${from === null ? sql`` : sql`and least(m.full_by, f.finished_at) >= ${from}`}`.execute(tx)
  return rows[0] ?? { over: 0, met: 0 }
}
