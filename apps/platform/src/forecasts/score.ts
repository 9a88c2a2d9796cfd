/** A forecast as it was stored, in hours from the moment in which it was asked. */
export interface StoredForecast {
  /** Null: later than 26 weeks. */
  readonly p10Hours: number | null
  readonly p50Hours: number | null
  readonly p90Hours: number | null
  /** The chance of being full by out-of-field, from 0 to 1. */
  readonly fullByOutOfField: number | null
}

/** The outcome of a stored forecast. */
export interface Outcome {
  /** Null: it was closed before it was full. */
  readonly actualHours: number | null
  readonly isFullByOutOfField: boolean
  /** Price, target, status or out-of-field were changed between the forecast and the finish. */
  readonly isChanged: boolean
}

export interface ScoredForecast {
  readonly forecast: StoredForecast
  readonly outcome: Outcome
}

export interface Score {
  /** Finishes that are scored. */
  readonly finishes: number
  readonly withinBand: number
  /** Mean pinball loss of the three quantiles, in hours; null without finishes. */
  readonly pinballHours: number | null
  readonly medianWidthHours: number | null
  /** Forecasts with a chance of being full by out-of-field, and their Brier score; null without any. */
  readonly chances: number
  readonly brier: number | null
  /** Brier score of stating the share that was full for all of them. */
  readonly baseBrier: number | null
}

const SHARES = [0.1, 0.5, 0.9]
/** A quantile beyond the horizon counts as its end. */
const HORIZON_HOURS = 26 * 168

/**
 * Scores forecasts against their outcomes: coverage of the 80 % band, pinball loss (Koenker & Bassett, Econometrica 46, 1978), and
 * the Brier score of the chance of being full (Brier, Monthly Weather Review 78, 1950).
 */
export function scoreForecasts(scored: readonly ScoredForecast[]): Score {
  const finished = scored.flatMap(({ forecast, outcome: { actualHours } }) =>
    actualHours === null ? [] : [{ band: quantilesOf(forecast), actualHours }],
  )
  const within = finished.filter(
    ({ band: [low = 0, , high = 0], actualHours }) => low <= actualHours && actualHours <= high,
  )
  const chances = scored.flatMap(({ forecast: { fullByOutOfField }, outcome }) =>
    fullByOutOfField === null ? [] : [{ stated: fullByOutOfField, hit: outcome.isFullByOutOfField ? 1 : 0 }],
  )
  const base = mean(chances.map(({ hit }) => hit))
  return {
    finishes: finished.length,
    withinBand: within.length,
    pinballHours: mean(finished.map(({ band, actualHours }) => pinball(band, actualHours))),
    medianWidthHours: median(finished.map(({ band: [low = 0, , high = 0] }) => high - low)),
    chances: chances.length,
    brier: mean(chances.map(({ stated, hit }) => (stated - hit) ** 2)),
    baseBrier: base === null ? null : base * (1 - base),
  }
}

/** The record beside a forecast: of the last finishes, newest first, that were left alone. */
export function recordOf(
  newestFirst: readonly ScoredForecast[],
  finishes: number,
): Pick<Score, 'finishes' | 'withinBand'> {
  const leftAlone = newestFirst.filter(({ outcome }) => outcome.actualHours !== null && !outcome.isChanged)
  const { finishes: scored, withinBand } = scoreForecasts(leftAlone.slice(0, finishes))
  return { finishes: scored, withinBand }
}

/** The record in words; null before the first finish. */
export function recordInWords({ finishes, withinBand }: Pick<Score, 'finishes' | 'withinBand'>): string | null {
  if (finishes === 0) return null
  if (finishes === 1) return `Your last finish fell ${withinBand === 1 ? 'within' : 'outside'} the 80 % band`
  return `${withinBand} of your last ${finishes} finishes fell within the 80 % band`
}

const quantilesOf = ({ p10Hours, p50Hours, p90Hours }: StoredForecast): readonly number[] =>
  [p10Hours, p50Hours, p90Hours].map(hours => hours ?? HORIZON_HOURS)

function pinball(band: readonly number[], actualHours: number): number {
  const losses = SHARES.map((share, at) => {
    const over = actualHours - (band[at] ?? 0)
    return over >= 0 ? share * over : (share - 1) * over
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
