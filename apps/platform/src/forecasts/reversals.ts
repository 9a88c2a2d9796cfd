/** Completes of one month and supplier, and which of them were rejected how many months later. */
export interface ReversalCohort {
  readonly supplierId: number | null
  /** Months since any origin, such as year × 12 + month. */
  readonly month: number
  /** Value of the month's completes. */
  readonly completedCents: number
  /** Value that was rejected at each age, from the month itself (0) on, as far as these ages are over. */
  readonly rejectedCentsByAge: readonly number[]
  /** Value that was rejected so far at the next age, which is not over; left out: none. */
  readonly runningCents?: number
}

/** Reversals still to come, in whole cents: the expected value and its 80 % band. */
export interface ReversalsToCome {
  readonly p10Cents: number
  readonly expectedCents: number
  readonly p90Cents: number
}

export interface SupplierReversals extends ReversalsToCome {
  readonly supplierId: number | null
}

export interface ReversalForecast {
  readonly account: ReversalsToCome
  readonly suppliers: readonly SupplierReversals[]
  readonly months: number
}

/** The shares of the months so far, by age. */
export interface ReversalFit {
  /** Months with completes that are over. */
  readonly months: number
  readonly account: readonly Step[]
  readonly bySupplier: ReadonlyMap<number | null, readonly Step[]>
}

/** Months that a forecast needs. */
export const REVERSAL_MONTHS_MIN = 3
/** A supplier's own rate counts half against the account's from this value of completes on. */
const SHRINK_CENTS = 500_000
const Z80 = 1.2816

/** How many months with completes are over. */
export const monthsOver = (cohorts: readonly ReversalCohort[]): number =>
  new Set(
    cohorts
      .filter(({ completedCents, rejectedCentsByAge }) => completedCents > 0 && rejectedCentsByAge.length > 0)
      .map(({ month }) => month),
  ).size

/**
 * The shares that are rejected at each age, by the chain ladder (Mack, ASTIN Bulletin 23, 1993) on the triangle month × age. The
 * base of each step is the value completed, not the value rejected so far, since young months have
 * none (the additive, or incremental loss ratio, method: Mack, Schadenversicherungsmathematik, 2002, section 3.1.1): at each age a
 * share of the completes is rejected, and its variance is proportional to their value. A supplier's shares are shrunk
 * to the account's by its value (Bühlmann & Straub, ASTIN Bulletin 5, 1970).
 * @returns null with fewer than 3 months
 */
export function fitReversals(cohorts: readonly ReversalCohort[]): ReversalFit | null {
  const months = monthsOver(cohorts)
  if (months < REVERSAL_MONTHS_MIN) return null
  const ages = Math.max(0, ...cohorts.map(({ rejectedCentsByAge }) => rejectedCentsByAge.length))
  const account = Array.from({ length: ages }, (_, age) => stepOf(cohorts, age))
  const bySupplier = new Map(
    [...groupsOf(cohorts, ({ supplierId }) => supplierId)].map(([supplierId, own]) => [
      supplierId,
      account.map((step, age) => shrunk(step, stepOf(own, age))),
    ]),
  )
  return { months, account, bySupplier }
}

/**
 * Reversals that are still to come of some completes of the account, such as those of a project. The error adds up what the
 * outcome and the estimate each have (Merz & Wüthrich, Stochastic Claims Reserving Methods, 2008, section 6).
 */
export function reversalsToCome(fit: ReversalFit, cohorts: readonly ReversalCohort[]): ReversalsToCome {
  const suppliers = new Set(cohorts.map(({ supplierId }) => supplierId))
  const [only] = suppliers
  const steps = suppliers.size === 1 && only !== undefined ? stepsOf(fit, only) : fit.account
  return banded(expectedReversals(fit, cohorts), Math.sqrt(varianceOf(byMonth(cohorts), steps)))
}

/** The expected value of reversals to come, which is not rounded. */
export function expectedReversals(fit: ReversalFit, cohorts: readonly ReversalCohort[]): number {
  return cohorts.reduce((sum, { supplierId, completedCents, rejectedCentsByAge, runningCents = 0 }) => {
    const [next = 0, ...later] = stepsOf(fit, supplierId)
      .slice(rejectedCentsByAge.length)
      .map(({ share }) => share * completedCents)
    return sum + Math.max(0, next - runningCents) + later.reduce((all, cents) => all + cents, 0)
  }, 0)
}

/** Reversals of all cohorts of an account, and of each supplier. */
export function forecastReversals(cohorts: readonly ReversalCohort[]): ReversalForecast | null {
  const fit = fitReversals(cohorts)
  if (fit === null) return null
  return {
    months: fit.months,
    account: reversalsToCome(fit, cohorts),
    suppliers: [...groupsOf(cohorts, ({ supplierId }) => supplierId)].map(([supplierId, own]) => ({
      supplierId,
      ...reversalsToCome(fit, own),
    })),
  }
}

/** A supplier that the months do not have is as the account is. */
const stepsOf = (fit: ReversalFit, supplierId: number | null): readonly Step[] =>
  fit.bySupplier.get(supplierId) ?? fit.account

interface Step {
  /** Share of the completed value that is rejected at this age. */
  readonly share: number
  /** Value of the completes that the share is of. */
  readonly ofCents: number
  /** Variance of the rejected cents for each cent completed. */
  readonly varianceCents: number
}

