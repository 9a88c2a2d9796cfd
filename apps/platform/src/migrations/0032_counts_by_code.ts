import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const CODES = [10, 11, 20, 21, 22, 30, 31, 32, 33, 34, 35, 40, 50, 51]

const COUNTS = CODES.map(code => `code_${code} bigint not null default 0`).join(', ')
const COUNTED = CODES.map(code => `count(*) filter (where r.code = ${code}) as code_${code}`).join(', ')
const NAMES = CODES.map(code => `code_${code}`).join(', ')

/** Which states each column of a figure counts (domain.md §3). */
const COLUMNS = {
  eq_terms: [20],
  terms: [21, 31],
  oqs: [22, 32],
  sq_terms: [33, 34, 35, 50],
  abandons: [40],
  inflight: [10, 11],
  completes: [30, 51],
}

const DROPPED = Object.keys(COLUMNS).map(name => `drop column ${name}`)
const GENERATED = Object.entries(COLUMNS).map(
  ([name, codes]) =>
    `add column ${name} bigint generated always as (${codes.map(code => `code_${code}`).join(' + ')}) stored`,
)

/** Counts the respondents of each supplier within a source, where none are counted yet. */
export const COUNT_SUPPLIERS = `
       insert into supplier_rollup (account_id, source_id, supplier_id, entrants, ${NAMES}, priced_completes, expense_cents, revenue_cents)
       select r.account_id, r.source_id, coalesce(r.supplier_id, 0), count(*), ${COUNTED}, count(*) filter (where r.code in (30, 51) and r.cpi_cents > 0),
         coalesce(sum(r.cpi_cents) filter (where r.code in (30, 51)), 0), coalesce(sum(r.sell_price_cents) filter (where r.code in (30, 51)), 0)
       from respondent r where not r.is_test group by 1, 2, 3`

/**
 * Counts respondents by state (docs/decisions/0032): a rollup has a column a code, and the columns of the figures are their sums, which PostgreSQL works out. And the
 * same counts, with money, for each supplier within a source; 0 is the supplier of those who came by none. Both are counted from the respondents of before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table rollup ${CODES.map(code => `add column code_${code} bigint not null default 0`).join(', ')};
       update rollup o set (${NAMES}) = (select ${CODES.map(code => `counted.code_${code}`).join(', ')})
       from (
         select r.account_id, v.scope, v.scope_id, ${COUNTED}
         from respondent r cross join lateral (values (1, r.project_id), (2, r.survey_id), (3, r.source_id)) as v(scope, scope_id)
         where not r.is_test group by 1, 2, 3
       ) counted
       where counted.account_id = o.account_id and counted.scope = o.scope and counted.scope_id = o.scope_id;
       alter table rollup ${[...DROPPED, ...GENERATED].join(', ')};

       create table supplier_rollup (
         account_id int not null,
         source_id int not null,
         supplier_id int not null,
         entrants bigint not null default 0,
         ${COUNTS},
         priced_completes bigint not null default 0,
         expense_cents bigint not null default 0,
         revenue_cents bigint not null default 0,
         primary key (account_id, source_id, supplier_id)
       ) with (fillfactor = 40);
       ${COUNT_SUPPLIERS};`,
    )
    .execute(db)
  await bindToAccount(db, ['supplier_rollup'])
}
