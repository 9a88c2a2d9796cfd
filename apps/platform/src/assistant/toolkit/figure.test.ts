import { COST_UNKNOWN } from '@desk/schema/columns/supply-cost'
import { describe, expect, test } from 'vitest'
import { changeBetween } from './compare-ranges.ts'
import { figuresOf, type FigureContext } from './figure.ts'

const CONTEXT: FigureContext = {
  place: { scope: 'source', id: 7, name: 'Main' },
  link: '/projects/1',
  at: new Date('2026-11-25T17:00:00Z'),
}
const COSTS = ['supplierCpi', 'expense', 'margin_share', 'ir']
const UNPRICED = { completes: 3, pricedCompletes: 0, supplierCpi: null, expense: null, margin_share: null, ir: null }
const shown = (row: object) => figuresOf(row, COSTS, CONTEXT).map(({ value, unknown }) => [value, unknown])

describe('a figure', () => {
  test('of cost that is null is unknown where the price of its completes is, and no figure without completes (0092)', () => {
    expect(shown(UNPRICED)).toEqual([
      [null, COST_UNKNOWN],
      [null, COST_UNKNOWN],
      [null, COST_UNKNOWN],
      [null, undefined],
    ])
    expect(shown({ ...UNPRICED, completes: 0, expense: 0 })).toEqual([
      [null, undefined],
      [0, undefined],
      [null, undefined],
      [null, undefined],
    ])
  })

  test('of two times is unknown in the time that it is unknown in, and in the change; a time without a part has zero cost', () => {
    const [unknown] = figuresOf(UNPRICED, ['expense'], CONTEXT)
    const [known] = figuresOf({ ...UNPRICED, pricedCompletes: 3, expense: 6 }, ['expense'], CONTEXT)
    const range = { from: null, to: null }
    const ranges = { before: range, now: range }
    const values = (sides: Parameters<typeof changeBetween>[0]) =>
      changeBetween(sides, ranges).map(({ value, unknown: why }) => [value, why])
    expect(values({ before: unknown, now: known })).toEqual([
      [null, COST_UNKNOWN],
      [6, undefined],
      [null, COST_UNKNOWN],
    ])
    expect(values({ before: undefined, now: unknown })).toEqual([
      [0, undefined],
      [null, COST_UNKNOWN],
      [null, COST_UNKNOWN],
    ])
  })
})
