import type { AccountFit } from './fit-account.ts'
import { forecastSource, type SourceForecast } from './finish.ts'
import { LIKE_MIN } from './like-sources.ts'
import { likenessOf, sumOf, type OpenSource } from './source-past.ts'
import { normalQuantile } from './distributions.ts'

/** A step of the price of a like source, left alone for a while on both sides. */
export interface PriceStep {
  readonly fromCents: number
  readonly toCents: number
  /** Completes, and exposure in mean hours (`pastExposure`), before and after the step. */
  readonly completesBefore: number
  readonly exposureHoursBefore: number
  readonly completesAfter: number
  readonly exposureHoursAfter: number
}

/** By which power of the price the pace grows. */
export interface Elasticity {
  readonly power: number
  /** Standard error. */
  readonly error: number
  /** Price steps of like sources that it is from. */
  readonly steps: number
}

/** Before any step was seen: half as much more pace as price, or none, or as much. */
const PRIOR_POWER = 0.5
const PRIOR_ERROR = 0.5
/** A pace of a few days differs from the next by chance by so much, beyond its count. */
const PACE_VARIANCE = 0.06
/** A smaller step says nothing. */
const LOG_STEP_MIN = 0.03

/**
 * The price elasticity of the pace from steps of like sources: a regression through the origin of log pace ratios on log price ratios,
 * each weighted by its variance (Greene, Econometric Analysis, 2018, section 9.3), with a normal prior of 0.5 ± 0.5 (Gelman et al.,
 * Bayesian Data Analysis, 2013, section 2.5).
 */
export function priceElasticity(steps: readonly PriceStep[]): Elasticity {
  let [weight, weighted, counted] = [1 / PRIOR_ERROR ** 2, PRIOR_POWER / PRIOR_ERROR ** 2, 0]
  for (const step of steps) {
    const logPrice = Math.log(step.toCents / step.fromCents)
    const [before, after] = [step.completesBefore + 0.5, step.completesAfter + 0.5]
    if (!(Math.abs(logPrice) >= LOG_STEP_MIN && Number.isFinite(logPrice))) continue
    if (!(step.exposureHoursBefore > 0 && step.exposureHoursAfter > 0)) continue
    const logPace = Math.log(after / step.exposureHoursAfter / (before / step.exposureHoursBefore))
    const variance = 1 / before + 1 / after + PACE_VARIANCE
    weight += logPrice ** 2 / variance
    weighted += (logPrice * logPace) / variance
    counted++
  }
  return { power: weighted / weight, error: Math.sqrt(1 / weight), steps: counted }
}

/** A change that is not made, only asked about. */
export type Change =
  | {
      readonly kind: 'price'
      readonly fromCents: number
      readonly toCents: number
      readonly steps: readonly PriceStep[]
    }
  | { readonly kind: 'pacing off' }
  | { readonly kind: 'target'; readonly targetCompletes: number }
  | { readonly kind: 'out-of-field'; readonly outOfFieldAtMs: number | null }

/** Money for each complete, in cents. */
export interface Prices {
  readonly sellCents: number
  readonly supplyCents: number
}

/** The answer to a what-if, or why there is none. */
export type Answer =
  | {
      readonly kind: 'answer'
      readonly forecast: SourceForecast
      /** From now to the target. */
      readonly costToFinishCents: number
      readonly marginToFinishCents: number
      /** "from n like sources"; null: the source's own past alone. */
      readonly likeSources: number | null
      /** The forecast at the low and high end of the elasticity's 80 % band; of a price alone. */
      readonly between: readonly [SourceForecast, SourceForecast] | null
    }
  /** "cannot tell: 2 like sources". */
  | { readonly kind: 'cannot tell'; readonly likeSources: number }

/** Asks the same model with one input changed. */
export function whatIf(fit: AccountFit, source: OpenSource, prices: Prices, change: Change): Answer {
  switch (change.kind) {
    case 'price':
      return ifPrice(fit, source, prices, change)
    case 'pacing off':
      return answerOf(fit, { ...source, pacing: 1 }, prices, null)
    case 'target':
      return answerOf(fit, { ...source, targetCompletes: change.targetCompletes }, prices, null)
    case 'out-of-field':
      return answerOf(fit, { ...source, outOfFieldAtMs: change.outOfFieldAtMs }, prices, null)
  }
}

/**
 * A source that does not exist yet, or a supplier that is added as one: its pace is that of its like sources. Also the feasibility
 * before a launch.
 */
export function ifAdded(fit: AccountFit, planned: OpenSource, prices: Prices): Answer {
  const likeSources = fit.likePaces.get(likenessOf(planned))?.length ?? 0
  if (likeSources < LIKE_MIN) return { kind: 'cannot tell', likeSources }
  return answerOf(fit, planned, prices, likeSources)
}

function ifPrice(
  fit: AccountFit,
  source: OpenSource,
  prices: Prices,
  { fromCents, toCents, steps }: Change & { kind: 'price' },
): Answer {
  const { power, error, steps: likeSources } = priceElasticity(steps)
  if (likeSources < LIKE_MIN) return { kind: 'cannot tell', likeSources }
  const reach = normalQuantile(0.9) * error
  const at = (elasticity: number): SourceForecast => forecastSource(fit, source, (toCents / fromCents) ** elasticity)
  const answer = answerOf(fit, source, { ...prices, supplyCents: toCents }, likeSources)
  if (answer.kind !== 'answer') return answer
  return { ...answer, forecast: at(power), between: [at(power - reach), at(power + reach)] }
}

function answerOf(
  fit: AccountFit,
  source: OpenSource,
  { sellCents, supplyCents }: Prices,
  likeSources: number | null,
): Answer {
  const left = Math.max(0, source.targetCompletes - sumOf(source.completesByHour))
  return {
    kind: 'answer',
    forecast: forecastSource(fit, source),
    costToFinishCents: left * supplyCents,
    marginToFinishCents: left * (sellCents - supplyCents),
    likeSources,
    between: null,
  }
}
