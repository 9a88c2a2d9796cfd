import { expect, test } from 'vitest'
import { marginSteps } from './margin-steps.ts'

const MONEY = {
  revenue: 400,
  expense: 150,
  margin: 250,
  adjusted: { revenue: -100, expense: -40, completes: 10, pricedCompletes: 10 },
}

test('each step of the margin begins where the one before ended (defender.md §5)', () => {
  expect(marginSteps(MONEY).map(({ label, from, to }) => [label, from, to])).toEqual([
    ['Sold', 0, 500],
    ['Reconciled', 500, 400],
    ['Revenue', 0, 400],
    ['Supply', 400, 250],
    ['Margin', 0, 250],
  ])
})

test('what an exchange’s completes brought is in no margin; where no supply price is known there is none (defender.md §5)', () => {
  const steps = (expense: number | null, margin: number | null) =>
    marginSteps({ revenue: 400, expense, margin }).map(({ label, from, to }) => [label, from, to])
  expect([steps(150, 50), steps(null, null)]).toEqual([
    [
      ['Revenue', 0, 400],
      ['Cost not known', 400, 200],
      ['Supply', 200, 50],
      ['Margin', 0, 50],
    ],
    [
      ['Revenue', 0, 400],
      ['Cost not known', 400, 0],
    ],
  ])
})

test('without a view of the expense it ends with the revenue', () => {
  expect(marginSteps({ revenue: 400 }).map(({ label, to }) => [label, to])).toEqual([['Revenue', 400]])
})
