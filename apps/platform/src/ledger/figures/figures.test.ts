import { shareOf } from '@desk/schema/columns/ratios'
import type { RollupCounts } from '@desk/schema/columns/rollup-counts'
import { describe, expect, test } from 'vitest'
import { figuresOf, NO_COUNTS } from './figures.ts'

const counts: RollupCounts = {
  entrants: 100,
  eqTerms: 4,
  terms: 30,
  oQs: 10,
  sqTerms: 3,
  abandons: 9,
  inflight: 4,
  completes: 40,
  pricedCompletes: 40,
  expenseCents: 10_010,
  loiMedianSeconds: 630.5,
  lastCompleteAt: new Date('2026-11-20T12:34:56.789Z'),
}

describe('the columns of the source table', () => {
  test('are calculated from the counts (§3.9, §3.18, §3.19, §3.20, §3.21, §3.22)', () => {
    expect(figuresOf(counts, 200, 0.25)).toEqual({
      allocation: 0.25,
      entrants: 100,
      eqTerms: 4,
      terms: 30,
      oQs: 10,
      sqTerms: 3,
      abandons: 9,
      inflight: 4,
      completes: 40,
      ir: 0.5,
      conversion: 0.4,
      loi: 630.5 / 60,
      supplierCpi: 2.5,
      expense: 100.1,
      pricedCompletes: 40,
      last_complete_at: '2026-11-20T12:34:56.789Z',
      target: 200,
    })
  })
  test('have no ratio where there is nothing to divide by (§3.18, §3.19, §3.20, §3.21)', () => {
    const { ir, conversion, loi, supplierCpi, expense } = figuresOf(NO_COUNTS, 0)
    expect({ ir, conversion, loi, supplierCpi, expense }).toEqual({
      ir: null,
      conversion: null,
      loi: null,
      supplierCpi: null,
      expense: 0,
    })
    expect(shareOf(0, 0)).toBeNull()
  })
  test('the average price is over the priced completes; without any, neither it nor the expense is known (§3.21, §3.22)', () => {
    const costs = (pricedCompletes: number, expenseCents: number) => {
      const { supplierCpi, expense } = figuresOf({ ...counts, pricedCompletes, expenseCents }, 200)
      return { supplierCpi, expense }
    }
    expect([costs(20, 10_010), costs(0, 0)]).toEqual([
      { supplierCpi: 5.01, expense: 100.1 },
      { supplierCpi: null, expense: null },
    ])
  })
  test('a project has no allocation (§3.9)', () => {
    expect('allocation' in figuresOf(counts, 200)).toBe(false)
  })
})
