import { sql, type RawBuilder } from 'kysely'
import { ALL_SOURCES } from './fold-sums.store.ts'
import {
  CAUSE,
  LINE_EXPENSE,
  LINE_PRICED,
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
  /** Told again with each move, where several times are read. */
  readonly isAfter: boolean
}

export interface WhichMoves {
  readonly accountId: number
  /** A query of `source_id`s of the account. */
  readonly sources: RawBuilder<unknown>
  /** These are all of its sources, and moves need not tell them apart: then their sums are those of the whole account, and have source 0. */
  readonly isOfAllSources?: boolean
  readonly times: readonly TimeOfMoves[]
  /** What moves are told apart by: their hour, their day or month in a zone; null: nothing, so that they come in the largest pieces. Those of days and months come in the largest that lie within one. */
  readonly unit: UnitOfMoves | null
}

export type UnitOfMoves = 'hour' | { readonly of: 'day' | 'month'; readonly zoneCode: number }

/** The largest sums that moves of a unit are read from: in most zones a day is no day of UTC, but most quarters of a day lie within one. */
const grainOf = (unit: UnitOfMoves | null): SumGrain =>
  unit === null ? 'day' : unit === 'hour' ? 'hour' : unit.of === 'day' ? 'quarter' : 'day'

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
/** Of the ledger's lines, those that change a figure. */
const COUNTS = sql`e.changed and not e.is_test`

/**
 * What the ledger did to figures within times, as a query in parentheses: `is_after, source_id, starts_at, supplier_id, from_code, to_code, cause, reason, request, respondents,
 * expense_cents, revenue_cents, priced_completes, interview_seconds, stated_seconds`, where 0 stands for no supplier, no earlier state and no reconciliation. Sums of whole days and hours, and lines themselves where an hour is
 * cut or they are in no sum yet: exact, at any moment (docs/decisions/0062).
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
  const sums = whole.flatMap(({ isAfter, ...segment }) => {
    const { grain: of, fromMs, toMs } = segment
    const sum = sql`
      select ${sql.lit(isAfter)} as is_after, h.source_id, h.starts_at, h.supplier_id, h.from_code, h.to_code, h.cause, h.reason, h.request,
        h.respondents, h.expense_cents, h.revenue_cents, h.priced_completes, h.interview_seconds, h.stated_seconds`
    const ofAccount = sql`join ledger_sum h on h.account_id = ${accountId} and h.source_id = o.source_id`
    const pieces = sql`${sum} from ${summed} o ${ofAccount} and h.grain = ${sql.lit(of)}
        and h.starts_at >= ${instant(fromMs)} ${toMs === null ? sql`` : sql`and h.starts_at < ${instant(toMs)}`}`
    if (!isCutByUnits(of)) return [pieces]
    return [
      sql`${pieces} and h.starts_at not in (select starts_at from split)`,
      // one look-up for each source and piece (offset 0): joined, all hours would be compared with all pieces
      sql`${sum} from ${summed} o cross join split t cross join lateral (
        select * from ledger_sum h
        where h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = 'hour'
          and h.starts_at >= t.starts_at and h.starts_at < t.starts_at + ${hours(GRAIN_HOURS[of])} offset 0) h
      where t.starts_at >= ${instant(fromMs)} ${toMs === null ? sql`` : sql`and t.starts_at < ${instant(toMs)}`}`,
    ]
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
      ${LINE_EXPENSE}::bigint as expense_cents, ${LINE_REVENUE}::bigint as revenue_cents, ${LINE_PRICED} as priced_completes,
      ${LINE_SECONDS}::bigint as interview_seconds, ${LINE_STATED}::bigint as stated_seconds
    from line e
    left join respondent r on r.account_id = e.account_id and r.rdud = e.rdud
    ${PRICED_LINE}
    ${sums.length === 0 ? sql`` : sql`union all ${sql.join(sums, sql` union all `)}`}
  )`
}

const hours = (count: number) => sql.raw(`interval '${count} hours'`)

/** Where the large pieces of segments begin that lie in more than one day or month, among those that there are sums of. */
function splitBy(
  { of, zoneCode }: Exclude<UnitOfMoves, 'hour'>,
  accountId: number,
  summed: RawBuilder<unknown>,
  large: readonly WholeSegment[],
): RawBuilder<unknown> {
  const starts = large.map(
    ({ grain, fromMs, toMs }) => sql`
      select g.starts_at from (
        select min(b.first_at) as first_at, max(b.last_at) as last_at from ${summed} o cross join lateral (
          select min(h.starts_at) as first_at, max(h.starts_at) as last_at from ledger_sum h
          where h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = ${sql.lit(grain)}) b
      ) known, zone z, generate_series(
        greatest(known.first_at, ${instant(fromMs)}), least(known.last_at, ${instant(toMs)} - ${hours(GRAIN_HOURS[grain])}), ${hours(GRAIN_HOURS[grain])}) as g(starts_at)
      where ${unitIn(of, sql`g.starts_at`)} <> ${unitIn(of, sql`(g.starts_at + ${hours(GRAIN_HOURS[grain] - 1)})`)}`,
  )
  return sql`with zone as (select iana_name from time_zone where code = ${zoneCode}) ${sql.join(starts, sql` union all `)}`
}
