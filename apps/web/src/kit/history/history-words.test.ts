import { describe, expect, test } from 'vitest'
import { changeWords, valueWords } from './history-words.ts'

const FIELDS = {
  respondents: { label: 'Target (N)' },
  zone: { label: 'Timezone', say: (code: unknown) => (code === 15 ? 'America/New_York' : null) },
}
const words = (field: string, from: unknown, to: unknown) =>
  changeWords({ field, from: from as never, to: to as never }, FIELDS, 'America/New_York')

describe('a history in words', () => {
  test('fields have the screen’s names, codes theirs; what the screen does not know stays as it is', () =>
    expect([words('respondents', null, 100), words('zone', 15, 99), words('other', '', 'x')]).toEqual([
      { label: 'Target (N)', from: '-', to: '100' },
      { label: 'Timezone', from: 'America/New_York', to: '99' },
      { label: 'other', from: '-', to: 'x' },
    ]))

  test('a change of status has its names (§4.1)', () =>
    expect(words('status', 3, 1)).toEqual({ label: 'Status', from: 'Draft', to: 'Live' }))

  test('moments are by the reader’s clock, lists in one line, switches on or off', () =>
    expect(
      ['2027-03-01T23:00:00.000Z', [1, 'b'], [], true, { a: 1 }].map(value =>
        valueWords(value, undefined, 'America/New_York'),
      ),
    ).toEqual(['1 Mar 2027, 18:00', '1, b', '-', 'on', '{"a":1}']))
})
