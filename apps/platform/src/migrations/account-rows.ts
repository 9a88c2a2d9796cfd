import { sql, type Kysely } from 'kysely'

/** Binds the rows of tables to their accounts: desk_app sees those of the account in `desk.account` alone, desk_system all. */
export async function bindToAccount(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql
      .raw(
        `alter table ${table} enable row level security;
         create policy own_account on ${table} to desk_app
           using (account_id = (select nullif(current_setting('desk.account', true), '')::int))
           with check (account_id = (select nullif(current_setting('desk.account', true), '')::int));
         create policy whole_house on ${table} to desk_system using (true) with check (true);`,
      )
      .execute(db)
  }
}
