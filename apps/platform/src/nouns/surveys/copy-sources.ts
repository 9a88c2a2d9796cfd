import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import { makeCopy } from '../sources/copy-source.ts'
import { SOURCES_MAX } from '../sources/save-source.ts'
import { lockSource } from '../sources/sources.store.ts'
import { holdTable, tellTable } from '../sources/table-moved.ts'

/** Copies the sources of another survey into a new one as drafts, with their whole setup, except cancelled ones. */
export async function copySources(
  tx: Tx,
  actor: Actor,
  fromId: number,
  to: { readonly surveyId: number; readonly projectId: number },
): Promise<void> {
  const { accountId } = actor
  const { rows } = await sql<{ id: number }>`
    select source_id as id from source
    where account_id = ${accountId} and survey_id = ${fromId} and status <> ${STATUS_CODES.cancelled} order by source_id limit ${SOURCES_MAX}`.execute(
    tx,
  )
  if (rows.length === 0) return
  await holdTable(tx, accountId, to.surveyId)
  for (const { id: originalId } of rows) {
    const original = await lockSource(tx, accountId, originalId)
    if (original) await makeCopy(tx, actor, original, { ...to, name: original.columns.name })
  }
  await tellTable(tx, accountId, to.surveyId, 'all')
}
