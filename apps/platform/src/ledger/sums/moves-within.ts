import { sql, type RawBuilder } from 'kysely'
import { ALL_SOURCES } from './fold-sums.store.ts'
import {
  CAUSE,
  ITS_RESPONDENT,
  LINE_EXPENSE,
  LINE_PRICED,
  LINE_PRICED_REVENUE,
  LINE_REVENUE,
  LINE_SECONDS,
  LINE_STATED,
  PRICED_LINE,
  REASON,
  REQUEST,
} from './line-columns.ts'
import { GRAIN_HOURS, segmentsOf, type SumGrain, type WholeSegment } from './segments.ts'

/** A time that moves are read of. */
export interface TimeOfMoves {
  readonly from: Date
  /** Null: until the last line. */
  readonly to: Date | null
  /** Repeated with each move, where several times are read. */
  readonly isAfter: boolean
}

export interface WhichMoves {
  readonly accountId: number
  /** A query of `source_id`s of the account. */
  readonly sources: RawBuilder<unknown>
  /** These are all of its sources, and moves need not tell them apart: then their sums are those of the whole account, and have source 0. */
  readonly isOfAllSources?: boolean
  readonly times: readonly TimeOfMoves[]
  /**
   * The unit that separates moves: their hour, their day or month in a zone; null: none, so that they come in the
   * largest pieces. A day or month is named by its beginning.
   */
  readonly unit: UnitOfMoves | null
}

export type UnitOfMoves = 'hour' | { readonly of: 'day' | 'month'; readonly zoneCode: number }

/** The largest sums that moves of a unit are read from. */
const grainOf = (unit: UnitOfMoves | null): SumGrain => (unit === 'hour' ? 'hour' : 'day')

/** In which day or month of a zone an hour begins, of `z`, the zone. */
export const unitIn = (of: 'day' | 'month', startsAt: RawBuilder<unknown>): RawBuilder<unknown> =>
  of === 'day'
    ? sql`(${startsAt} at time zone z.iana_name)::date`
    : sql`date_trunc('month', ${startsAt} at time zone z.iana_name)::date`

/**
 * How sums are read. A plan that knows no parameters, which the server keeps after some runs of a statement on a connection, takes every time to be a small part of the ledger: lines by hour of
 * four weeks took three times as long by it.
 */
export const SUM_READS = { plans: 'custom' } as const

const instant = (at: Date | number | null) => sql`${at === null ? null : new Date(at)}::timestamptz`
/** The keys of sums within an hour, quarter or day of a source. */
const KEYS = sql`h.supplier_id, h.from_code, h.to_code, h.cause, h.reason, h.request`
/** Of the ledger's lines, those that change a figure. */
const COUNTS = sql`e.changed and not e.is_test`

/**
 * The ledger's moves of figures within times, as a query in parentheses: `is_after, source_id, starts_at,
 * supplier_id, from_code, to_code, cause, reason, request, respondents, expense_cents, revenue_cents,
 * priced_completes, priced_revenue_cents, interview_seconds, stated_seconds`, where 0 means no supplier, no earlier
 * state and no reconciliation. Sums of whole days and hours, and lines themselves where an hour is cut or they are in
 * no sum yet: exact, at any moment (docs/decisions/0062). By day or month some take others off again: a move of no
 * respondents is nothing.
 */
