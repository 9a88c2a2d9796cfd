import { INFLIGHT_TIMEOUT_LOI_FACTOR, RESPONDENT_CODES } from '@desk/schema/respondents/state'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { HOUR_MS } from '#ledger/facts/pacing'
import { codeList, codesIn, INFLIGHT } from '#ledger/sums/line-columns'
import { ALL_SOURCES } from '#ledger/sums/fold-sums.store'
import type { HoursOfDay } from './judge-unusual.ts'

const WINDOW_HOURS = 2
/** A change may have caused figures of the window, from an hour before it on. */
export const UNUSUAL_CHANGE_HOURS = WINDOW_HOURS + 1
const PAST_DAYS = 7
const DAY_MS = 24 * HOUR_MS
const LIVE = sql.lit(STATUS_CODES.live)
const { complete, abandon, inSurvey } = RESPONDENT_CODES
const TRIED = codeList(codesIn(['completes', 'oQs', 'terms']))

/** The accounts with a rule of the kind. */
export async function accountsWatching(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ accountId: number }>`
    select distinct account_id as "accountId" from alert_rule where is_on and 'unusual_figures' = any(kinds) order by 1`.execute(
    tx,
  )
  return rows.map(({ accountId }) => accountId)
}

/** A live source with its two hours of today and of the days before, the newest first. */
export interface HourlySource {
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
  readonly now: HoursOfDay
  readonly before: readonly HoursOfDay[]
}

interface Row extends Pick<HourlySource, 'sourceId' | 'surveyId' | 'projectId'> {
  /** Days before today, and counts. */
  readonly days: readonly (readonly [
    day: number,
    ended: number,
    tried: number,
    reached: number,
    completes: number,
    abandons: number,
  ])[]
}

interface LengthRow {
  readonly sourceId: number
  readonly day: number
  readonly count: number
  readonly logMean: number
  readonly logVariance: number
}

/** The starts of the full hours of the window before a moment, and of the same hours of the days before, in UTC. */
export function hoursUntil(untilMs: number): readonly Date[] {
  return Array.from({ length: PAST_DAYS + 1 }, (_, day) => day).flatMap(day =>
    Array.from({ length: WINDOW_HOURS }, (_, hour) => new Date(untilMs - day * DAY_MS - (hour + 1) * HOUR_MS)),
  )
}

/** The day of an hour that begins at `startsAt`: 0 is today. */
export const dayOf = (untilMs: number, startsAt: string) =>
  sql<number>`floor(extract(epoch from to_timestamp(${untilMs - HOUR_MS}::float8 / 1000) - ${sql.raw(startsAt)}) / 86400)::int`

/**
 * Sources of an account that were live throughout the window and long enough before for its respondents to end, with how respondents
 * ended in it. A line of the ledger never changes, so that the same hours give the same figures at any later time: late returns and
 * reconciliations are lines of their own, which count nowhere here. Sources whose sums lag are left out.
 * @param untilMs the end of the window, a full hour
 */
export async function readHourlySources(tx: Tx, accountId: number, untilMs: number): Promise<readonly HourlySource[]> {
  const hours = sql`${hoursUntil(untilMs)}::timestamptz[]`
  const { rows } = await sql<Row>`
    select s.source_id as "sourceId", s.survey_id as "surveyId", s.project_id as "projectId", w.days
    from source s
      join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id and y.status = ${LIVE}
      join project p on p.account_id = s.account_id and p.project_id = s.project_id and p.status = ${LIVE}
      join ledger_folded f on f.account_id = s.account_id and f.source_id = s.source_id and f.version is not null
      cross join lateral (
        select jsonb_agg(jsonb_build_array(d.day, d.ended, d.tried, d.reached, d.completes, d.abandons)) as days from (
          select ${dayOf(untilMs, 'l.starts_at')} as day, sum(l.respondents)::int as ended,
            coalesce(sum(l.respondents) filter (where l.to_code = any(${TRIED})), 0)::int as tried,
            coalesce(sum(l.respondents) filter (where l.from_code = ${inSurvey}), 0)::int as reached,
            coalesce(sum(l.respondents) filter (where l.to_code = ${complete}), 0)::int as completes,
            coalesce(sum(l.respondents) filter (where l.to_code = ${abandon} and l.from_code = ${inSurvey}), 0)::int as abandons
          from ledger_sum l
          where l.account_id = s.account_id and l.source_id = s.source_id and l.grain = 'hour' and l.starts_at = any(${hours})
            and l.to_code <> all(${INFLIGHT}) and (l.from_code = 0 or l.from_code = any(${INFLIGHT})) and l.request = 0
          group by 1 offset 0) d) w
    where s.account_id = ${accountId} and s.status = ${LIVE} and w.days is not null
      and s.live_since <= to_timestamp(${untilMs - WINDOW_HOURS * HOUR_MS}::float8 / 1000) - y.loi_minutes * ${INFLIGHT_TIMEOUT_LOI_FACTOR}::float8 * interval '1 minute'
    order by s.source_id`.execute(tx)
  const lengths = new Map((await readLengths(tx, accountId, untilMs)).map(row => [keyOf(row.sourceId, row.day), row]))
  return rows.map(({ days, ...source }) => {
    const hoursOf = (day: number): HoursOfDay => {
      const [, ended = 0, tried = 0, reached = 0, completes = 0, abandons = 0] =
        days.find(([counted]) => counted === day) ?? []
      const own = lengths.get(keyOf(source.sourceId, day))
      return { ended, tried, reached, completes, abandons, lengths: own ?? { count: 0, logMean: 0, logVariance: 0 } }
    }
    return { ...source, now: hoursOf(0), before: Array.from({ length: PAST_DAYS }, (_, day) => hoursOf(day + 1)) }
  })
}

const keyOf = (sourceId: number, day: number): string => `${sourceId} ${day}`

/** The interviews of an account's sources in the window: the sums say between which positions of the ledger they are. */
async function readLengths(tx: Tx, accountId: number, untilMs: number): Promise<readonly LengthRow[]> {
  const { rows } = await sql<LengthRow>`
    select e.source_id as "sourceId", ${dayOf(untilMs, 'h.starts_at')} as day, count(*)::int as count,
      avg(ln(e.interview_seconds))::float8 as "logMean", coalesce(var_samp(ln(e.interview_seconds)), 0)::float8 as "logVariance"
    from (
      select starts_at, min(first_position) as first_position, max(last_position) as last_position from ledger_sum
      where account_id = ${accountId} and source_id = ${ALL_SOURCES} and grain = 'hour' and starts_at = any(${hoursUntil(untilMs)}::timestamptz[])
        and to_code = ${complete} and from_code = any(${INFLIGHT}) and request = 0
      group by 1) h
      cross join lateral (
        select * from respondent_event x
        where x.account_id = ${accountId} and x.position between h.first_position and h.last_position
          and x.changed and not x.is_test and (x.to_code in (30, 51)) <> coalesce(x.from_code in (30, 51), false)
          and x.at >= h.starts_at and x.at < h.starts_at + interval '1 hour' and x.to_code = ${complete} and x.from_code = any(${INFLIGHT})
          and x.interview_seconds > 0 offset 0) e
    group by 1, 2`.execute(tx)
  return rows
}

/** The sources with an open episode. */
export async function readOpenUnusual(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ accountId: number; placeId: number }>`
    select distinct account_id as "accountId", place_id as "placeId" from alert
    where kind = 'unusual_figures' and ended_at is null and alert_rule_id is not null`.execute(tx)
  return new Set(rows.map(({ accountId, placeId }) => `${accountId} ${placeId}`))
}
