import { expect, test } from 'vitest'
import { stepWords, type ExplainedEvent } from './step-words.ts'

const words = (event: Partial<ExplainedEvent>, loiMinutes = 12) =>
  stepWords({ from: 11, to: 31, changed: true, detail: null, ...event }, loiMinutes)

test('every return, even an ordinary one, shows its code, its way, and whether its hash was valid (§3.12, §3.14)', () => {
  expect(([30, 31, 32, 33, 34] as const).map(to => words({ to }))).toEqual([
    'inbound code 1000, by browser, no hash checked',
    'inbound code 2000, by browser, no hash checked',
    'inbound code 4000, by browser, no hash checked',
    'inbound code 1, by browser, no hash checked',
    'inbound code 3000, by browser, no hash checked',
  ])
  expect([
    words({ detail: { via: 'server', hash: 'valid' } }),
    words({ from: 40, to: 30, detail: { late: true } }),
    words({ to: 35, detail: { inbound: '9', rule: 'inbound_code', threshold: 'one of', value: '9' } }),
    words({
      to: 35,
      detail: { inbound: '1000', hash: 'wrong', rule: 'hash', threshold: 'a valid hash', value: 'wrong' },
    }),
    words({ from: 30, to: 30, changed: false, detail: { inbound: '2000', via: 'server', again: true } }),
  ]).toEqual([
    'inbound code 2000, server-to-server, hash valid',
    'inbound code 1000, by browser, no hash checked, late',
    'inbound code 9, by browser, no hash checked',
    'inbound code 1000, by browser, hash wrong',
    'returned again, inbound code 2000, server-to-server, no hash checked',
  ])
})

test('an abandon shows the time by which the respondent had not returned (§4.4, §9.5)', () => {
  expect([words({ to: 40 }), words({ to: 40 }, 12.5), words({ to: 40 }, 10 / 3)]).toEqual([
    'no return by start + 1.8 × 12 min',
    'no return by start + 1.8 × 12.5 min',
    'no return by start + 1.8 × 3.33 min',
  ])
})

test('an entry shows only its rule; a repeated entry that it is a repeat', () => {
  expect([
    words({ from: null, to: 22, detail: { rule: 'pacing', threshold: '1 an hour', value: '1' } }),
    words({ from: 22, to: 22, changed: false, detail: { again: true } }),
    words({ from: 30, to: 50 }),
  ]).toEqual([null, 'entered again', null])
})
