import { sql, type Kysely } from 'kysely'

/** The ledger summed by quarters of days of UTC too: lines of days in a reader's zone are read from them (docs/decisions/0062). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table ledger_sum drop constraint ledger_sum_grain_check;
       alter table ledger_sum add constraint ledger_sum_grain_check check (grain in ('hour', 'quarter', 'day'));
       insert into ledger_sum (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request,
         respondents, expense_cents, revenue_cents, priced_completes, interview_seconds, stated_seconds, first_position, last_position)
       select account_id, source_id, 'quarter', date_bin('6 hours', starts_at, '1970-01-01 00:00:00Z'), supplier_id, from_code, to_code, cause, reason, request,
         sum(respondents), sum(expense_cents), sum(revenue_cents), sum(priced_completes), sum(interview_seconds), sum(stated_seconds), min(first_position), max(last_position)
       from ledger_sum where grain = 'hour' group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;`,
    )
    .execute(db)
}