export function movesWithin({
  accountId,
  sources,
  isOfAllSources = false,
  times,
  unit,
}: WhichMoves): RawBuilder<unknown> {
  const grain = grainOf(unit)
  const segments = times.map(({ from, to, isAfter }) => ({
    isAfter,
    ...segmentsOf(from.getTime(), to?.getTime() ?? null, grain),
  }))
  const whole = segments.flatMap(({ isAfter, whole: of }) => of.map(segment => ({ isAfter, ...segment })))
  const cut = segments.flatMap(({ isAfter, cut: of }) => of.map(segment => ({ isAfter, ...segment })))
  const lines = [
    ...cut.map(
      ({ isAfter, fromMs, toMs }) => sql`
      select ${sql.lit(isAfter)} as is_after, e.*
      from (
        select h.source_id, min(h.first_position) as first_position, max(h.last_position) as last_position
        from one o join ledger_sum h on h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = 'hour' and h.starts_at = date_trunc('hour', ${instant(fromMs)}, 'UTC')
        group by h.source_id
      ) o cross join lateral (
        select * from respondent_event e
        where e.account_id = ${accountId} and e.source_id = o.source_id and e.position between o.first_position and o.last_position and ${COUNTS}
          and e.at >= ${instant(fromMs)} and e.at < ${instant(toMs)} offset 0) e`,
    ),
    // those that are in no sum yet
    ...times.map(
      ({ from, to, isAfter }) => sql`
      select ${sql.lit(isAfter)} as is_after, e.*
      from one o cross join lateral (
        select * from respondent_event e
        where e.account_id = ${accountId} and e.source_id = o.source_id and e.position > o.position and ${COUNTS}
          and e.at >= ${instant(from)} ${to === null ? sql`` : sql`and e.at < ${instant(to)}`} offset 0) e`,
    ),
  ]
  const summed = isOfAllSources ? sql`(select ${ALL_SOURCES}::int as source_id)` : sql`one`
  const isCutByUnits = (of: SumGrain) => unit !== null && unit !== 'hour' && of !== 'hour'
  const sums = whole.map(({ isAfter, grain: of, fromMs, toMs }) => {
    // a piece that lies in two units counts in one of them: `movedBy` has the rest
    const isSplit = isCutByUnits(of)
    return sql`
      select ${sql.lit(isAfter)} as is_after, h.source_id, ${isSplit ? sql`coalesce(t.told_at, h.starts_at)` : sql`h.starts_at`} as starts_at, ${KEYS},
        h.respondents, h.expense_cents, h.revenue_cents, h.priced_completes, h.priced_revenue_cents, h.interview_seconds, h.stated_seconds
      from ${summed} o join ledger_sum h on h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = ${sql.lit(of)}
        and h.starts_at >= ${instant(fromMs)} ${toMs === null ? sql`` : sql`and h.starts_at < ${instant(toMs)}`}
      ${isSplit ? sql`left join split t on t.grain = h.grain and t.starts_at = h.starts_at` : sql``}`
  })
  const large = whole.filter(({ grain: of }) => isCutByUnits(of))
  const split = unit === null || unit === 'hour' || large.length === 0 ? null : splitBy(unit, accountId, summed, large)
  return sql`(
    with one as materialized (
      select s.source_id, coalesce(f.position, 0) as position
      from (${sources}) s left join ledger_folded f on f.account_id = ${accountId} and f.source_id = s.source_id
    ), line as (${sql.join(lines, sql` union all `)})
    ${split === null ? sql`` : sql`, split as materialized (${split})`}
    select e.is_after, e.source_id, date_trunc('hour', e.at, 'UTC') as starts_at, coalesce(r.supplier_id, 0) as supplier_id, coalesce(e.from_code, 0)::smallint as from_code, e.to_code,
      ${CAUSE} as cause, ${REASON} as reason, ${REQUEST} as request, 1 as respondents,
      ${LINE_EXPENSE}::bigint as expense_cents, ${LINE_REVENUE}::bigint as revenue_cents, ${LINE_PRICED} as priced_completes, ${LINE_PRICED_REVENUE}::bigint as priced_revenue_cents,
      ${LINE_SECONDS}::bigint as interview_seconds, ${LINE_STATED}::bigint as stated_seconds
    from line e
    left join ${ITS_RESPONDENT} on true
    ${PRICED_LINE}
    ${sql.join([sql``, ...sums, ...(split === null ? [] : [movedBy(accountId, summed)])], sql` union all `)}
  )`
}

const hours = (count: number) => sql.raw(`interval '${count} hours'`)
/** A midnight of UTC, from which quarters of days are counted. */
const ORIGIN = sql`timestamptz '1970-01-01 00:00:00Z'`

