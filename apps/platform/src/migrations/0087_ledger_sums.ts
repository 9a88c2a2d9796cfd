import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * What the ledger did, summed by hour and by day of UTC: for reports with dates, and for "Why did this number change?" (docs/decisions/0062). `ledger_folded` says up to
 * which of a source's lines the sums go; a sweep takes them further. A source's lines are written under the lock of its rollup, so that their positions come in order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table ledger_sum (
         account_id int not null references account,
         source_id int not null,
         grain text not null check (grain in ('hour', 'day')),
         starts_at timestamptz not null,
         -- 0: respondents without a supplier
         supplier_id int not null,
         -- 0: nobody before an entry
         from_code smallint not null,
         to_code smallint not null,
         cause text not null,
         -- the rule that refused, or the reason of a reconciliation
         reason text not null,
         -- 0: no reconciliation
         request int not null,
         respondents int not null,
         expense_cents bigint not null,
         revenue_cents bigint not null,
         priced_completes int not null,
         -- of completes whose length is known: what the interviews took, and what was stated
         interview_seconds bigint not null,
         stated_seconds bigint not null,
         first_position bigint not null,
         last_position bigint not null,
         primary key (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request)
       ) with (fillfactor = 80);

       create table ledger_folded (
         account_id int not null references account,
         source_id int not null,
         position bigint not null,
         -- of the source's rollup when its sums were whole; null: more lines are waiting
         version bigint,
         primary key (account_id, source_id)
       ) with (fillfactor = 60);

       create index respondent_event_of_source on respondent_event (account_id, source_id, position) where changed and not is_test;`,
    )
    .execute(db)
  await bindToAccount(db, ['ledger_sum', 'ledger_folded'])
}
