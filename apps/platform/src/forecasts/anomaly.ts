import { betaBinomialTail, normalShare } from './distributions.ts'

/** A count out of so many. */
export interface Tally {
  readonly hits: number
  readonly of: number
}

/** Interviews: how many, and the mean and variance of the log of their minutes. */
export interface Lengths {
  readonly count: number
  readonly logMean: number
  readonly logVariance: number
}

/** How sure a crossing has to be: both sides together one window in 830. */
const TAIL_MAX = 0.0006
/** How much alike the respondents of one day are, of most sources; it counts as much as so many days. */
const PRIOR_ALIKE = 0.002
const PRIOR_DAYS = 14
const LEAST_EFFECT = 0.2
/** A window with fewer expected hits decides nothing. */
const HITS_MIN = 8
const LENGTHS_MIN = 12
/** An episode ends after so long inside. */
export const INSIDE_MS = 60 * 60_000
/** Expected range of two values of one standard deviation. */
const D2 = 1.128
const SPREAD_MAX = 4

export interface Verdict {
  /** Outside: so far off that chance does not explain it, and far enough to matter. */
  readonly isOutside: boolean
  /** Relative change, such as −0.3; null without a figure to compare with. */
  readonly change: number | null
  /** The chance of a window as far off, if nothing had changed. */
  readonly chance: number | null
}

const UNDECIDED: Verdict = { isOutside: false, change: null, chance: null }

/**
 * Laney's sigma of a share: by how much windows differ from each other beyond what binomial counts do (Laney, Quality Engineering
 * 14, 2002), from the mean moving range of their z scores; at least 1.
 */
export function laneySpread(windows: readonly Tally[]): number {
  const counted = windows.filter(({ of }) => of > 0)
  const of = counted.reduce((sum, window) => sum + window.of, 0)
  const share = of > 0 ? counted.reduce((sum, { hits }) => sum + hits, 0) / of : 0
  if (share <= 0 || share >= 1 || counted.length < 3) return 1
  const scores = counted.map(window => (window.hits / window.of - share) / Math.sqrt((share * (1 - share)) / window.of))
  const ranges = scores.slice(1).map((score, at) => Math.abs(score - (scores[at] ?? score)))
  const spread = ranges.reduce((sum, range) => sum + range, 0) / ranges.length / D2
  return Math.min(SPREAD_MAX, Math.max(1, spread))
}

/**
 * Judges a share of a window against the same hours of the last 7 days: the tail of the beta-binomial distribution of its hits
 * (Gelman et al., Bayesian Data Analysis, 2013, section 2.4). Its precision is what days differ by, as an intraclass correlation from
 * Laney's sigma, shrunk to that of most sources, and what 7 days leave unknown of the share.
 * @param before one tally a day, at the same hours
 */
export function judgeShare(now: Tally, before: readonly Tally[]): Verdict {
  const past = { hits: 0, of: 0 }
  for (const { hits, of } of before) {
    past.hits += hits
    past.of += of
  }
  const share = past.of > 0 ? past.hits / past.of : 0
  if (now.of * share < HITS_MIN || past.hits < HITS_MIN) return UNDECIDED
  const change = now.hits / now.of / share - 1
  const spread = laneySpread(before) ** 2
  const perWindow = past.of / before.length
  const own = perWindow > 1 ? (spread - 1) / (perWindow - 1) : 0
  const alike = Math.min(0.5, (before.length * own + PRIOR_DAYS * PRIOR_ALIKE) / (before.length + PRIOR_DAYS))
  const precision = 1 / (alike / (1 - alike) + spread / past.of)
  const chance = betaBinomialTail(
    now.hits,
    now.of,
    share * precision,
    (1 - share) * precision,
    change < 0 ? 'below' : 'above',
  )
  return { isOutside: chance < TAIL_MAX && Math.abs(change) >= LEAST_EFFECT, change, chance }
}

/**
 * Judges the length of interviews of a window against the same hours of the last 7 days: lengths are log-normal, so that the
 * difference of the mean logs is normal, with a spread between days of its own (Crow & Shimizu, Lognormal Distributions, 1988).
 */
export function judgeLengths(now: Lengths, before: readonly Lengths[]): Verdict {
  const days = before.filter(({ count }) => count > 0)
  const count = days.reduce((sum, day) => sum + day.count, 0)
  if (now.count < LENGTHS_MIN || count < LENGTHS_MIN) return UNDECIDED
  const mean = days.reduce((sum, day) => sum + day.count * day.logMean, 0) / count
  const within = days.reduce((sum, day) => sum + day.count * day.logVariance, 0) / count
  const error = within * (1 / now.count + 1 / count)
  const between =
    days.reduce((sum, day) => sum + Math.max(0, (day.logMean - mean) ** 2 - within / day.count), 0) / days.length
  const difference = now.logMean - mean
  const chance = normalShare(-Math.abs(difference) / Math.sqrt(error + between))
  const change = Math.exp(difference) - 1
  return { isOutside: chance < TAIL_MAX && Math.abs(change) >= LEAST_EFFECT, change, chance }
}

/** An episode that goes on, or `null`: there is none. */
export interface Episode {
  readonly sinceMs: number
  /** When it was last outside. */
  readonly outsideAtMs: number
}

/** One episode from the first crossing until the measure has been inside for 60 minutes. */
export function episodeAfter(
  episode: Episode | null,
  { isOutside }: Pick<Verdict, 'isOutside'>,
  atMs: number,
): Episode | null {
  if (isOutside) return { sinceMs: episode?.sinceMs ?? atMs, outsideAtMs: atMs }
  return episode !== null && atMs - episode.outsideAtMs < INSIDE_MS ? episode : null
}

/** One value of a dimension, such as the reason code 31 or the country JP, now and before. */
export interface Moved {
  readonly dimension: string
  readonly value: string
  readonly now: Tally
  readonly before: Tally
}

/**
 * The value that moved most: that whose hits are furthest from those it would have at its share before, by the signed root of the
 * deviance (McCullagh & Nelder, Generalized Linear Models, 1989, section 2.4).
 * @returns null without a value that moved
 */
export function movedMost<Value extends Moved>(values: readonly Value[]): Value | null {
  let [most, distance]: [Value | null, number] = [null, 0]
  for (const value of values) {
    const all = value.before.of + value.now.of
    const share = all > 0 ? (value.before.hits + value.now.hits) / all : 0
    const deviance = 2 * (part(value.now, share) + part(value.before, share))
    if (deviance > distance) [most, distance] = [value, deviance]
  }
  return most
}

function part({ hits, of }: Tally, share: number): number {
  const term = (count: number, expected: number): number => (count > 0 ? count * Math.log(count / expected) : 0)
  return term(hits, of * share) + term(of - hits, of * (1 - share))
}
