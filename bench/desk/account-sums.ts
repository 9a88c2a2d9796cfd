/** A statement that adds up the sums of an account's sources to those of the whole account, as the sweep keeps them: a bench that writes the first writes these too. */
export const accountSums = (accountId: number): string => `
    insert into ledger_sum (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request,
        respondents, expense_cents, revenue_cents, priced_completes, priced_revenue_cents, interview_seconds, stated_seconds, first_position, last_position)
      select account_id, 0, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request, sum(respondents), sum(expense_cents), sum(revenue_cents), sum(priced_completes), sum(priced_revenue_cents),
        sum(interview_seconds), sum(stated_seconds), min(first_position), max(last_position)
      from ledger_sum where account_id = ${accountId} and source_id <> 0 group by 1, 3, 4, 5, 6, 7, 8, 9, 10;`
