import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { ReversalBand, Reversals } from '@desk/schema/forecasts/reversals'
import {
  expectedReversals,
  fitReversals,
  monthsOver,
  recordOfReversals,
  reversalsToCome,
  type ReversalFit,
  type ReversalsToCome,
} from '#forecasts/reversals'
import type { Tx } from '#kernel/db/tx'
import { findWindow } from '../reconciliation/requests.store.ts'
import type { Month } from '../statements/months.ts'
import { findCalendar } from '../statements/periods.store.ts'
import {
  cohortOf,
  leftOf,
  OPEN_MONTHS,
  readTriangle,
  TRIANGLE_MONTHS,
  type CompletedMonth,
  type ReversalScope,
  type Value,
} from './triangle.store.ts'

const YEAR_MONTHS = 12

/** Year × 12 + month. */
const monthNo = (month: Month): number => Number(month.slice(0, 4)) * YEAR_MONTHS + Number(month.slice(5))

/** The reversals still to come of a scope's completes, by the months of the whole account. @param month only those that its statement takes */
export async function readReversals(
  tx: Tx,
  accountId: number,
  scope: ReversalScope,
  month: Month | undefined,
  now: Date,
): Promise<Reversals> {
  const window = await findWindow(tx, accountId)
  const calendar = await findCalendar(tx, accountId, window, now)
  const all = await readTriangle(tx, accountId, {}, { window, now, months: TRIANGLE_MONTHS })
  const isAll = Object.values(scope).every(id => id === undefined)
  const own = isAll ? all : await readTriangle(tx, accountId, scope, { window, now, months: OPEN_MONTHS })
  const nowMonth = calendar === undefined ? 0 : monthNo(calendar.current)
  // a complete of a closed month is adjusted in the first open one
  const bookedIn = (made: number): number => Math.max(made, calendar === undefined ? 0 : monthNo(calendar.firstOpen))
  const open = own.filter(row => !row.isClosed && (month === undefined || bookedIn(row.month) === monthNo(month)))
  const cohorts = all.map(row => cohortOf(row, nowMonth, sellOf))
  const fit = fitReversals(cohorts)
  const left = open.map(leftOf)
  const sum = (of: (value: Value) => number): number => left.reduce((cents, value) => cents + of(value), 0)
  return {
    as_of: now.toISOString(),
    currency: ACCOUNT_CURRENCY,
    months: monthsOver(cohorts),
    record: recordOfReversals(all.filter(row => row.isClosed).map(row => cohortOf(row, nowMonth, sellOf))),
    open: {
      completes: sum(({ completes }) => completes),
      priced_completes: sum(({ pricedCompletes }) => pricedCompletes),
      revenue_cents: sum(sellOf),
      expense_cents: sum(supplyOf),
      margin_cents: sum(pricedSellOf) - sum(supplyOf),
    },
    to_come: fit === null ? null : bandsOf(fit, open, nowMonth),
  }
}

const sellOf = ({ sellCents }: Value): number => sellCents
const supplyOf = ({ supplyCents }: Value): number => supplyCents
const pricedSellOf = ({ pricedSellCents }: Value): number => pricedSellCents

/** The band is that of the rejected sell price; expense and margin of the same completes have it in proportion. */
function bandsOf(fit: ReversalFit, open: readonly CompletedMonth[], nowMonth: number) {
  const of = (centsOf: (value: Value) => number) => open.map(row => cohortOf(row, nowMonth, centsOf))
  const revenue = reversalsToCome(fit, of(sellOf))
  const left = open.map(leftOf)
  const bandOf = (...signed: readonly (readonly [sign: 1 | -1, centsOf: (value: Value) => number])[]): ReversalBand => {
    const expected = signed.reduce((cents, [sign, centsOf]) => cents + sign * expectedReversals(fit, of(centsOf)), 0)
    const atStake = signed.reduce(
      (cents, [sign, centsOf]) => cents + sign * left.reduce((sum, value) => sum + centsOf(value), 0),
      0,
    )
    return inProportion(
      revenue,
      expected,
      atStake,
      left.reduce((sum, value) => sum + sellOf(value), 0),
    )
  }
  return {
    revenue: bandOf([1, sellOf]),
    expense: bandOf([1, supplyOf]),
    margin: bandOf([1, pricedSellOf], [-1, supplyOf]),
  }
}

/** A band of the same completes in other money: no more than the rest of it can be taken back. */
function inProportion(
  { p10Cents, expectedCents, p90Cents }: ReversalsToCome,
  expected: number,
  leftCents: number,
  leftSellCents: number,
): ReversalBand {
  const factor = expectedCents > 0 ? expected / expectedCents : leftSellCents > 0 ? leftCents / leftSellCents : 0
  const within = (cents: number): number =>
    Math.round(leftCents < 0 ? Math.max(leftCents, Math.min(0, cents)) : Math.min(leftCents, Math.max(0, cents)))
  const [low, high] = [within(p10Cents * factor), within(p90Cents * factor)].toSorted((a, b) => a - b)
  return { p10_cents: low ?? 0, expected_cents: within(expected), p90_cents: high ?? 0 }
}
