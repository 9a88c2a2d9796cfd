import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { StudyMaker } from '#testing/study'
import { makeStand, numbered } from './testing/stand.ts'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

interface Row {
  readonly rid: string | null
  readonly outcome: string
}
const UNKNOWN = '1-00000000000000000000000000000000'

/** Uploads a list against four completes. @returns rid and outcome of each row, by its id */
async function outcomes(list: (rduds: readonly string[]) => readonly string[], mode = 'REJECT_LIST') {
  const { upload, completes } = await makeStand(platform(), make)
  const made = await completes(numbered(4))
  const { body } = await upload(list(made.map(({ rdud }) => rdud)).join('\n'), { mode })
  // the id of a row that names no one is not shown
  return (body.rows as readonly Row[]).map(({ rid, outcome }) => `${rid ?? '–'} ${outcome}`).toSorted()
}

describe('a row with several ids names (settlement.md §1, docs/decisions/0087)', () => {
  test.each([
    ['no RDUD', ''],
    ['an RDUD that no one has', UNKNOWN],
    ['an RDUD of no form', 'n/a'],
  ])('the respondent of its RID where it has %s, also among accepted ones', async (_what, rdud) => {
    expect(await outcomes(() => ['RDUD,RID', `${rdud},rid-2`])).toEqual(['rid-2 applied_reject'])
    expect(await outcomes(() => ['RDUD,RID', `${rdud},rid-2`], 'ACCEPT_LIST')).toEqual([
      'rid-1 applied_reject',
      'rid-2 already_in_state',
      'rid-3 applied_reject',
      'rid-4 applied_reject',
    ])
  })

  test('the one in another letter case where its RDUD is unknown', async () => {
    expect(await outcomes(() => ['RDUD,RID', `${UNKNOWN},RID-2`])).toEqual(['rid-2 applied_reject'])
  })

  test('the respondent of its RDUD where its RID is unknown', async () => {
    expect(await outcomes(([, two]) => ['RID,RDUD', `client-7,${two}`])).toEqual(['rid-2 applied_reject'])
  })

  test.each([
    ['its RDUD and its RID', (two: string) => ['RDUD,RID', `${two},rid-3`]],
    ['two columns of the same name', () => ['RID,RID', 'rid-2,rid-3']],
    ['two columns of RDUDs', (two: string, three: string) => ['RDUD;RDUD', `${two};${three}`]],
  ])('no one for sure where %s name two respondents: it asks', async (_what, list) => {
    const read = ([, two = '', three = '']: readonly string[]) => list(two, three)
    expect(await outcomes(read)).toEqual(['rid-2 needs_confirmation'])
    // neither of them is rejected as one that the list leaves out
    expect(await outcomes(read, 'ACCEPT_LIST')).toEqual([
      'rid-1 applied_reject',
      'rid-2 needs_confirmation',
      'rid-2 needs_confirmation',
      'rid-3 needs_confirmation',
      'rid-4 applied_reject',
    ])
  })
})

test('an id in decomposed Unicode is the same id (settlement.md §1)', async () => {
  const { upload, completes } = await makeStand(platform(), make)
  await completes(['andré-1'.normalize('NFC')])
  const { body } = await upload(`RID\n${'andré-1'.normalize('NFD')}`)
  expect(body.rows).toMatchObject([{ outcome: 'applied_reject' }])
})

test('a row with a bad reason leaves the respondent to the next row that names it (settlement.md §1)', async () => {
  expect(await outcomes(([one]) => ['RDUD,Reason', `${one},999`, `${one},930`, `${one},998`, `${one},931`])).toEqual([
    'rid-1 applied_reject',
    'rid-1 bad_reason',
    'rid-1 duplicate_in_file',
    'rid-1 duplicate_in_file',
  ])
})
