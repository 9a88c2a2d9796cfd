import { Effect } from 'effect'
import { expect, test } from 'vitest'
import { readSentList } from '#ledger/sent-lists/read-list'
import { judgeMarks } from './mark-lines.ts'

const ACCOUNT = 1
const judge = async (text: string, kind: 'either' | 'fingerprint' = 'either') => {
  const list = await Effect.runPromise(readSentList(ACCOUNT, { input: text, kind: 'marks' }))
  if (typeof list === 'string') return list
  const { marks, faults } = judgeMarks(list.lines, { kind })
  return [marks.map(mark => `${mark.kind} ${mark.value}`), faults.map(({ message }) => message)]
}
const NO_ADDRESS = 'This is no IPv4 or IPv6 address; a fingerprint of this form is added by its kind'
const SEVERAL = 'The line has several addresses: write each on a line of its own'

test.each(['999.1.1.1', '203.0.113.7:443', '[2001:db8::2]'])(
  'an address that is written wrongly is a faulty line, and no fingerprint that no device has: %s',
  async text => {
    expect(await judge(text)).toEqual([[], [NO_ADDRESS]])
    expect(await judge(text, 'fingerprint')).toEqual([[`fingerprint ${text}`], []])
  },
)

test.each(['203.0.113.40, 203.0.113.41', '203.0.113.42 203.0.113.43', '203.0.113.40;198.51.100.0/24;203.0.113.41'])(
  'a line with several addresses is faulty, so that none of them is left out: %s',
  async text => {
    expect(await judge(text)).toEqual([[], [SEVERAL]])
  },
)

test.each([
  ['ip,note\n203.0.113.30,seen with 203.0.113.31', 'address 203.0.113.30'],
  ['203.0.113.30,farm', 'address 203.0.113.30'],
  ['f-1 a', 'fingerprint f-1 a'],
  ['aa:bb:cc:dd:ee:ff', 'fingerprint aa:bb:cc:dd:ee:ff'],
])('others are taken as before: %s', async (text, mark) => {
  expect(await judge(text)).toEqual([[mark], []])
})
