import { describe, expect, test } from 'vitest'
import { priceOf, type RateGrid } from './rate-card.ts'

const GRID: RateGrid = {
  loi_minutes: [5, 10, 20],
  ir_percents: [80, 50, 20],
  prices_minor: [
    [100, 150, 300],
    [150, 220, 400],
    [250, 350, null],
  ],
  cpi_min: null,
  cpi_max: null,
}
const centsAt = (loi: number, ir: number, grid = GRID) => {
  const found = priceOf(grid, loi, ir)
  return found.priceCents === null ? found.reason : found.priceCents
}

describe('the price of LOI and IR on a rate card (api:S9)', () => {
  test('an exact LOI and IR give their own cell (api:S9)', () =>
    expect(priceOf(GRID, 10, 50)).toEqual({ priceCents: 220, loiMinutes: 10, irPercent: 50 }))

  test.each([
    [1, 100, 100],
    [6, 79.9, 220],
    [10.5, 80, 250],
    [20, 50, 350],
    [5, 20, 300],
  ])(
    '%d minutes at %d %% use the next LOI row at or above and the next IR column at or below (api:S9)',
    (loi, ir, cents) => expect(centsAt(loi, ir)).toBe(cents),
  )

  test.each([
    [20.1, 50, 'loi_outside'],
    [10, 19.9, 'ir_outside'],
    [20, 20, 'no_price'],
  ])('%d minutes at %d %% need a quote: nothing is extrapolated (api:S9)', (loi, ir, reason) =>
    expect(centsAt(loi, ir)).toBe(reason),
  )

  test('the order of rows and columns makes no difference (api:S9)', () => {
    const turned: RateGrid = {
      ...GRID,
      loi_minutes: [20, 5, 10],
      ir_percents: [20, 80, 50],
      prices_minor: [
        [null, 250, 350],
        [300, 100, 150],
        [400, 150, 220],
      ],
    }
    for (const loi of [1, 5, 7, 10, 15, 20, 21])
      for (const ir of [100, 80, 60, 50, 30, 20, 10]) expect(centsAt(loi, ir, turned)).toBe(centsAt(loi, ir))
  })

  test('no price goes under or over the card’s bounds (api:S9)', () => {
    const bound = { ...GRID, cpi_min: 200, cpi_max: 300 }
    expect([centsAt(5, 80, bound), centsAt(10, 50, bound), centsAt(20, 50, bound)]).toEqual([200, 220, 300])
  })
})
