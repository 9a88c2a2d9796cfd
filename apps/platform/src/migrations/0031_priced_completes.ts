import { sql, type Kysely } from 'kysely'

/** The rollups know how many of their completes have a price: what an average price is of. Those of before are counted by the price that each was made at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table rollup add column priced_completes bigint not null default 0;

       update rollup r set priced_completes = counted.completes
       from (
         select n.account_id, v.scope, v.scope_id, sum(n.completes) as completes
         from (
           select account_id, source_id, count(*) as completes from respondent
           where code in (30, 51) and not is_test and cpi_cents > 0 group by 1, 2
         ) n
         join source s on s.account_id = n.account_id and s.source_id = n.source_id
         cross join lateral (values (1, s.project_id), (2, s.survey_id), (3, s.source_id)) as v(scope, scope_id)
         group by 1, 2, 3
       ) counted
       where counted.account_id = r.account_id and counted.scope = r.scope and counted.scope_id = r.scope_id;`,
    )
    .execute(db)
}
