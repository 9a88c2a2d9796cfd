import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { SCOPE_CODES } from '#statuses/status-sql'

const FEED_KIND_FIGURES = 1
const [SURVEY, SOURCE] = [sql.lit(SCOPE_CODES.survey), sql.lit(SCOPE_CODES.source)]

/**
 * Locks the source table of a survey for an edit: every batch of respondents takes the lock of the survey's rollup row before it
 * touches the sources, so that the next respondent is judged by the edited setup. It precedes the locks of sources, as in a batch
 * that pauses one.
 * @returns false when the account has no such survey
 */
export async function holdTable(tx: Tx, accountId: number, surveyId: number): Promise<boolean> {
  await sql`
    insert into rollup (account_id, scope, scope_id) select account_id, ${SURVEY}, survey_id from survey where account_id = ${accountId} and survey_id = ${surveyId}
    on conflict do nothing`.execute(tx)
  const { rows } =
    await sql`select from rollup where account_id = ${accountId} and scope = ${SURVEY} and scope_id = ${surveyId} for update`.execute(
      tx,
    )
  return rows.length > 0
}

/**
 * Locks the source table of this source's survey.
 * @returns false when the account has no such source
 */
export async function holdTableOf(tx: Tx, accountId: number, sourceId: number): Promise<boolean> {
  const { rows } = await sql<{
    surveyId: number
  }>`select survey_id as "surveyId" from source where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
  const [row] = rows
  return row !== undefined && holdTable(tx, accountId, row.surveyId)
}

/** A batch that waited for the lock reads everything again, because the version has changed. */
export async function tellBatches(tx: Tx, accountId: number, surveyId: number): Promise<void> {
  await sql`update rollup set version = version + 1 where account_id = ${accountId} and scope = ${SURVEY} and scope_id = ${surveyId}`.execute(
    tx,
  )
}

/**
 * Notifies the batches and every open table of changed rows of a locked survey: counts their figures' versions up, and
 * writes feed rows.
 * @param sourceIds the changed sources; 'all' when their shares have changed (§3.9)
 */
export async function tellTable(
  tx: Tx,
  accountId: number,
  surveyId: number,
  sourceIds: readonly number[] | 'all',
): Promise<void> {
  await tellBatches(tx, accountId, surveyId)
  const ids = sourceIds === 'all' ? sql`true` : sql`source_id = any(${sourceIds}::int[])`
  await sql`
    insert into rollup as r (account_id, scope, scope_id, version)
    select account_id, ${SOURCE}, source_id, 1 from source where account_id = ${accountId} and survey_id = ${surveyId} and ${ids} order by source_id
    on conflict (account_id, scope, scope_id) do update set version = r.version + 1`.execute(tx)
  await sql`
    insert into change_feed (account_id, kind, project_id, survey_id, source_id)
    select account_id, ${sql.lit(FEED_KIND_FIGURES)}, project_id, survey_id, source_id
    from source where account_id = ${accountId} and survey_id = ${surveyId} and ${ids} order by source_id`.execute(tx)
  await sql`select pg_notify('desk_changes', '')`.execute(tx)
}
