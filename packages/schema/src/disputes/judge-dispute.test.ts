import { describe, expect, test } from 'vitest'
import { addBusinessDays } from './business-days.ts'
import { DISPUTE_STATE_NAMES } from './dispute.ts'
import { judgeDispute, type DisputeEvent } from './judge-dispute.ts'

const EVENTS: readonly DisputeEvent[] = ['raised', 'upheld', 'overturned', 'ran_out', 'rejection_gone']

describe('a dispute (settlement.md §2)', () => {
  test('has one round: every state and event leads where this table says', () => {
    const table = [null, ...DISPUTE_STATE_NAMES].map(state => [
      state ?? 'rejected',
      ...EVENTS.map(event => Object.values(judgeDispute(state, event))[0]),
    ])
    const ended = ['one_round', 'already_decided', 'already_decided', 'already_decided', 'already_decided']
    const none = 'not_disputed'
    expect(table).toEqual([
      ['rejected', 'disputed', none, none, none, none],
      ['disputed', 'one_round', 'upheld', 'overturned', 'lapsed', 'settled'],
      ['upheld', ...ended],
      ['overturned', ...ended],
      ['lapsed', ...ended],
      ['settled', ...ended],
    ])
  })

  test('waits for business days, which no weekend is', () => {
    expect([
      addBusinessDays('2026-11-25', 10), // a Wednesday
      addBusinessDays('2026-11-27', 1), // a Friday
      addBusinessDays('2026-11-28', 1), // a Saturday
      addBusinessDays('2026-11-29', 10), // a Sunday
      addBusinessDays('2026-12-24', 10), // over the end of the year
      addBusinessDays('2028-02-28', 2), // over a leap day
    ]).toEqual(['2026-12-09', '2026-11-30', '2026-11-30', '2026-12-11', '2027-01-07', '2028-03-01'])
  })
})