/**
 * The large pieces of segments that lie in two days or months, among those that there are sums of: `cut_at` is where
 * the second of them begins. A piece counts as if all of it were in the unit with its larger part, at `told_at`; the
 * smaller part begins, or ends, with the piece.
 */
function splitBy(
  { of, zoneCode }: Exclude<UnitOfMoves, 'hour'>,
  accountId: number,
  summed: RawBuilder<unknown>,
  large: readonly (WholeSegment & { readonly isAfter: boolean })[],
): RawBuilder<unknown> {
  const pieces = large.map(({ isAfter, grain, fromMs, toMs }) => {
    const length = GRAIN_HOURS[grain]
    const first = unitIn(of, sql`g.starts_at`)
    return sql`
      select ${sql.lit(isAfter)} as is_after, ${sql.lit(grain)} as grain, g.starts_at, g.starts_at + ${hours(length)} as ends_at, c.cut_at,
        c.cut_at <= g.starts_at + ${hours(length / 2)} as is_early, case when c.cut_at <= g.starts_at + ${hours(length / 2)} then c.cut_at else g.starts_at end as told_at
      from (
        select min(b.first_at) as first_at, max(b.last_at) as last_at from ${summed} o cross join lateral (
          select min(h.starts_at) as first_at, max(h.starts_at) as last_at from ledger_sum h
          where h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = ${sql.lit(grain)}) b
      ) known, zone z, generate_series(
        greatest(known.first_at, ${instant(fromMs)}), least(known.last_at, ${instant(toMs)} - ${hours(length)}), ${hours(length)}) as g(starts_at)
      cross join lateral (
        select min(x.at) as cut_at from generate_series(g.starts_at + ${hours(1)}, g.starts_at + ${hours(length - 1)}, ${hours(1)}) as x(at)
        where ${unitIn(of, sql`x.at`)} <> ${first}) c
      where ${first} <> ${unitIn(of, sql`(g.starts_at + ${hours(length - 1)})`)}`
  })
  return sql`with zone as (select iana_name from time_zone where code = ${zoneCode}) ${sql.join(pieces, sql` union all `)}`
}

/**
 * The parts of split pieces in the day or month in which they are not counted: added there, and taken off where they
 * are. They are read from the quarters of days nearest to it, and the hours, three at most, that these have too
 * little or too much.
 */
const movedBy = (accountId: number, summed: RawBuilder<unknown>): RawBuilder<unknown> => {
  const moved = sql`(p.sign * h.sign)`
  return sql`
    select t.is_after, h.source_id, case when h.sign = 1 then t.moved_at else t.told_at end, ${KEYS},
      ${moved} * h.respondents, ${moved} * h.expense_cents, ${moved} * h.revenue_cents, ${moved} * h.priced_completes, ${moved} * h.priced_revenue_cents, ${moved} * h.interview_seconds, ${moved} * h.stated_seconds
    from (
      select *, case when is_early then starts_at else cut_at end as moved_at, date_bin('6 hours', cut_at + interval '3 hours', ${ORIGIN}) as quarter_at from split
    ) t cross join lateral (values
      ('quarter', case when t.is_early then t.starts_at else t.quarter_at end, case when t.is_early then t.quarter_at else t.ends_at end, 1),
      ('hour', least(t.cut_at, t.quarter_at), greatest(t.cut_at, t.quarter_at), case when t.is_early = (t.quarter_at < t.cut_at) then 1 else -1 end)
    ) p(grain, from_at, to_at, sign)
    -- one look-up for each source and part (offset 0): joined, all sums would be compared with all parts
    cross join ${summed} o cross join lateral (
      select h.*, s.sign from ledger_sum h cross join (values (1), (-1)) as s(sign)
      where h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = p.grain and h.starts_at >= p.from_at and h.starts_at < p.to_at offset 0) h
    where p.from_at < p.to_at`
}
