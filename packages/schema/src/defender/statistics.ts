/** A share with the interval in which it lies at 95 %. */
export interface Estimate {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** The 97.5 % quantile of the normal distribution. */
const Z_95 = 1.959963984540054

/**
 * Estimates a share from counts, with its Wilson 95 % interval.
 * @returns null when nothing was counted
 */
export function wilson(hits: number, of: number): Estimate | null {
  if (of === 0) return null
  const share = hits / of
  const z2 = Z_95 * Z_95
  const scale = 1 / (1 + z2 / of)
  const middle = (share + z2 / (2 * of)) * scale
  const reach = Z_95 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of)) * scale
  // at the ends the interval ends exactly there, whatever the floats say
  return {
    share,
    low: hits === 0 ? 0 : Math.max(0, middle - reach),
    high: hits === of ? 1 : Math.min(1, middle + reach),
  }
}

/** The known facts of a rule and of the respondents whom the door refused. */
export interface RecallFacts {
  /** Rejected completes that it had flagged, and all rejected completes. */
  readonly flaggedRejected: number
  readonly rejected: number
  /** Refused respondents that it had flagged, and all refused ones: none of them has an outcome. */
  readonly flaggedRefused: number
  readonly refused: number
}

/**
 * Bounds the share of bad respondents that a rule flags. The refused have no outcome: the least holds if only those were bad whom other rules refused, the most
 * if only those were whom this one flagged.
 * @returns null before anybody was rejected
 */
export function recallBounds(facts: RecallFacts): { readonly low: number; readonly high: number } | null {
  const { flaggedRejected, rejected, flaggedRefused, refused } = facts
  if (rejected === 0) return null
  return {
    low: flaggedRejected / (rejected + refused - flaggedRefused),
    high: (flaggedRejected + flaggedRefused) / (rejected + flaggedRefused),
  }
}

/**
 * Says how many times as often flagged respondents are rejected as all respondents.
 * @returns null when either is unknown, or no respondent was rejected
 */
export function lift(flagged: Estimate | null, all: Estimate | null): number | null {
  return flagged === null || all === null || all.share === 0 ? null : flagged.share / all.share
}

/** A count out of so many. */
export interface Counted {
  readonly hits: number
  readonly of: number
}

/** A share of one period, and the limits within which it would lie by chance; null: not enough to say. */
export interface ControlPoint {
  readonly share: number | null
  readonly low: number | null
  readonly high: number | null
}

export interface ControlChart {
  /** The share over all periods; null: nothing was counted. */
  readonly mean: number | null
  readonly points: readonly ControlPoint[]
}

/** The expected range of two values of one standard deviation. */
const D2 = 1.128
const SIGMAS = 3
/** Fewer periods give no idea of how much periods differ. */
const PERIODS_MIN = 4

/**
 * Control limits of a share by periods, after Laney (p′): the limits of a binomial share, widened by how much the
 * periods really differ from each other.
 * @param periods in their order; periods without respondents have no share and no limits
 */
export function laneyChart(periods: readonly Counted[]): ControlChart {
  const counted = periods.filter(({ of }) => of > 0)
  const all = counted.reduce((sum, { of }) => sum + of, 0)
  if (all === 0) return { mean: null, points: periods.map(() => ({ share: null, low: null, high: null })) }
  const mean = counted.reduce((sum, { hits }) => sum + hits, 0) / all
  const deviation = (of: number): number => Math.sqrt((mean * (1 - mean)) / of)
  const isFlat = mean === 0 || mean === 1
  const scores = isFlat ? [] : counted.map(({ hits, of }) => (hits / of - mean) / deviation(of))
  const ranges = scores.slice(1).map((score, at) => Math.abs(score - (scores[at] ?? score)))
  const spread = ranges.length === 0 ? 0 : ranges.reduce((sum, range) => sum + range, 0) / ranges.length / D2
  const hasLimits = counted.length >= PERIODS_MIN
  return {
    mean,
    points: periods.map(({ hits, of }) => {
      if (of === 0) return { share: null, low: null, high: null }
      const reach = isFlat ? 0 : SIGMAS * deviation(of) * spread
      return {
        share: hits / of,
        low: hasLimits ? Math.max(0, mean - reach) : null,
        high: hasLimits ? Math.min(1, mean + reach) : null,
      }
    }),
  }
}

/** The quality levels (§9.8). */
export const QUALITY_LEVELS = { red: 10, amber: 20, green: 30 } as const
export type QualityLevel = (typeof QUALITY_LEVELS)[keyof typeof QUALITY_LEVELS]
/** A quality level on the screen. */
export const QUALITY_LEVEL_LABELS: Readonly<Record<QualityLevel, string>> = { 10: 'Red', 20: 'Amber', 30: 'Green' }

/**
 * The quality level of a part of an account by how often its completes are rejected (§9.8): red when even the low end
 * of its interval lies above the account's share, green when even the high end does not, amber while the data cannot
 * decide.
 * @returns null before any of them was reconciled
 */
export function qualityLevel(part: Estimate | null, all: Estimate | null): QualityLevel | null {
  if (part === null || all === null) return null
  if (part.low > all.share) return QUALITY_LEVELS.red
  return part.high <= all.share ? QUALITY_LEVELS.green : QUALITY_LEVELS.amber
}

/**
 * The quality level of a period on a control chart (§9.8): red above its upper limit, amber above the mean by more than two thirds of the way there, else green.
 * @returns null without limits
 */
export function periodLevel({ share, high }: ControlPoint, mean: number | null): QualityLevel | null {
  if (share === null || high === null || mean === null) return null
  if (share > high) return QUALITY_LEVELS.red
  return share > mean + ((high - mean) * 2) / 3 ? QUALITY_LEVELS.amber : QUALITY_LEVELS.green
}
