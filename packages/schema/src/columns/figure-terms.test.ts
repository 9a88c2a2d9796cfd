import { describe, expect, test } from 'vitest'
import { FIGURE_COLUMN_LIST, type FigureColumnId } from './figure-columns.ts'
import { addedBy, termsOf, type Addend } from './figure-terms.ts'
import { shareOf, unitCostOf } from './ratios.ts'
import type { RollupCounts } from './rollup-counts.ts'

const COUNTS: RollupCounts = {
  entrants: 97,
  eqTerms: 4,
  terms: 31,
  oQs: 11,
  sqTerms: 3,
  abandons: 7,
  inflight: 4,
  completes: 37,
  pricedCompletes: 29,
  expenseCents: 10_013,
  loiMedianSeconds: 630.5,
  lastCompleteAt: null,
}
const valueOf = (addend: Addend): number => (addend === 'expense' ? COUNTS.expenseCents : COUNTS[addend])
const sums = (figure: FigureColumnId) =>
  termsOf(figure).map(({ adds }) => adds.reduce((sum, addend) => sum + valueOf(addend), 0))

describe('the terms of a figure (settlement.md §4)', () => {
  test.each(FIGURE_COLUMN_LIST.filter(({ quotient, id }) => quotient !== undefined && id !== 'supplierCpi'))(
    '$id is its numerator ÷ its denominator, as the column calculates it',
    ({ id, of }) => {
      const [over = 0, under = 0] = sums(id)
      expect(shareOf(over, under)).toBe(of(COUNTS))
    },
  )

  test('the average price divides by the completes whose supply price is known', () => {
    const cpi = FIGURE_COLUMN_LIST.find(({ id }) => id === 'supplierCpi')
    const [over = 0, under = 0] = sums('supplierCpi')
    expect([under, unitCostOf(over, under)]).toEqual([29, cpi?.of(COUNTS)])
  })

  test('every figure has terms but the allocation, which follows from targets', () => {
    expect(FIGURE_COLUMN_LIST.filter(({ id }) => termsOf(id).length === 0).map(({ id }) => id)).toEqual(['allocation'])
  })

  test('a line leaves the column of its old state and enters that of its new one', () => {
    const rejected = { from: 30, to: 50, respondents: 3, expenseCents: -750, pricedCompletes: -3 } as const
    expect(
      (['completes', 'sqTerms', 'terms', 'entrants', 'expense', 'pricedCompletes'] as const).map(addend =>
        addedBy(addend, rejected),
      ),
    ).toEqual([-3, 3, 0, 0, -750, -3])
  })
})
