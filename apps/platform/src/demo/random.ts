/** A seeded source of chance (mulberry32), so that the demo is the same on every machine. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A fraction in [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from low to high, both possible. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[Math.floor(this.fraction() * from.length)] ?? from[0]
  }

  /** One of the keys, by its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][] // Object.entries forgets the keys' type
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key
    }
    const [first] = entries
    if (!first) throw new RangeError('There is nothing to choose from.')
    return first[0]
  }

  /** A log-normal factor around 1: most near it, some long ones. */
  spread(sigma: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()))
    return Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.fraction()))
  }
}
