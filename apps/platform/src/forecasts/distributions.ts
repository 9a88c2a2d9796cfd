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

/** The log of the gamma function, by Lanczos (SIAM J. Numer. Anal. 1, 1964) with the coefficients of Numerical Recipes, 1992. */
export function logGamma(x: number): number {
  const series = LANCZOS.reduce((sum, coefficient, at) => sum + coefficient / (x + at + 1), 1.000000000190015)
  return (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log((2.506628274631 * series) / x)
}

const LANCZOS = [
  76.18009172947146, -86.5053203294168, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
  -0.5395239384953e-5,
]

/** The chance of at most (at least) so many hits of a beta-binomial count, summed term by term (Johnson, Kemp & Kotz, Univariate Discrete Distributions, 2005, section 6.2.2). */
export function betaBinomialTail(
  hits: number,
  of: number,
  alpha: number,
  beta: number,
  side: 'below' | 'above',
): number {
  const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)
  const logAll = logBeta(alpha, beta)
  const chanceOf = (count: number): number =>
    Math.exp(
      logGamma(of + 1) -
        logGamma(count + 1) -
        logGamma(of - count + 1) +
        logBeta(count + alpha, of - count + beta) -
        logAll,
    )
  let [chance, count] = [chanceOf(Math.min(of, Math.max(0, hits))), Math.min(of, Math.max(0, hits))]
  let sum = chance
  // each term from the one before; the rest of the tail adds nothing once a term is that small
  while (chance > sum * 1e-9 && (side === 'below' ? count > 0 : count < of)) {
    if (side === 'below') {
      chance *= (count * (of - count + beta)) / ((of - count + 1) * (count - 1 + alpha))
      count--
    } else {
      chance *= ((of - count) * (count + alpha)) / ((count + 1) * (of - count - 1 + beta))
      count++
    }
    sum += chance
  }
  return Math.min(1, sum)
}
