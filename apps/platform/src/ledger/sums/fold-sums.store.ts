import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
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

/** A midnight of UTC, from which days and their quarters are counted. */
const GRAIN_ORIGIN = sql`timestamptz '1970-01-01 00:00:00Z'`

/** One transaction at a time adds lines to the sums, so that none is added twice. */
const FOLDING = 'ledger-sums'

/** All sources of an account together: reports that do not separate them read their sums alone. */
export const ALL_SOURCES = 0

/**
 * Adds lines of the ledger that are in no sum yet to those of their hours, quarters of days and days, of their source and of the whole account, of the sources whose rollups have changed since. Sums and the lines beyond
 * `ledger_folded` together are the same ledger before and after.
 * @param limits sources of one pass, and lines of a source
 * @returns whether more is waiting; null when another process folds
 */
export async function foldSums(
  tx: Tx,
  limits: { readonly sources: number; readonly lines: number },
): Promise<boolean | null> {
  const { rows: lock } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${FOLDING}, 0)) as "isMine"`.execute(tx)
  if (lock[0]?.isMine !== true) return null
  // one statement, one snapshot: a rollup's version is that of the lines that it sees
  const { rows } = await sql<{ sources: number; waiting: number }>`
    with changed as materialized (
      select r.account_id, r.scope_id as source_id, r.version, coalesce(f.position, 0) as position
      from rollup r left join ledger_folded f on f.account_id = r.account_id and f.source_id = r.scope_id
      where r.scope = 3 and r.version is distinct from f.version limit ${limits.sources}
    ), line as materialized (
      select e.* from changed c cross join lateral (
        select * from respondent_event e
        where e.account_id = c.account_id and e.source_id = c.source_id and e.position > c.position and e.changed and not e.is_test
        order by e.position limit ${limits.lines} offset 0) e
    ), hour as materialized (
      select e.account_id, e.source_id, date_trunc('hour', e.at, 'UTC') as starts_at, coalesce(r.supplier_id, 0) as supplier_id, coalesce(e.from_code, 0) as from_code, e.to_code,
        ${CAUSE} as cause, ${REASON} as reason, ${REQUEST} as request, count(*)::int as respondents, sum(${LINE_EXPENSE})::bigint as expense_cents,
        sum(${LINE_REVENUE})::bigint as revenue_cents, sum(${LINE_PRICED})::int as priced_completes, sum(${LINE_PRICED_REVENUE})::bigint as priced_revenue_cents, sum(${LINE_SECONDS})::bigint as interview_seconds, sum(${LINE_STATED})::bigint as stated_seconds, min(e.position) as first_position, max(e.position) as last_position
      from line e
      left join ${ITS_RESPONDENT} on true
      ${PRICED_LINE}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), added as (
      insert into ledger_sum as s (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request,
        respondents, expense_cents, revenue_cents, priced_completes, priced_revenue_cents, interview_seconds, stated_seconds, first_position, last_position)
      select account_id, source_id, 'hour', starts_at, supplier_id, from_code, to_code, cause, reason, request,
        respondents, expense_cents, revenue_cents, priced_completes, priced_revenue_cents, interview_seconds, stated_seconds, first_position, last_position from hour
      union all
      select account_id, source_id, g.grain, date_bin(g.length, starts_at, ${GRAIN_ORIGIN}), supplier_id, from_code, to_code, cause, reason, request,
        sum(respondents), sum(expense_cents), sum(revenue_cents), sum(priced_completes), sum(priced_revenue_cents), sum(interview_seconds), sum(stated_seconds), min(first_position), max(last_position)
      from hour cross join (values ('quarter', interval '6 hours'), ('day', interval '24 hours')) as g(grain, length) group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      union all
      select account_id, ${ALL_SOURCES}::int, g.grain, date_bin(g.length, starts_at, ${GRAIN_ORIGIN}), supplier_id, from_code, to_code, cause, reason, request,
        sum(respondents), sum(expense_cents), sum(revenue_cents), sum(priced_completes), sum(priced_revenue_cents), sum(interview_seconds), sum(stated_seconds), min(first_position), max(last_position)
      from hour cross join (values ('hour', interval '1 hour'), ('quarter', interval '6 hours'), ('day', interval '24 hours')) as g(grain, length) group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      on conflict (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request) do update set
        respondents = s.respondents + excluded.respondents, expense_cents = s.expense_cents + excluded.expense_cents,
        revenue_cents = s.revenue_cents + excluded.revenue_cents, priced_completes = s.priced_completes + excluded.priced_completes, priced_revenue_cents = s.priced_revenue_cents + excluded.priced_revenue_cents,
        interview_seconds = s.interview_seconds + excluded.interview_seconds, stated_seconds = s.stated_seconds + excluded.stated_seconds,
        first_position = least(s.first_position, excluded.first_position), last_position = greatest(s.last_position, excluded.last_position)
    ), reached as (
      insert into ledger_folded as f (account_id, source_id, position, version)
      select c.account_id, c.source_id, coalesce(max(e.position), c.position), case when count(e.position) < ${limits.lines} then c.version end
      from changed c left join line e on e.account_id = c.account_id and e.source_id = c.source_id
      group by c.account_id, c.source_id, c.position, c.version
      on conflict (account_id, source_id) do update set position = excluded.position, version = excluded.version
      returning f.version
    )
    select count(*)::int as sources, (count(*) filter (where version is null))::int as waiting from reached`.execute(tx)
  const [done] = rows
  return done !== undefined && (done.waiting > 0 || done.sources === limits.sources)
}
