import { sql, type Kysely } from 'kysely'

/** Finds what changed the figures of a source within a time, for "Why did this number change?" (docs/decisions/0062). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index respondent_event_of_source on respondent_event (account_id, source_id, at) where changed')
    .execute(db)
}
