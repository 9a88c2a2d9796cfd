import { accountSums } from '../desk/account-sums.ts'
import type { BenchDatabase } from '../desk/database.ts'

const DAYS = 14

/** Gives so many of an account's sources traffic of two weeks, each by a supplier of its own: figures, and the ledger's sums by hour and day. */
export async function fillTraffic({ asOwner }: BenchDatabase, accountId: number, sources: number): Promise<void> {
  await asOwner(`
    set statement_timeout = 240000;
    begin;
    create temporary table busy as
      select s.source_id, s.survey_id, s.project_id, u.supplier_id, 20 + s.source_id % 30 as entrants, 5 + s.source_id % 10 as completes
      from (select *, row_number() over (order by source_id) as n from source where account_id = ${accountId} order by source_id limit ${sources}) s
      join (select supplier_id, row_number() over (order by supplier_id) as n from supplier where account_id = ${accountId} limit ${sources}) u on u.n = s.n;
    insert into source_supplier (account_id, source_id, supplier_id, allocation_percent) select ${accountId}, source_id, supplier_id, 100 from busy;
    insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_31, code_30, priced_completes, expense_cents, revenue_cents, priced_revenue_cents)
      select ${accountId}, source_id, supplier_id, entrants * ${DAYS}, (entrants - completes) * ${DAYS}, completes * ${DAYS}, completes * ${DAYS}, completes * ${DAYS} * 250, completes * ${DAYS} * 500, completes * ${DAYS} * 500 from busy;
    insert into rollup (account_id, scope, scope_id, version, entrants, code_31, code_30, priced_completes, expense_cents, revenue_cents, priced_revenue_cents)
      select ${accountId}, v.scope, v.scope_id, 1, sum(entrants) * ${DAYS}, sum(entrants - completes) * ${DAYS}, sum(completes) * ${DAYS}, sum(completes) * ${DAYS}, sum(completes) * ${DAYS} * 250, sum(completes) * ${DAYS} * 500, sum(completes) * ${DAYS} * 500
      from busy cross join lateral (values (1::smallint, project_id), (2::smallint, survey_id), (3::smallint, source_id)) as v(scope, scope_id) group by 1, 2, 3
      on conflict (account_id, scope, scope_id) do update set (version, entrants, code_31, code_30, priced_completes, expense_cents, revenue_cents, priced_revenue_cents)
        = row (1, excluded.entrants, excluded.code_31, excluded.code_30, excluded.priced_completes, excluded.expense_cents, excluded.revenue_cents, excluded.priced_revenue_cents);
    insert into ledger_sum (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request, respondents, expense_cents, revenue_cents, priced_completes, priced_revenue_cents,
        interview_seconds, stated_seconds, first_position, last_position)
      select ${accountId}, source_id, t.grain, t.starts_at, supplier_id, m.from_code, m.to_code, case when m.from_code = 0 then 'entered' else 'returned' end, '', 0,
        m.respondents, m.completes * 250, m.completes * 500, m.completes, m.completes * 500, m.completes * 600, m.completes * 500, 1, 1
      from busy cross join lateral (
        select 'hour' as grain, date_trunc('hour', now() - n * interval '1 day') as starts_at from generate_series(1, ${DAYS}) n
        union all select 'quarter', date_bin('6 hours', now() - n * interval '1 day', '1970-01-01 00:00:00Z') from generate_series(1, ${DAYS}) n
        union all select 'day', date_trunc('day', now() - n * interval '1 day', 'UTC') from generate_series(1, ${DAYS}) n
      ) t cross join lateral (values (0, 11, entrants, 0), (11, 30, completes, completes), (11, 31, entrants - completes, 0)) as m(from_code, to_code, respondents, completes);
    ${accountSums(accountId)}
    insert into ledger_folded (account_id, source_id, position, version) select ${accountId}, source_id, 1, 1 from busy on conflict do nothing;
    commit;
    analyze;`)
}
