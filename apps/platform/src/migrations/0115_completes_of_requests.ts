import { sql, type Kysely } from 'kysely'

/** When the first and the last complete that a request adjusts were made: they tell the months of its statements, which the list of requests reads again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table reconciliation add column first_completed_at timestamptz, add column last_completed_at timestamptz;
       update reconciliation r set first_completed_at = c.first, last_completed_at = c.last
       from (
         select account_id, reconciliation_id, min(completed_at) as first, max(completed_at) as last from reconciliation_row where is_applied group by 1, 2
       ) c
       where r.account_id = c.account_id and r.reconciliation_id = c.reconciliation_id;`,
    )
    .execute(db)
}
