import { describe, expect, test } from 'vitest'
import { burstCut, leastUnlikely, paceIn, slotOf, type ArrivalPace } from './arrival-pace.ts'

describe('the tail of the negative-binomial distribution', () => {
  // by the definition: r failures, success probability p, as tables give it
  test.each([
    // r = 1, p = 0.5: P(X ≥ k) = 0.5^k, and 0.5^10 = 0.00098
    [1, 2, 0.001, 10],
    [1, 2, 0.5, 2],
    // r = 1, p = 1/11: P(X ≥ k) = (10/11)^k, below 0.001 from 73 on
    [10, 110, 0.001, 73],
    // Poisson of 4: P(X ≥ 11) = 0.00284, P(X ≥ 12) = 0.00092
    [4, 4, 0.001, 12],
    [4, 3, 0.001, 12],
    [0, 0, 0.001, 1],
  ])('of the mean %d and the variance %d goes under %d from %d on', (mean, variance, chance, from) => {
    expect(leastUnlikely(mean, variance, chance)).toBe(from)
  })

  test('holds for means whose first terms are no numbers any more', () => {
    const from = leastUnlikely(20_000, 20_000, 0.001)
    expect(Math.abs(from - (20_000 + 3.09 * Math.sqrt(20_000)))).toBeLessThan(5)
  })
})

describe('a supplier’s pace', () => {
  const began: ArrivalPace = { since: 0, slot: 0, seen: 6, slots: 0, total: 0, squares: 0 }
  const after = (slots: number, seen: number): ArrivalPace => {
    let pace: ArrivalPace = { ...began, seen }
    for (let slot = 1; slot <= slots; slot++) pace = { ...paceIn(pace, slot), seen }
    return pace
  }

  test('counts periods without arrivals too, and older ones less', () => {
    const pace = paceIn(began, 2016)
    expect(pace.total).toBeCloseTo(3)
    expect(pace.slots).toBeCloseTo(0.5 / (1 - 2 ** (-1 / 2016)))
    expect(pace.squares).toBeCloseTo(18, 1)
    expect(paceIn(pace, 2015)).toBe(pace)
  })

  test('passing periods one by one is the same as passing them at once', () => {
    let pace = began
    for (let slot = 1; slot <= 40; slot++) pace = paceIn(pace, slot)
    const once = paceIn(began, 40)
    expect(pace.slots).toBeCloseTo(once.slots)
    expect(pace.total).toBeCloseTo(once.total)
    expect(pace.squares).toBeCloseTo(once.squares)
  })

  test('tells a burst from a day of history on, and never fewer than 10 arrivals', () => {
    expect([burstCut(after(287, 4), 10), burstCut(after(288, 4), 10)?.from, burstCut(after(288, 0), 10)]).toEqual([
      null,
      12,
      { expected: 0, from: 10 },
    ])
  })

  test('periods begin at whole 5 minutes', () => {
    expect([slotOf(299_999), slotOf(300_000)]).toEqual([0, 1])
  })
})
