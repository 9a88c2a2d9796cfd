import { sql, type Kysely } from 'kysely'

/**
 * Statements of the sell side beside those of suppliers (docs/decisions/0059): what a statement is of is a supplier, a client project or a business unit. A line of the ledger
 * is in one statement of each scope at most.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table statement rename column supplier_id to scope_id;
       alter table statement rename column supplier_name to scope_name;
       -- scope_id 0: respondents without a supplier, projects without a business unit
       alter table statement add column scope text not null default 'supplier' check (scope in ('supplier', 'project', 'business_unit')),
         drop constraint statement_pkey, add primary key (account_id, scope, month, scope_id);
       alter table statement alter column scope drop default;
       create index statement_of_one on statement (account_id, scope, scope_id, month);

       alter table statement_line rename column supplier_id to scope_id;
       alter table statement_line add column scope text not null default 'supplier' check (scope in ('supplier', 'project', 'business_unit')),
         drop constraint statement_line_pkey, add primary key (account_id, scope, month, scope_id, line),
         drop constraint statement_line_account_id_position_key, add unique (account_id, scope, position);
       alter table statement_line alter column scope drop default;`,
    )
    .execute(db)
}
