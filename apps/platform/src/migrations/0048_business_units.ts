import { sql, type Kysely } from 'kysely'

/**
 * Business units are edited: each has a version, and no two in use within an account the same name. Of those that had one, the
 * later keep theirs with their id behind it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table business_unit add column edit_version int not null default 1;
       update business_unit b set name = b.name || ' (' || b.business_unit_id || ')'
       where b.status_id = 1 and exists (
         select from business_unit e where e.account_id = b.account_id and e.status_id = 1 and lower(e.name) = lower(b.name)
           and e.business_unit_id < b.business_unit_id);
       create unique index business_unit_names on business_unit (account_id, lower(name)) where status_id = 1;
       create index project_by_unit on project (account_id, business_unit_id) where business_unit_id is not null;`,
    )
    .execute(db)
}
