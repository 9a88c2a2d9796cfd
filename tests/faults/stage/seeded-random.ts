/** Gives reproducible random numbers from 0 to 1: the seed is printed, and FAULT_SEED sets it. */
export function seededRandom(name: string): () => number {
  return randomFrom(seedOf(name))
}

/** Gives random numbers from 0 to 1 that depend only on the seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Gives this run's seed, or the one of FAULT_SEED, and prints it. */
export function seedOf(name: string): number {
  const given = process.env['FAULT_SEED']
  const seed = given === undefined ? Date.now() % 2_147_483_647 : Number(given)
  process.stdout.write(`${name}: FAULT_SEED=${seed}\n`)
  return seed
}
