import { sql, type Kysely } from 'kysely'

/** Whether the place that a respondent in progress had in a sub-quota was given to others already (docs/decisions/0022). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table respondent add column place_freed boolean not null default false`.execute(db)
}
