/**
 * The share of a standard normal below z: Abramowitz & Stegun, Handbook of Mathematical Functions, 7.1.26, whose error is below
 * 1.5e-7.
 */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const tail =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x)
  return z < 0 ? tail / 2 : 1 - tail / 2
}

/** The standard normal's quantile: Abramowitz & Stegun 26.2.23, whose error is below 4.5e-4. */
export function normalQuantile(share: number): number {
  const tail = Math.min(share, 1 - share)
  if (tail <= 0) return share < 0.5 ? -Infinity : Infinity
  const t = Math.sqrt(-2 * Math.log(tail))
  const z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  return share < 0.5 ? -z : z
}

/** Student's quantile by its expansion in 1 ÷ degrees of freedom (Abramowitz & Stegun 26.7.5); at two degrees it is 0.3 % off at 90 %. */
export function studentQuantile(share: number, degrees: number): number {
  const z = normalQuantile(share)
  if (!Number.isFinite(z)) return z
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  )
}
