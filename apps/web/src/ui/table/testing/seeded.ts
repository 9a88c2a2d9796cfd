/** A small generator of random numbers for walks in tests: the same seed gives the same walk. */
export interface Seeded {
  /** 0 to below `limit`, whole. */
  readonly below: (limit: number) => number
  readonly pick: <T>(choices: readonly T[]) => T
}

/** mulberry32. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: choices => choices[below(choices.length)]! }
}
