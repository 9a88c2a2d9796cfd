import { sql, type Kysely } from 'kysely'

/**
 * How many of the completes that a request changes have a known supply price (docs/decisions/0092). The sums of a request counted a price of nothing as known: those rows are taken off. A
 * statement counts its lines with a price, from its parts; its rows never change, so that these columns are computed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table reconciliation add column priced_changes int not null default 0;

       create temporary table unpriced on commit drop as
         select w.account_id, w.reconciliation_id, w.is_rest, w.outcome, w.is_applied, w.reason_code, w.rdud is not null as is_somebody, w.supplier_id, w.source_id,
           (case when w.to_code in (30, 51) then 1 else 0 end - case when w.from_code in (30, 51) then 1 else 0 end) as change, count(*)::int as rows
         from reconciliation_row w where w.supply_cents = 0 group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
       update reconciliation r set row_sums = (
         select jsonb_agg(jsonb_set(e.sum, '{withSupplyPrice}', to_jsonb((e.sum->>'withSupplyPrice')::int - coalesce(u.rows, 0))) order by e.at)
         from jsonb_array_elements(r.row_sums) with ordinality as e(sum, at)
         left join unpriced u on u.account_id = r.account_id and u.reconciliation_id = r.reconciliation_id and u.is_rest = (e.sum->>'isRest')::boolean
           and u.outcome = e.sum->>'outcome' and u.is_applied = (e.sum->>'isApplied')::boolean and u.reason_code is not distinct from (e.sum->>'reasonCode')::int
           and u.is_somebody = (e.sum->>'isSomebody')::boolean and u.supplier_id is not distinct from (e.sum->>'supplierId')::int
           and u.source_id is not distinct from (e.sum->>'sourceId')::int and u.change = (e.sum->>'change')::int
       )
       where jsonb_array_length(r.row_sums) > 0
         and exists (select from unpriced u where u.account_id = r.account_id and u.reconciliation_id = r.reconciliation_id);
       update reconciliation r set priced_changes = s.rows
       from (
         select q.account_id, q.reconciliation_id, sum((e.sum->>'withSupplyPrice')::int) as rows
         from reconciliation q cross join lateral jsonb_array_elements(q.row_sums) as e(sum)
         where (e.sum->>'isApplied')::boolean group by 1, 2
       ) s
       where s.account_id = r.account_id and s.reconciliation_id = r.reconciliation_id;

       create function priced_lines(parts jsonb, wanted text) returns int language sql immutable strict parallel safe as $$
         select coalesce(sum((p->>'lines')::int), 0)::int from jsonb_array_elements(parts) p where p->>'kind' = wanted and coalesce(p->>'price_cents', p->>'amount_cents')::bigint <> 0
       $$;
       alter table statement add column priced_completes int not null generated always as (priced_lines(parts, 'complete')) stored,
         add column priced_adjustments int not null generated always as (priced_lines(parts, 'adjustment')) stored;`,
    )
    .execute(db)
}
