import type { AccountFit } from './fit-account.ts'
import { normalQuantile } from './distributions.ts'
import { forecastSource, outlookOf, type SourceForecast } from './finish.ts'
import { LIKE_MIN } from './like-sources.ts'
import { likenessOf, sumOf, type OpenSource } from './source-past.ts'

/** A step of the price of a source, left alone for a while on both sides. */
export interface PriceStep {
  readonly sourceId: number
  /** `likenessOf` the source. */
  readonly likeness: string
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
  /** Sources whose price steps it is from. */
  readonly sources: number
}

/** Before any step was seen: half as much more pace as price, or none, or as much. */
const PRIOR_POWER = 0.5
const PRIOR_ERROR = 0.5
/** A pace of a few days differs from the next by chance by so much, beyond its count. */
const PACE_VARIANCE = 0.06
/** A smaller step says nothing. */
const LOG_STEP_MIN = 0.03

/**
 * The price elasticity of the pace from steps of prices: a regression through the origin of log pace ratios on log price ratios,
 * each weighted by its variance (Greene, Econometric Analysis, 2018, section 9.3), with a normal prior of 0.5 ± 0.5 (Gelman et al.,
 * Bayesian Data Analysis, 2013, section 2.5).
 */
export function priceElasticity(steps: readonly PriceStep[]): Elasticity {
  let [weight, weighted] = [1 / PRIOR_ERROR ** 2, PRIOR_POWER / PRIOR_ERROR ** 2]
  const sources = new Set<number>()
  for (const step of steps) {
    const logPrice = Math.log(step.toCents / step.fromCents)
    const [before, after] = [step.completesBefore + 0.5, step.completesAfter + 0.5]
    if (!(Math.abs(logPrice) >= LOG_STEP_MIN && Number.isFinite(logPrice))) continue
    if (!(step.exposureHoursBefore > 0 && step.exposureHoursAfter > 0)) continue
    const logPace = Math.log(after / step.exposureHoursAfter / (before / step.exposureHoursBefore))
    const variance = 1 / before + 1 / after + PACE_VARIANCE
    weight += logPrice ** 2 / variance
    weighted += (logPrice * logPace) / variance
    sources.add(step.sourceId)
  }
  return { power: weighted / weight, error: Math.sqrt(1 / weight), sources: sources.size }
}

/** The sources behind an answer, of the same supplier and country or of the whole account. */
export interface Basis {
  readonly likeSources: number
  readonly of: 'like' | 'account'
  /** False: "cannot tell: 2 like sources". */
  readonly isEnough: boolean
}

const basisOf = (likeSources: number, of: Basis['of']): Basis => ({
  likeSources,
  of,
  isEnough: likeSources >= LIKE_MIN,
})

/** The effect of a price on the pace: by the steps of like sources; with fewer than 3 of them, by those of the account. */
export function priceEffect(
  steps: readonly PriceStep[],
  source: Pick<OpenSource, 'supplierId' | 'country'>,
): { readonly elasticity: Elasticity; readonly basis: Basis } {
  const likeness = likenessOf(source)
  const like = priceElasticity(steps.filter(step => step.likeness === likeness))
  const all = like.sources < LIKE_MIN ? priceElasticity(steps) : like
  return all.sources < LIKE_MIN || all === like
    ? { elasticity: like, basis: basisOf(like.sources, 'like') }
    : { elasticity: all, basis: basisOf(all.sources, 'account') }
}

/** Money for each complete, in cents; null: not known. */
export interface Prices {
  readonly sellCents: number | null
  readonly supplyCents: number | null
}

/** Changes that are not made, only asked about; an absent one is none. */
export interface Changes {
  readonly targetCompletes?: number | undefined
  readonly outOfFieldAtMs?: number | null | undefined
  readonly pacing?: number | undefined
  /** The mean price of a complete afterwards; null: not known. */
  readonly supplyCents?: number | null | undefined
  readonly addedSupplierId?: number | undefined
}

export interface Answer {
  readonly source: OpenSource
  readonly forecast: SourceForecast | { readonly kind: 'cannot tell' }
  /** From now to the target. */
  readonly costToFinishCents: number | null
  readonly marginToFinishCents: number | null
  /** Of a changed price, with the forecasts at the low and high end of the elasticity's 80 % band. */
  readonly price: (Basis & { readonly between: readonly [SourceForecast, SourceForecast] | null }) | null
  /** Of an added supplier. */
  readonly supplier: Basis | null
}

/** Asks the same model with other inputs. */
export function whatIf(
  fit: AccountFit,
  source: OpenSource,
  prices: Prices,
  { targetCompletes, outOfFieldAtMs, pacing, supplyCents, addedSupplierId }: Changes,
  steps: readonly PriceStep[],
): Answer {
  const asked: OpenSource = {
    ...source,
    targetCompletes: targetCompletes ?? source.targetCompletes,
    outOfFieldAtMs: outOfFieldAtMs === undefined ? source.outOfFieldAtMs : outOfFieldAtMs,
    pacing: pacing ?? source.pacing,
  }
  const added = addedSupplierId === undefined ? null : addedPace(fit, source, addedSupplierId)
  const after = supplyCents === undefined ? prices.supplyCents : supplyCents
  const isRepriced = after !== prices.supplyCents
  const { elasticity, basis } = priceEffect(steps, source)
  const ratio =
    prices.supplyCents !== null && after !== null && prices.supplyCents > 0 ? after / prices.supplyCents : null
  const isKnown = (added === null || added.factor !== null) && (!isRepriced || (basis.isEnough && ratio !== null))
  const at = (power: number): SourceForecast => forecastSource(fit, asked, (added?.factor ?? 1) * (ratio ?? 1) ** power)
  const reach = normalQuantile(0.9) * elasticity.error
  const isFull = sumOf(source.completesByHour) >= asked.targetCompletes
  return {
    source: asked,
    forecast: isKnown || isFull ? at(isRepriced ? elasticity.power : 0) : { kind: 'cannot tell' },
    ...moneyOf(asked, { ...prices, supplyCents: after }),
    price: isRepriced
      ? { ...basis, between: isKnown ? [at(elasticity.power - reach), at(elasticity.power + reach)] : null }
      : null,
    supplier: added?.basis ?? null,
  }
}

function moneyOf(source: OpenSource, { sellCents, supplyCents }: Prices) {
  const left = Math.max(0, source.targetCompletes - sumOf(source.completesByHour))
  const times = (cents: number | null) => (cents === null ? null : Math.round(left * cents))
  return {
    costToFinishCents: times(supplyCents),
    marginToFinishCents: times(sellCents === null || supplyCents === null ? null : sellCents - supplyCents),
  }
}

/** By how much a further supplier makes a source quicker: its mean pace on like sources, beside the source's own. */
function addedPace(
  fit: AccountFit,
  source: OpenSource,
  supplierId: number,
): { readonly basis: Basis; readonly factor: number | null } {
  const logs = fit.likePaces.get(likenessOf({ supplierId, country: source.country })) ?? []
  const basis = basisOf(logs.length, 'like')
  const own = outlookOf(fit, source)?.completesPerExposureHour ?? 0
  if (!basis.isEnough || own <= 0) return { basis, factor: null }
  const added = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
  return { basis, factor: (own + added) / own }
}
