import { normalShare } from './distributions.ts'

/** Spread of the log of an interview's length: most take between 0.6 and 1.6 times the median. */
const LOG_LENGTH_SPREAD = 0.5
/** Beyond so many people the exact distribution adds nothing to its mean. */
const EXACT_MAX = 400

/** How many of the respondents in progress will complete. */
export interface InflightForecast {
  readonly p10Completes: number
  readonly p50Completes: number
  readonly p90Completes: number
  readonly meanCompletes: number
  /** P(at least k complete), k from 0; of the first 400 respondents. */
  readonly atLeast: Float64Array
}

/**
 * The completes to come of respondents in progress: a Poisson–binomial count (Hong, Comput. Stat. Data Anal. 59, 2013, by
 * direct convolution). Each completes with p = c·S(age) ÷ (c·S(age) + 1 − c) by Bayes' rule: c is the share of entrants who
 * complete, S the share of log-normal interviews (Lawless, Statistical Models and Methods for Lifetime Data, 2003) that take longer than its age.
 * @param agesMinutes how long each has been in the survey
 * @param loiMinutes the median length of an interview
 * @param completeShare c, from 0 to 1
 */
export function inflightForecast(
  agesMinutes: readonly number[],
  loiMinutes: number,
  completeShare: number,
): InflightForecast {
  const chances = agesMinutes.map(age => {
    const lasting = completeShare * longerThan(age, loiMinutes)
    return lasting === 0 ? 0 : lasting / (lasting + 1 - completeShare)
  })
  const mean = chances.reduce((sum, chance) => sum + chance, 0)
  const exact = chances.slice(0, EXACT_MAX)
  const counts = new Float64Array(exact.length + 1)
  counts[0] = 1
  for (const [people, chance] of exact.entries())
    for (let count = people + 1; count >= 0; count--)
      counts[count] = (counts[count] ?? 0) * (1 - chance) + (count > 0 ? (counts[count - 1] ?? 0) * chance : 0)
  const atLeast = new Float64Array(counts.length)
  let tail = 0
  for (let count = counts.length - 1; count >= 0; count--) atLeast[count] = tail += counts[count] ?? 0
  // where more are in progress than are counted exactly, the quantiles of these stretch to all of them
  const exactMean = exact.reduce((sum, chance) => sum + chance, 0)
  const stretch = exactMean > 0 ? mean / exactMean : 1
  const quantile = (share: number): number => {
    let below = 0
    for (const [count, chance] of counts.entries()) {
      below += chance
      if (below >= share - 1e-12) return Math.round(count * stretch)
    }
    return agesMinutes.length
  }
  return {
    p10Completes: quantile(0.1),
    p50Completes: quantile(0.5),
    p90Completes: quantile(0.9),
    meanCompletes: mean,
    atLeast,
  }
}

function longerThan(ageMinutes: number, medianMinutes: number): number {
  if (ageMinutes <= 0 || medianMinutes <= 0) return 1
  return 1 - normalShare(Math.log(ageMinutes / medianMinutes) / LOG_LENGTH_SPREAD)
}
