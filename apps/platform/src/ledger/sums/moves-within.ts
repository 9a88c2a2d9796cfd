import { sql, type RawBuilder } from 'kysely'
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
import { segmentsOf } from './segments.ts'

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
  readonly times: readonly TimeOfMoves[]
  /** The largest pieces that moves come in; `hour` where their hours are asked for. */
  readonly grain: 'hour' | 'day'
}

const instant = (at: Date | number | null) => sql`${at === null ? null : new Date(at)}::timestamptz`
/** Of the ledger's lines, those that change a figure. */
const COUNTS = sql`e.changed and not e.is_test`

/**
 * What the ledger did to figures within times, as a query in parentheses: `is_after, source_id, starts_at, supplier_id, from_code, to_code, cause, reason, request, respondents,
 * expense_cents, revenue_cents, priced_completes, interview_seconds, stated_seconds`, where 0 stands for no supplier, no earlier state and no reconciliation. Sums of whole days and hours, and lines themselves where an hour is
 * cut or they are in no sum yet: exact, at any moment (docs/decisions/0062).
 */
export function movesWithin({ accountId, sources, times, grain }: WhichMoves): RawBuilder<unknown> {
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
  const sums = whole.map(
    ({ isAfter, grain: of, fromMs, toMs }) => sql`
      select ${sql.lit(isAfter)} as is_after, h.source_id, h.starts_at, h.supplier_id, h.from_code, h.to_code, h.cause, h.reason, h.request,
        h.respondents, h.expense_cents, h.revenue_cents, h.priced_completes, h.interview_seconds, h.stated_seconds
      from one o join ledger_sum h on h.account_id = ${accountId} and h.source_id = o.source_id and h.grain = ${sql.lit(of)}
        and h.starts_at >= ${instant(fromMs)} ${toMs === null ? sql`` : sql`and h.starts_at < ${instant(toMs)}`}`,
  )
  return sql`(
    with one as materialized (
      select s.source_id, coalesce(f.position, 0) as position
      from (${sources}) s left join ledger_folded f on f.account_id = ${accountId} and f.source_id = s.source_id
    ), line as (${sql.join(lines, sql` union all `)})
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