function stepOf(cohorts: readonly ReversalCohort[], age: number): Step {
  const seen = byMonth(cohorts.filter(({ rejectedCentsByAge }) => rejectedCentsByAge.length > age))
  const ofCents = seen.reduce((sum, { completedCents }) => sum + completedCents, 0)
  const rejected = seen.reduce((sum, { rejectedCentsByAge }) => sum + (rejectedCentsByAge[age] ?? 0), 0)
  const share = ofCents > 0 ? rejected / ofCents : 0
  const deviations = seen.reduce(
    (sum, { completedCents, rejectedCentsByAge }) =>
      completedCents > 0 ? sum + ((rejectedCentsByAge[age] ?? 0) - share * completedCents) ** 2 / completedCents : sum,
    0,
  )
  return { share, ofCents, varianceCents: seen.length > 1 ? deviations / (seen.length - 1) : 0 }
}

/** All suppliers' cohorts of a month as one, to the age that all of them have. */
function byMonth(cohorts: readonly ReversalCohort[]): readonly ReversalCohort[] {
  return [...groupsOf(cohorts, ({ month }) => month)].map(([month, own]) => ({
    supplierId: null,
    month,
    completedCents: own.reduce((sum, { completedCents }) => sum + completedCents, 0),
    rejectedCentsByAge: Array.from(
      { length: Math.min(...own.map(({ rejectedCentsByAge }) => rejectedCentsByAge.length)) },
      (_, age) => own.reduce((sum, { rejectedCentsByAge }) => sum + (rejectedCentsByAge[age] ?? 0), 0),
    ),
  }))
}

function groupsOf<K>(
  cohorts: readonly ReversalCohort[],
  keyOf: (cohort: ReversalCohort) => K,
): ReadonlyMap<K, readonly ReversalCohort[]> {
  const groups = new Map<K, ReversalCohort[]>()
  for (const cohort of cohorts) groups.set(keyOf(cohort), [...(groups.get(keyOf(cohort)) ?? []), cohort])
  return groups
}

function shrunk(all: Step, own: Step): Step {
  const weight = own.ofCents / (own.ofCents + SHRINK_CENTS)
  return {
    ...own,
    share: weight * own.share + (1 - weight) * all.share,
    varianceCents: Math.max(own.varianceCents, all.varianceCents),
  }
}

/**
 * Of the outcomes: the ages of one month move together, so that their errors are added, not their variances. Of the shares, which all
 * open months have in common: each age by itself.
 */
function varianceOf(cohorts: readonly ReversalCohort[], steps: readonly Step[]): number {
  const ofOutcomes = cohorts.reduce((sum, { completedCents, rejectedCentsByAge }) => {
    const open = steps.slice(rejectedCentsByAge.length)
    return sum + open.reduce((errors, { varianceCents }) => errors + Math.sqrt(completedCents * varianceCents), 0) ** 2
  }, 0)
  const ofShares = steps.reduce((sum, { varianceCents, ofCents }, age) => {
    const open = cohorts
      .filter(({ rejectedCentsByAge }) => rejectedCentsByAge.length <= age)
      .reduce((cents, { completedCents }) => cents + completedCents, 0)
    return sum + (ofCents > 0 ? (open ** 2 * varianceCents) / ofCents : 0)
  }, 0)
  return ofOutcomes + ofShares
}

/** A log-normal band with this mean and error, which is never below 0. */
function banded(expectedCents: number, errorCents: number): ReversalsToCome {
  if (expectedCents <= 0) return { p10Cents: 0, expectedCents: 0, p90Cents: Math.round(Z80 * errorCents) }
  const variance = Math.log(1 + (errorCents / expectedCents) ** 2)
  const at = (z: number): number => Math.round(expectedCents * Math.exp(z * Math.sqrt(variance) - variance / 2))
  return { p10Cents: at(-Z80), expectedCents: Math.round(expectedCents), p90Cents: at(Z80) }
}

/** How often the bands of earlier months held. */
export interface ReversalRecord {
  readonly months: number
  readonly within: number
}

/**
 * For the end of each earlier month, the band that the months until then give, against the value that was rejected since.
 * @param cohorts those whose reversals are all over
 */
export function recordOfReversals(cohorts: readonly ReversalCohort[]): ReversalRecord {
  const ends = [...new Set(cohorts.map(({ month }) => month))]
  const held = ends.flatMap(end => {
    const until = cohorts.filter(({ month }) => month <= end)
    const agesAt = (month: number): number => end - month + 1
    const fit = fitReversals(until.map(cohort => cutAt(cohort, agesAt(cohort.month))))
    if (fit === null) return []
    const { p10Cents, p90Cents } = reversalsToCome(
      fit,
      until.map(cohort => cutAt(cohort, agesAt(cohort.month))),
    )
    const came = until.reduce(
      (sum, { month, rejectedCentsByAge }) =>
        sum + rejectedCentsByAge.slice(agesAt(month)).reduce((cents, one) => cents + one, 0),
      0,
    )
    return [p10Cents <= came && came <= p90Cents]
  })
  return { months: held.length, within: held.filter(isWithin => isWithin).length }
}

const cutAt = (cohort: ReversalCohort, ages: number): ReversalCohort => ({
  ...cohort,
  rejectedCentsByAge: cohort.rejectedCentsByAge.slice(0, ages),
  runningCents: 0,
})
