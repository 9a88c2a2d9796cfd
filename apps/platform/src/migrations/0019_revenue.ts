import { sql, type Kysely } from 'kysely'

/** Each complete keeps the sell price in force when it was made, and the rollups their sum; completes of before take the present price, the only one that is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table respondent add column sell_price_cents int;
       alter table respondent_event add column sell_price_cents int;
       alter table rollup add column revenue_cents bigint not null default 0;

       create temporary table present_price on commit drop as
         select s.account_id, s.project_id, s.survey_id, s.source_id, coalesce(v.sell_price_cents, p.sell_price_cents, 0) as cents
         from source s
         join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
         join project p on p.account_id = s.account_id and p.project_id = s.project_id;
       create unique index on present_price (account_id, source_id);
       analyze present_price;

       update respondent r set sell_price_cents = n.cents
       from present_price n where n.account_id = r.account_id and n.source_id = r.source_id and r.code in (30, 51);

       update respondent_event e set sell_price_cents = n.cents
       from present_price n where n.account_id = e.account_id and n.source_id = e.source_id and e.changed and e.to_code in (30, 51);

       update rollup r set revenue_cents = earned.cents
       from (
         select n.account_id, v.scope, v.scope_id, sum(o.completes * n.cents) as cents
         from present_price n
         join rollup o on o.account_id = n.account_id and o.scope = 3 and o.scope_id = n.source_id
         cross join lateral (values (1, n.project_id), (2, n.survey_id), (3, n.source_id)) as v(scope, scope_id)
         group by 1, 2, 3
       ) earned
       where earned.account_id = r.account_id and earned.scope = r.scope and earned.scope_id = r.scope_id;`,
    )
    .execute(db)
}
