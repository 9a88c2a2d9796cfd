import { sql, type Kysely } from 'kysely'

/** Lets the auto-pause sweep count a source's failing returns of the last hour (domain.md §2) without reading its other respondents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create index respondent_event_failing on respondent_event (account_id, source_id, at) where to_code = 35 and changed',
    )
    .execute(db)
}
