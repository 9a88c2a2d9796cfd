import { expect, test } from 'vitest'
import { besideText, comparedRanges, rangeBefore, rangeIn, type AskedRange } from './range.ts'

const ZONE = 'America/New_York'
/** A Wednesday, 12:20 in New York; its clocks went back on 1 November. */
const NOW = new Date('2026-11-25T17:20:00Z')

const times = (text: string) => {
  const found = rangeIn(text, NOW, ZONE)
  return found && [found.range.label, found.range.from.toISOString(), found.range.to.toISOString()]
}

test('times are of the caller’s zone, whatever its clocks did (§5.31)', () => {
  const now = NOW.toISOString()
  expect(
    Object.fromEntries(
      [
        'completes today',
        'completes yesterday',
        'this week',
        'last week',
        'this month',
        'last month',
        'in the last 3 hours',
        'over the past 30 days',
        'last 1 day',
        'last 2 weeks',
        'on 2026-11-01',
        'from 2026-10-30 to 2026-11-01',
      ].map(text => [text, times(text)]),
    ),
  ).toEqual({
    'completes today': ['today', '2026-11-25T05:00:00.000Z', now],
    'completes yesterday': ['yesterday', '2026-11-24T05:00:00.000Z', '2026-11-25T05:00:00.000Z'],
    'this week': ['this week', '2026-11-23T05:00:00.000Z', now],
    'last week': ['last week', '2026-11-16T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    'this month': ['this month', '2026-11-01T04:00:00.000Z', now],
    'last month': ['last month', '2026-10-01T04:00:00.000Z', '2026-11-01T04:00:00.000Z'],
    'in the last 3 hours': ['the last 3 hours', '2026-11-25T14:00:00.000Z', now],
    'over the past 30 days': ['the last 30 days', '2026-10-26T17:00:00.000Z', now],
    'last 1 day': ['the last 1 day', '2026-11-24T17:00:00.000Z', now],
    'last 2 weeks': ['the last 2 weeks', '2026-11-11T17:00:00.000Z', now],
    'on 2026-11-01': ['2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    'from 2026-10-30 to 2026-11-01': [
      '2026-10-30 to 2026-11-01',
      '2026-10-30T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ],
  })
})

test('a question without a time has none, and an impossible day is none', () => {
  expect([times('completes'), times('on 2026-02-30'), times('last 0 days'), times('last 9999 weeks')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the time before is as long, by the calendar where it is named so', () => {
  const before = (text: string) => {
    const found = rangeIn(text, NOW, ZONE)
    if (found === null) return null
    const { label, from, to } = rangeBefore(found.range, ZONE)
    return [label, from.toISOString(), to.toISOString()]
  }
  expect([before('today'), before('this week'), before('last month'), before('last 24 hours')]).toEqual([
    ['yesterday until this hour', '2026-11-24T05:00:00.000Z', '2026-11-24T17:20:00.000Z'],
    ['last week until this hour', '2026-11-16T05:00:00.000Z', '2026-11-18T17:20:00.000Z'],
    ['the month before', '2026-09-01T04:00:00.000Z', '2026-10-01T04:00:00.000Z'],
    ['the time before', '2026-11-23T16:40:00.000Z', '2026-11-24T17:00:00.000Z'],
  ])
})

test('a time that is not over is compared with the same part of the other; other times of unlike length say how long they are', () => {
  const range = (text: string): AskedRange => {
    const found = rangeIn(text, NOW, ZONE)
    if (found === null) throw new Error(`No time in ${text}`)
    return found.range
  }
  const compared = (one: string, other: string) => {
    const [first, second] = comparedRanges(range(one), range(other), ZONE)
    return [besideText(first, second), first.from.toISOString(), first.to.toISOString()]
  }
  expect([
    compared('this week', 'last week'),
    compared('last month', 'this month'),
    compared('today', 'on 2026-11-20'),
    compared('last week', 'last month'),
    compared('yesterday', 'on 2026-11-01'),
  ]).toEqual([
    ['this week beside last week until this hour', '2026-11-16T05:00:00.000Z', '2026-11-18T17:20:00.000Z'],
    ['this month beside last month until this hour', '2026-10-01T04:00:00.000Z', '2026-10-25T16:20:00.000Z'],
    ['today beside 2026-11-20 until this hour of it', '2026-11-20T05:00:00.000Z', '2026-11-20T17:20:00.000Z'],
    ['last week (7 days) beside last month (31 days)', '2026-10-01T04:00:00.000Z', '2026-11-01T04:00:00.000Z'],
    ['yesterday beside 2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ])
})
