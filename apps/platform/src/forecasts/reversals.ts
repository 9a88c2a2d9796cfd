/** Completes of one month and supplier, and which of them were rejected how many months later. */
export interface ReversalCohort {
  readonly supplierId: number | null
  /** Months since any origin, such as year × 12 + month. */
  readonly month: number
  /** Value of the month's completes. */
  readonly completedCents: number
  /** Value that was rejected at each age, from the month itself (0) on, as far as these ages are over. */
  readonly rejectedCentsByAge: readonly number[]
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
  /** Months whose reversals are complete, as far as the oldest month tells; below 3 there is no forecast. */
  readonly months: number
}

const MONTHS_MIN = 3
/** A supplier's own rate counts half against the account's from this value of completes on. */
const SHRINK_CENTS = 500_000
const Z80 = 1.2816

/**
 * Reversals that are still to come of completes that were counted already, by the chain ladder (Mack, ASTIN Bulletin 23, 1993) on
 * the triangle month × age. The base of each step is the value completed, not the value rejected so far, since young months have
 * none (the additive, or incremental loss ratio, method: Mack, Schadenversicherungsmathematik, 2002, section 3.1.1): at each age a
 * share of the completes is rejected, its variance is proportional to their value, and the error adds up what the outcome and
 * the estimate each have (Merz & Wüthrich, Stochastic Claims Reserving Methods, 2008, section 6). A supplier's shares are shrunk
 * to the account's by its value (Bühlmann & Straub, ASTIN Bulletin 5, 1970).
 * @returns null with fewer than 3 months
 */
export function forecastReversals(cohorts: readonly ReversalCohort[]): ReversalForecast | null {
  const ages = Math.max(0, ...cohorts.map(({ rejectedCentsByAge }) => rejectedCentsByAge.length))
  const months = new Set(cohorts.map(({ month }) => month)).size
  if (months < MONTHS_MIN || ages === 0) return null
  const steps = Array.from({ length: ages }, (_, age) => stepOf(cohorts, age))
  const bySupplier = groupsOf(cohorts, ({ supplierId }) => supplierId)
  const suppliers = [...bySupplier].map(([supplierId, own]) => ({
    supplierId,
    ...toCome(
      own,
      steps.map((step, age) => shrunk(step, stepOf(own, age))),
    ),
  }))
  const expected = suppliers.reduce((sum, supplier) => sum + supplier.expectedCents, 0)
  const variance = varianceOf(byMonth(cohorts), steps)
  return { account: banded(expected, Math.sqrt(variance)), suppliers: suppliers.map(toBand), months }
}

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

/** Expected value and standard error of a supplier's reversals to come. */
function toCome(cohorts: readonly ReversalCohort[], steps: readonly Step[]) {
  const expectedCents = cohorts.reduce(
    (sum, { completedCents, rejectedCentsByAge }) =>
      sum + completedCents * steps.slice(rejectedCentsByAge.length).reduce((shares, { share }) => shares + share, 0),
    0,
  )
  return { expectedCents, errorCents: Math.sqrt(varianceOf(cohorts, steps)) }
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

const toBand = ({
  supplierId,
  expectedCents,
  errorCents,
}: {
  supplierId: number | null
  expectedCents: number
  errorCents: number
}): SupplierReversals => ({
  supplierId,
  ...banded(expectedCents, errorCents),
})

/** A log-normal band with this mean and error, which is never below 0. */
function banded(expectedCents: number, errorCents: number): ReversalsToCome {
  if (expectedCents <= 0) return { p10Cents: 0, expectedCents: 0, p90Cents: Math.round(Z80 * errorCents) }
  const variance = Math.log(1 + (errorCents / expectedCents) ** 2)
  const at = (z: number): number => Math.round(expectedCents * Math.exp(z * Math.sqrt(variance) - variance / 2))
  return { p10Cents: at(-Z80), expectedCents: Math.round(expectedCents), p90Cents: at(Z80) }
}
