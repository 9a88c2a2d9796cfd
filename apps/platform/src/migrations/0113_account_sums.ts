import { sql, type Kysely } from 'kysely'

/** The ledger summed for the whole account too, as source 0: reports that tell no sources apart read these alone; and whose place in a sub-quota was freed, which its change looks for (docs/decisions/0062). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `insert into ledger_sum (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request,
         respondents, expense_cents, revenue_cents, priced_completes, interview_seconds, stated_seconds, first_position, last_position)
       select account_id, 0, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request,
         sum(respondents), sum(expense_cents), sum(revenue_cents), sum(priced_completes), sum(interview_seconds), sum(stated_seconds), min(first_position), max(last_position)
       from ledger_sum group by 1, 3, 4, 5, 6, 7, 8, 9, 10;
       create index respondent_freed on respondent (account_id, source_id, quota_no) where place_freed;`,
    )
    .execute(db)
}
