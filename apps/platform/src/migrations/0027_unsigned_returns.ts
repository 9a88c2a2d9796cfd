import { sql, type Kysely } from 'kysely'

/** Whether an unsigned server-to-server return may overrule what a respondent's browser said (docs/decisions/0024). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column unsigned_overrule boolean not null default false`.execute(db)
}
