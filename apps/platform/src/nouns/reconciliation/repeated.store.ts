import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const WORK_MEMORY = '64MB'

/**
 * Settles several lines of one respondent, each of which was judged by itself. Of the sent lines the first counts, and one with a bad reason leaves that to the next. The rest of a
 * list gives way to a sent line, and waits with an open suggestion.
 * @returns whether any row changed
 */
export async function settleRepeated(tx: Tx, accountId: number, id: number): Promise<boolean> {
  // grouping 100,000 respondents takes more than PostgreSQL grants by default
  await sql`select set_config('work_mem', ${WORK_MEMORY}, true)`.execute(tx)
  const rows = sql`w.account_id = ${accountId} and w.reconciliation_id = ${id}`
  const repeated = sql`select w.rdud from reconciliation_row w where ${rows} and w.rdud is not null group by w.rdud having count(*) > 1`
  const { rows: some } = await sql`${repeated} limit 1`.execute(tx)
  if (some.length === 0) return false
  // `is true` keeps it a hashed set: without statistics a join compares each row with each other one
  await sql`
    with several as materialized (
      select w.line, w.is_rest, w.outcome = 'needs_confirmation' as is_open,
        row_number() over (partition by w.rdud, case when w.outcome in ('needs_confirmation', 'bad_reason') then w.outcome end order by w.is_rest, w.line) as nth,
        bool_or(w.outcome = 'needs_confirmation') over (partition by w.rdud) as is_suggested,
        bool_or(not w.is_rest and w.outcome <> 'needs_confirmation') over (partition by w.rdud) as is_named
      from reconciliation_row w where ${rows} and (w.rdud in (${repeated})) is true
    ), named as (
      delete from reconciliation_row w where ${rows} and w.is_rest and (w.line in (select s.line from several s where s.is_rest and s.is_named)) is true
    )
    update reconciliation_row w set outcome = case when w.is_rest then 'needs_confirmation' else 'duplicate_in_file' end, is_applied = false, to_code = w.from_code
    where ${rows} and (w.line in (
      select s.line from several s where case when s.is_rest then s.is_suggested and not s.is_named else not s.is_open and s.nth > 1 end)) is true`.execute(
    tx,
  )
  return true
}
