import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { judgeLines } from './judge.store.ts'
import { insertLines, insertRest } from './lines.store.ts'
import { requestBy } from './make-request.ts'
import { NOTHING_BETWEEN } from './progress.ts'
import { requireRequest } from './read-preview.ts'
import { findWindow, insertRequest } from './requests.store.ts'
import { makeRespondents } from './testing/respondents.ts'

const fresh = useDatabase()

/** Judges ids that were sent against respondents of a project, in portions of two lines. @param others their ids in a second source of the project */
async function judgedRows(
  sent: readonly string[],
  rids: readonly string[],
  {
    mode = 'REJECT_LIST',
    others = [],
  }: { readonly mode?: 'REJECT_LIST' | 'ACCEPT_LIST'; readonly others?: readonly string[] } = {},
) {
  const { database } = fresh()
  const make = new StudyMaker(database)
  const { accountId, projectId, sourceIds, supplierId } = await make.study({
    sources: [STATUS_CODES.live, STATUS_CODES.live],
  })
  const { userId } = await make.user({ accountId, roleId: 1 })
  const [one = 0, other = 0] = sourceIds
  await makeRespondents(database, { accountId, sourceId: one, supplierId }, rids)
  await makeRespondents(database, { accountId, sourceId: other, supplierId }, others)
  return database.asAccount(accountId, async tx => {
    const at = new Date()
    const id = await insertRequest(tx, accountId, {
      ...requestBy({ ...callerOf({ accountId, userId }), at }, projectId, { mode }),
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
    const window = await findWindow(tx, accountId)
    if (mode === 'ACCEPT_LIST') await insertRest(tx, accountId, id, projectId, window, at)
    const judge = (suggests: boolean) =>
      requireRequest(tx, accountId, id).then(request =>
        judgeLines(tx, accountId, request, window, at, NOTHING_BETWEEN, { suggests }),
      )
    await judge(true)
    const found = () =>
      sql<{ line: number; outcome: string; match: string; rid: string | null }>`
        select line, outcome, match, rid from reconciliation_row where account_id = ${accountId} and reconciliation_id = ${id} order by line`.execute(
        tx,
      )
    const { rows } = await found()
    // as storing judges them again
    await judge(false)
    expect((await found()).rows).toEqual(rows)
    const { outcomes, openSuggestions } = await requireRequest(tx, accountId, id)
    return { rows, outcomes, openSuggestions }
  })
}

test('a line gets its suggestion in whichever portion it is, and no row is judged twice (settlement.md §1)', async () => {
  const sent = ['panelist-alpha', 'nobody at all', 'panelist-bravo', 'panelist-gamna', 'panelist-alpha']
  expect(await judgedRows(sent, ['panelist-alpha', 'panelist-bravo', 'panelist-gamma'])).toEqual({
    rows: [
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

const UPPER = '7C9E6679-7425-40DE-944B-E07FC1F90AE7'
const guid = (text: string): string => `{${text}}`

describe('a supplier’s id names (settlement.md §1, domain.md)', () => {
  test.each([
    [
      'the respondent with the same text, not another one whose id is the text without braces',
      '{GG-1001}',
      ['GG-1001', '{GG-1001}'],
      '{GG-1001}',
    ],
    ['a GUID in braces as it is in the ledger', guid(UPPER), [guid(UPPER)], guid(UPPER)],
    ['an id that ends with a sign', 'semi;', ['semi;', 'semi'], 'semi;'],
    ['the text without quotes around it, where no id has them', '"GG-1001"', ['GG-1001', 'GG-1002'], 'GG-1001'],
    ['the text without braces before one with other braces', '(GG-1001)', ['GG-1001', '{GG-1001}'], 'GG-1001'],
    ['the one id that has braces around the text', 'GG-1001', ['{GG-1001}', 'GG-1002'], '{GG-1001}'],
    ['the one id in another letter case', UPPER.toLowerCase(), [UPPER, 'GG-1001'], UPPER],
    ['the one id in another letter case and in braces', UPPER.toLowerCase(), [guid(UPPER)], guid(UPPER)],
    ['its own letter case where two ids differ by it alone', 'gg-1001', ['GG-1001', 'gg-1001'], 'gg-1001'],
  ])('%s', async (_what, sent, rids, rid) => {
    const { rows } = await judgedRows([sent], rids)
    expect(rows).toEqual([{ line: 2, outcome: 'applied_reject', match: 'rid', rid }])
  })

  test.each([
    ['two ids differ from it by letter case alone', 'gg-1001', ['GG-1001', 'Gg-1001'], []],
    ['two ids differ from it by the signs around them', 'GG-1001', ['{GG-1001}', '[GG-1001]'], []],
    ['two sources of the project have it', 'GG-1001', ['GG-1001'], ['GG-1001']],
  ])('no one for sure, and asks, where %s', async (_what, sent, rids, others) => {
    const { rows, openSuggestions } = await judgedRows([sent], rids, { others })
    expect(rows).toMatchObject([{ line: 2, outcome: 'needs_confirmation', match: 'several' }])
    expect(openSuggestions).toBe(1)
  })

  test('several in a list of accepted respondents: none of them is rejected as one that the list leaves out', async () => {
    const { rows } = await judgedRows(['gg-1001'], ['GG-1001', 'Gg-1001', 'GG-1002'], { mode: 'ACCEPT_LIST' })
    expect(rows.filter(({ outcome }) => outcome !== 'needs_confirmation').map(({ rid }) => rid)).toEqual(['GG-1002'])
    expect(rows).toHaveLength(4)
  })
})
