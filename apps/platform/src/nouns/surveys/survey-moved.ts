import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { tellBatches } from '../sources/table-moved.ts'

const FEED_KIND_FIGURES = 1

/**
 * Notifies the batches of respondents and every open table of a changed, locked survey: counts its version up, and writes a feed
 * row for it only, since its sources' rows are unchanged. See sources/table-moved.ts, whose lock comes before.
 */
export async function tellSurvey(tx: Tx, accountId: number, surveyId: number): Promise<void> {
  await tellBatches(tx, accountId, surveyId)
  await sql`
    insert into change_feed (account_id, kind, project_id, survey_id)
    select account_id, ${sql.lit(FEED_KIND_FIGURES)}, project_id, survey_id from survey where account_id = ${accountId} and survey_id = ${surveyId}`.execute(
    tx,
  )
  await sql`select pg_notify('desk_changes', '')`.execute(tx)
}
