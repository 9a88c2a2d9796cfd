import { ADDENDS, termsOf, type Addend } from '@desk/schema/columns/figure-terms'
import { CHANGE_PARTS_MAX } from '@desk/schema/figures/figure-change'
import { describe, expect, test } from 'vitest'
import { decompose } from './decompose.ts'
import type { StoredMove } from './moves.store.ts'

const NOBODY = Object.fromEntries(ADDENDS.map(addend => [addend, 0])) as Record<Addend, number> // every addend is there
const move = (more: Partial<StoredMove>): StoredMove => ({
  isAfter: false,
  supplierId: 7,
  cause: 'returned',
  from: 11,
  to: 30,
  rule: null,
  request: null,
  respondents: 1,
  expenseCents: 0,
  pricedCompletes: 0,
  ...more,
})

describe('a change of a figure (settlement.md §4)', () => {
  test('is what the ledger did between the moments, whatever came after', () => {
    const moves = [
      move({ respondents: 5 }),
      move({ cause: 'reconciliation', from: 30, to: 50, request: 3, respondents: 2 }),
      move({ isAfter: true, supplierId: null, respondents: 4 }),
    ]
    const { terms, parts } = decompose(moves, termsOf('completes'), { ...NOBODY, completes: 20 }, 'internal')
    expect(terms).toEqual([{ role: 'figure', label: 'Completes', unit: 'respondents', before: 13, after: 16 }])
    expect(parts.map(({ cause, respondents, changes }) => [cause, respondents, changes])).toEqual([
      ['returned', 5, [5]],
      ['reconciliation', 2, [-2]],
    ])
  })

  test('of a ratio is that of its numerator and its denominator; moves within the denominator are no part', () => {
    const moves = [move({ respondents: 2 }), move({ cause: 'corrected', from: 31, to: 32 })]
    const { terms, parts } = decompose(moves, termsOf('ir'), { ...NOBODY, completes: 2, oQs: 1 }, 'internal')
    expect(terms.map(({ role, before, after }) => [role, before, after])).toEqual([
      ['numerator', 0, 2],
      ['denominator', 1, 3],
    ])
    expect(parts.map(({ changes }) => changes)).toEqual([[2, 2]])
  })

  test('names to the external view no supplier, no rule and no state whose column it does not have, and sums the same (domain.md §4)', () => {
    const entered = { cause: 'entered', from: null } as const
    const moves = [
      move({ ...entered, to: 11, respondents: 6 }),
      move({ ...entered, to: 20, rule: 'duplicate_ip', supplierId: 8, respondents: 3 }),
      move({ ...entered, to: 21, rule: 'age', respondents: 2 }),
    ]
    const { parts } = decompose(moves, termsOf('entrants'), { ...NOBODY, entrants: 11 }, 'external')
    expect(parts).toEqual([
      { cause: 'entered', from: null, to: null, rule: null, request: null, respondents: 9, changes: [9] },
      { cause: 'entered', from: null, to: 21, rule: null, request: null, respondents: 2, changes: [2] },
    ])
  })

  test('beyond the most parts of an answer is summed, so that the sum stays exact', () => {
    const moves = Array.from({ length: CHANGE_PARTS_MAX + 3 }, (_, supplierId) =>
      move({ supplierId, respondents: supplierId + 1 }),
    )
    const { parts, others } = decompose(moves, termsOf('completes'), NOBODY, 'internal')
    expect([parts.length, others]).toEqual([CHANGE_PARTS_MAX, { parts: 3, respondents: 6, changes: [6] }])
  })
})
