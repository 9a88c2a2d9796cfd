import { forecastReversals, type ReversalCohort } from '@desk/platform/forecasts/reversals'
import { Chance } from './chance.ts'

const SUPPLIERS = 4
const MONTHS = 20
const ORIGINS = [10, 12, 14, 16]
/** The parts of all rejections that come in the month itself, and in the three after it. */
const PARTS = [0.15, 0.5, 0.25, 0.1]

export interface ScoredReversals {
  readonly isCovered: boolean
  readonly errorCents: number
  /** Of last month's rate. */
  readonly peerErrorCents: number
}

/** Reversals to come of an account at the end of several months, against those that came. */
export function scoreReversals(seed: number): readonly ScoredReversals[] {
  const chance = new Chance(90_000 + seed)
  const truth = Array.from({ length: SUPPLIERS }, (_, supplier) => supplierOf(chance, supplier + 1)).flat()
  return ORIGINS.flatMap(origin => {
    const seen = truth
      .filter(({ month }) => month <= origin)
      .map(cohort => ({ ...cohort, rejectedCentsByAge: cohort.rejectedCentsByAge.slice(0, origin - cohort.month + 1) }))
    const came = truth
      .filter(({ month }) => month <= origin)
      .reduce((sum, { month, rejectedCentsByAge }) => sum + total(rejectedCentsByAge.slice(origin - month + 1)), 0)
    const forecast = forecastReversals(seen)
    if (forecast === null) return []
    const { p10Cents, expectedCents, p90Cents } = forecast.account
    return [
      {
        isCovered: p10Cents <= came && came <= p90Cents,
        errorCents: Math.abs(expectedCents - came),
        peerErrorCents: Math.abs(lastMonthsRate(seen, origin) - came),
      },
    ]
  })
}

function supplierOf(chance: Chance, supplierId: number): readonly ReversalCohort[] {
  const value = 2_000_000 * chance.factor(0.8)
  const rate = 0.06 * chance.factor(0.5)
  return Array.from({ length: MONTHS }, (_, month) => {
    const completedCents = Math.round(value * chance.factor(0.3))
    const ofMonth = rate * chance.factor(0.3)
    const rejectedCentsByAge = PARTS.map(part => Math.round(completedCents * ofMonth * part * chance.factor(0.25)))
    return { supplierId, month, completedCents, rejectedCentsByAge }
  })
}

/** Each open month ends at the rate of last month: rejections booked in it ÷ completes of it. */
function lastMonthsRate(seen: readonly ReversalCohort[], origin: number): number {
  const booked = seen.reduce((sum, { month, rejectedCentsByAge }) => sum + (rejectedCentsByAge[origin - month] ?? 0), 0)
  const completed = total(seen.filter(({ month }) => month === origin).map(({ completedCents }) => completedCents))
  const open = seen.filter(({ month }) => month > origin - PARTS.length + 1)
  return open.reduce(
    (sum, { completedCents, rejectedCentsByAge }) =>
      sum + Math.max(0, (booked / completed) * completedCents - total(rejectedCentsByAge)),
    0,
  )
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
