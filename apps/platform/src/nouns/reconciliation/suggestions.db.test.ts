import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { judgeLines } from './judge.store.ts'
import { insertLines } from './lines.store.ts'
import { requestBy } from './make-request.ts'
import { NOTHING_BETWEEN } from './progress.ts'
import { requireRequest } from './read-preview.ts'
import { findWindow, insertRequest } from './requests.store.ts'
import { makeRespondents } from './testing/respondents.ts'

const fresh = useDatabase()

test('a line gets its suggestion in whichever portion it stands, and no row is judged twice (settlement.md §1)', async () => {
  const { database } = fresh()
  const make = new StudyMaker(database)
  const { accountId, projectId, sourceIds, supplierId } = await make.study({})
  const { userId } = await make.user({ accountId, roleId: 1 })
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  await makeRespondents(database, place, ['panelist-alpha', 'panelist-bravo', 'panelist-gamma'])
  const sent = ['panelist-alpha', 'nobody at all', 'panelist-bravo', 'panelist-gamna', 'panelist-alpha']
  const rows = await database.asAccount(accountId, async tx => {
    const at = new Date()
    const id = await insertRequest(tx, accountId, {
      ...requestBy({ ...callerOf({ accountId, userId }), at }, projectId, { mode: 'REJECT_LIST' }),
      kind: 'text',
    })
    const lines = sent.map((rawText, index) => ({
      line: index + 2,
      rawText,
      reasonCode: null,
      isBadReason: false,
      comment: '',
    }))
    await insertLines(tx, accountId, id, lines, 'sent', NOTHING_BETWEEN, 2)
    const request = await requireRequest(tx, accountId, id)
    await judgeLines(tx, accountId, request, await findWindow(tx, accountId), at, NOTHING_BETWEEN, { suggests: true })
    const judged = await sql<object>`
      select line, outcome, match, rid from reconciliation_row where account_id = ${accountId} and reconciliation_id = ${id} order by line`.execute(
      tx,
    )
    const { outcomes, openSuggestions } = await requireRequest(tx, accountId, id)
    return { judged: judged.rows, outcomes, openSuggestions }
  })
  expect(rows).toEqual({
    judged: [
      { line: 2, outcome: 'applied_reject', match: 'rid', rid: 'panelist-alpha' },
      { line: 3, outcome: 'unknown_id', match: 'none', rid: null },
      { line: 4, outcome: 'applied_reject', match: 'rid', rid: 'panelist-bravo' },
      { line: 5, outcome: 'needs_confirmation', match: 'suggestion', rid: 'panelist-gamma' },
      { line: 6, outcome: 'duplicate_in_file', match: 'rid', rid: 'panelist-alpha' },
    ],
    outcomes: [
      { outcome: 'applied_reject', rows: 2 },
      { outcome: 'duplicate_in_file', rows: 1 },
      { outcome: 'needs_confirmation', rows: 1 },
      { outcome: 'unknown_id', rows: 1 },
    ],
    openSuggestions: 1,
  })
})
