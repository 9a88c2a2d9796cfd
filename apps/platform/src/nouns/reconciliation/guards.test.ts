import { describe, expect, test } from 'vitest'
import { guardsOf } from './guards.ts'

const SOURCE = {
  stmid: 3,
  name: 'Main',
  target: 95,
  completes_before: 100,
  completes_after: 80,
  rejects: 20,
  accepts: 0,
  supply_cents: 250,
}
const guards = (more: Partial<typeof SOURCE>) =>
  guardsOf(
    { mode: 'REJECT_LIST', kind: 'file', changes: 20, outcomes: [], reading: null },
    [{ ...SOURCE, ...more }],
    true,
  ).map(({ kind, reopens, again_cents: again, message }) => ({ kind, reopens, again, message }))

describe('requests that are confirmed by typing the project’s number (settlement.md §1)', () => {
  test('more than 20 % of a source’s completes, not 20 %', () => {
    expect(guards({ target: 0 })).toEqual([])
    expect(guards({ target: 0, rejects: 21, completes_after: 79 })).toMatchObject([
      { kind: 'share_of_source', message: 'Rejects 21% of the completes of Main: 21 of 100.' },
    ])
  })

  test('a target that is open again: by the completes that it lacks then, at their supply price', () => {
    expect(guards({})).toEqual([
      {
        kind: 'below_target',
        reopens: 15,
        again: 3_750,
        message: 'Reopens 15 of the target of Main; to buy them again costs about $37.50.',
      },
    ])
    expect(guards({ completes_after: 95, rejects: 5 })).toEqual([])
  })

  test.each([
    [0, 0, ''],
    [1, 0, ' 1 line has an id that no respondent of the project has: a complete that it means is rejected too.'],
    [
      1_200,
      2,
      ' 1,200 lines have an id that no respondent of the project has: completes that they mean are rejected too.' +
        ' Lines above the column heads were not read: completes that they mean are rejected too.',
    ],
  ])(
    'a list of accepted respondents with %i unknown ids and %i rows above its heads says so',
    (unknown, above, says) => {
      const rows_not_read = Array.from({ length: above }, (_, at) => ({ line: at + 1, text: 'C-1' }))
      const [guard] = guardsOf(
        {
          mode: 'ACCEPT_LIST',
          kind: 'file',
          changes: 20,
          outcomes: unknown === 0 ? [] : [{ outcome: 'unknown_id', rows: unknown }],
          reading: { delimiter: ',', head_row: 3, sheets: [], rows_not_read, hidden_rows: 0 },
        },
        [SOURCE],
        true,
      )
      expect(guard?.message).toBe(
        `A list of accepted respondents rejects every other complete of the project: 20 completes.${says}`,
      )
    },
  )
})
