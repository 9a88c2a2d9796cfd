import { sql, type Kysely } from 'kysely'

/**
 * The lines of `respondent_event_cost` that do not make a complete by a return: what a statement adjusts is found without the completes (docs/decisions/0062). No entry and
 * no return that completes writes to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index respondent_event_adjusts on respondent_event (account_id, position)
         where changed and not is_test and (to_code in (30, 51)) <> coalesce(from_code in (30, 51), false)
           and not ((to_code in (30, 51)) and (detail ? 'request') is not true)`,
    )
    .execute(db)
}
