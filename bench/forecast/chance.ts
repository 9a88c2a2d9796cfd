import { seeded } from '../harness/random.ts'

/** Draws from distributions, the same for a seed on every run. */
export class Chance {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  uniform(low = 0, high = 1): number {
    return low + (high - low) * this.#random()
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random())
  }

  /** A log-normal factor with median 1. */
  factor(spread: number): number {
    return Math.exp(spread * this.normal())
  }

  /** A gamma value with mean 1 (Marsaglia & Tsang, ACM Trans. Math. Softw. 26, 2000; shapes of at least 1). */
  gamma(shape: number): number {
    const d = shape - 1 / 3
    const c = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = this.normal()
      const v = (1 + c * x) ** 3
      if (v > 0 && Math.log(1 - this.#random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape
    }
  }

  poisson(mean: number): number {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()))
    let [count, product] = [0, this.#random()]
    for (const limit = Math.exp(-mean); product > limit; count++) product *= this.#random()
    return count
  }

  binomial(of: number, share: number): number {
    if (of > 200) {
      const drawn = Math.round(of * share + Math.sqrt(of * share * (1 - share)) * this.normal())
      return Math.min(of, Math.max(0, drawn))
    }
    let hits = 0
    for (let one = 0; one < of; one++) if (this.#random() < share) hits++
    return hits
  }
}
