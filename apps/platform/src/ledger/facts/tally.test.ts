import { expect, test } from 'vitest'
import { addTally, completesOf, countMove, emptyTally, type Move } from './tally.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const nothing = { interviewSeconds: 480, cpiCents: null, sellPriceCents: null, endedAtMs: null }
const sold = { interviewSeconds: 480, cpiCents: 250, sellPriceCents: 500, endedAtMs: noon }

function money(...moves: Pick<Move, 'from' | 'to' | 'before' | 'after'>[]) {
  const [tally, sum] = [emptyTally(), emptyTally()]
  for (const move of moves) countMove(tally, { atMs: noon, isTest: false, ...move })
  addTally(sum, tally)
  return {
    completes: completesOf(sum),
    pricedCompletes: sum.pricedCompletes,
    expenseCents: sum.expenseCents,
    revenueCents: sum.revenueCents,
    pricedRevenueCents: sum.pricedRevenueCents,
  }
}

const made = { from: 11, to: 30, before: nothing, after: sold } as const

test('a complete adds its supply price and sell price at the time it was made', () => {
  expect(money(made)).toEqual({
    completes: 1,
    pricedCompletes: 1,
    expenseCents: 250,
    revenueCents: 500,
    pricedRevenueCents: 500,
  })
})

test('a complete without a supply price has revenue and no known cost: it counts in neither the average nor the margin', () => {
  const free = { ...sold, cpiCents: 0 }
  expect(money({ from: 11, to: 30, before: nothing, after: free })).toEqual({
    completes: 1,
    pricedCompletes: 0,
    expenseCents: 0,
    revenueCents: 500,
    pricedRevenueCents: 0,
  })
  expect(
    money({ from: 11, to: 30, before: nothing, after: free }, { from: 30, to: 50, before: free, after: nothing }),
  ).toEqual({ completes: 0, pricedCompletes: 0, expenseCents: 0, revenueCents: 0, pricedRevenueCents: 0 })
})

test('a reject at reconciliation takes both back, and an accepted one adds its own', () => {
  expect(money(made, { from: 30, to: 50, before: sold, after: nothing })).toEqual({
    completes: 0,
    pricedCompletes: 0,
    expenseCents: 0,
    revenueCents: 0,
    pricedRevenueCents: 0,
  })
  expect(money({ from: 31, to: 51, before: nothing, after: sold })).toEqual({
    completes: 1,
    pricedCompletes: 1,
    expenseCents: 250,
    revenueCents: 500,
    pricedRevenueCents: 500,
  })
  expect(money({ from: 30, to: 51, before: sold, after: sold })).toEqual({
    completes: 0,
    pricedCompletes: 0,
    expenseCents: 0,
    revenueCents: 0,
    pricedRevenueCents: 0,
  })
})

test('a test adds neither (§2.32)', () => {
  const tally = emptyTally()
  countMove(tally, { atMs: noon, isTest: true, ...made })
  const { pricedCompletes, expenseCents, revenueCents, pricedRevenueCents } = tally
  expect([completesOf(tally), pricedCompletes, expenseCents, revenueCents, pricedRevenueCents]).toEqual([0, 0, 0, 0, 0])
})
