import { sql, type Kysely } from 'kysely'

/** A webhook may be one supplier's: it is told of what reconciliations say of that supplier's respondents, and of nothing else (docs/decisions/0066). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table webhook drop constraint webhook_filter_scope_check;
       alter table webhook add constraint webhook_filter_scope_check check (filter_scope in ('project', 'survey', 'source', 'supplier'));
       alter table webhook add constraint webhook_of_supplier check ((kinds = '{supplier.outcomes}') = coalesce(filter_scope = 'supplier', false));
       create index webhook_of_suppliers on webhook (account_id, filter_id) where filter_scope = 'supplier';`,
    )
    .execute(db)
}
