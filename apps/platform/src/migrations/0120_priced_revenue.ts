import { sql, type Kysely } from 'kysely'

/**
 * What the completes with a known supply price brought, so that a margin is of these alone (docs/decisions/0092). A sum of the ledger whose completes are partly priced does not say what these
 * brought: the sums are emptied, and the sweep makes them again from the lines.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table rollup add column priced_revenue_cents bigint not null default 0;
       alter table supplier_rollup add column priced_revenue_cents bigint not null default 0;
       alter table ledger_sum add column priced_revenue_cents bigint not null default 0;

       create temporary table priced on commit drop as
         select r.account_id, r.source_id, coalesce(r.supplier_id, 0) as supplier_id, sum(r.sell_price_cents) as cents from respondent r
         where r.code in (30, 51) and not r.is_test and r.cpi_cents > 0 and r.sell_price_cents > 0 group by 1, 2, 3;
       update supplier_rollup r set priced_revenue_cents = p.cents from priced p
         where p.account_id = r.account_id and p.source_id = r.source_id and p.supplier_id = r.supplier_id;
       update rollup r set priced_revenue_cents = whole.cents
       from (
         select p.account_id, v.scope, v.scope_id, sum(p.cents) as cents
         from priced p
         join source s on s.account_id = p.account_id and s.source_id = p.source_id
         cross join lateral (values (1, s.project_id), (2, s.survey_id), (3, s.source_id)) as v(scope, scope_id)
         group by 1, 2, 3
       ) whole
       where whole.account_id = r.account_id and whole.scope = r.scope and whole.scope_id = r.scope_id;

       delete from ledger_sum;
       delete from ledger_folded;`,
    )
    .execute(db)
}
