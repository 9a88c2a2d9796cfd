import { idColumnsOf } from '@desk/schema/sent-tables/heads'
import { describe, expect, test } from 'vitest'
import { columnsOf, lineOf } from './columns.ts'

const COLUMNS = { ids: [0], reason: 1, comment: 2 } as const
const read = (...row: readonly string[]) => {
  const { reasonCode, isBadReason, comment } = lineOf(row, 1, COLUMNS) ?? {}
  return [reasonCode, isBadReason, comment]
}

describe('a reason is read from (settlement.md §1, docs/decisions/0087)', () => {
  test.each([
    ['its code', '932', 932],
    ['its label in any letter case', 'STRAIGHT LINING', 932],
    ['its code and its label', '932 - Straight-lining', 932],
    ['its label and its code', 'Speeder (933)', 933],
    ['its code and a colon', '930: fraud', 930],
  ])('%s', (_what, reason, code) => {
    expect(read('GG-1', reason, 'twice')).toEqual([code, false, 'twice'])
  })

  test('a code with words of the client, which stay in the comment', () => {
    expect(read('GG-1', '932 - all answers the same', 'twice')).toEqual([
      932,
      false,
      'As sent: 932 - all answers the same | twice',
    ])
  })

  test.each(['932 - Speeder', 'Duplicate (930)', '11 times duplicate', '937 - bots', 'later'])(
    'nothing where words name another reason or there is no such code: %s',
    reason => {
      expect(read('GG-1', reason, 'twice')).toEqual([null, true, `As sent: ${reason} | twice`])
    },
  )
})

test('further ids on a line are no reason, and all of them stay in the comment (docs/decisions/0087)', () => {
  expect(read('GG-1', 'GG-2', 'GG-3', 'GG-4')).toEqual([null, true, 'As sent: GG-2 | GG-3 | GG-4'])
})

test.each([
  [['ID', 'RespID', 'RID', 'Reason'], 'RID'],
  [['RID', 'RDUD', 'Reason'], 'RDUD'],
  [['ID', 'RespID', 'Reason'], 'RespID'],
  [['No', 'ID', 'Reason'], 'ID'],
])('of %s the ids are in %s (docs/decisions/0087)', (head, column) => {
  expect(head[columnsOf(head, [], idColumnsOf).ids[0]]).toBe(column)
})

test.each([
  [
    ['RDUD', 'Grund', 'Kommentar'],
    [
      ['GG-1', '930', ''],
      ['GG-2', '936', ''],
    ],
    1,
  ],
  [
    ['RDUD', 'Wave', 'Why'],
    [
      ['GG-1', '2', 'Speeder'],
      ['GG-2', '2', '931 - Duplicate'],
    ],
    2,
  ],
  [
    ['RDUD', 'Reason', 'Other'],
    [
      ['GG-1', 'slow', '930'],
      ['GG-2', '', '936'],
    ],
    1,
  ],
  [
    ['RDUD', 'LOI', 'Age'],
    [
      ['GG-1', '12', '44'],
      ['GG-2', '9', '26'],
    ],
    null,
  ],
])('of %s the reasons are in the column that names them, else in the one that holds them', (head, rows, column) => {
  expect(columnsOf(head, rows, idColumnsOf).reason).toBe(column)
})
