import type { Caller } from '@desk/api/authorization'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { recordEdit } from '#kernel/history/history.store'
import { factsOf, newTestToken, SOURCES_MAX } from '../sources/save-source.ts'
import { copySetup, insertSource, lockSource } from '../sources/sources.store.ts'
import { holdTable, tellTable } from '../sources/table-moved.ts'

/** Gives a new survey the sources of another as drafts, with all that they are set up with; cancelled ones stay behind. */
export async function copySources(
  tx: Tx,
  { accountId, user }: Caller,
  fromId: number,
  to: { readonly surveyId: number; readonly projectId: number },
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select source_id as id from source
    where account_id = ${accountId} and survey_id = ${fromId} and status <> ${STATUS_CODES.cancelled} order by source_id limit ${SOURCES_MAX}`.execute(
    tx,
  )
  if (rows.length === 0) return
  await holdTable(tx, accountId, to.surveyId)
  for (const { id: originalId } of rows) {
    const original = await lockSource(tx, accountId, originalId)
    if (!original) continue
    const { columns, place } = original
    const id = await insertSource(tx, accountId, {
      ...to,
      type: place.type,
      columns,
      testToken: newTestToken(),
      userId: user.uid,
      at,
    })
    await copySetup(tx, accountId, originalId, id)
    await recordEdit(tx, {
      accountId,
      scope: 'source',
      id,
      userId: user.uid,
      at,
      act: 'created',
      before: {},
      after: { ...(await factsOf(tx, accountId, id)), copy_of: originalId },
    })
  }
  await tellTable(tx, accountId, to.surveyId, 'all')
}
