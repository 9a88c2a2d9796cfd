/**
 * Residuals for an installation that has too few finished sources: 39 quantiles of simulated ones for each checkpoint, in the
 * unit of `Residual` (bench/forecast, its seeds for tuning).
 */
export const PRIOR_RESIDUALS: readonly (readonly number[])[] = [0, 1, 2, 3].map(() =>
  Array.from({ length: 39 }, (_, at) => (at - 19) / 12),
)
