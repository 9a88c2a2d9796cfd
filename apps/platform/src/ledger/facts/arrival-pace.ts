/** Arrivals are counted by periods of 5 minutes. */
export const SLOT_MS = 300_000
/** A period weighs half as much a week later. */
export const KEPT_PER_SLOT = 2 ** (-1 / 2016)
/** A supplier's history says something from a day on. */
const SLOTS_ENOUGH = 288
/** Fewer arrivals than these are no burst, however quiet the supplier is otherwise. */
const LEAST_BURST = 10
const OF = 10_000
const MOST_ARRIVALS = 1_000_000

/** How often a supplier's respondents arrive. */
export interface ArrivalPace {
  /** The first period. */
  readonly since: number
  /** The present period, and the arrivals in it. */
  readonly slot: number
  readonly seen: number
  /** The periods before, their arrivals and the squares of these; older ones weigh less. */
  readonly slots: number
  readonly total: number
  readonly squares: number
}

/** The period of a moment. */
export const slotOf = (atMs: number): number => Math.floor(atMs / SLOT_MS)

/** The pace in a later period: the former present is history, and periods in between had no arrivals. */
export function paceIn(pace: ArrivalPace, slot: number): ArrivalPace {
  const passed = slot - pace.slot
  if (passed <= 0) return pace
  const kept = KEPT_PER_SLOT ** passed
  const keptOfLast = KEPT_PER_SLOT ** (passed - 1)
  return {
    since: pace.since,
    slot,
    seen: 0,
    slots: pace.slots * kept + (1 - kept) / (1 - KEPT_PER_SLOT),
    total: pace.total * kept + pace.seen * keptOfLast,
    squares: pace.squares * kept + pace.seen ** 2 * keptOfLast,
  }
}

/** From how many arrivals in a period on it is a burst, and how many were expected. */
export interface BurstCut {
  readonly from: number
  readonly expected: number
}

/**
 * The least number of arrivals that so few of 10,000 periods reach, by the negative-binomial distribution with the mean and the variance of the history.
 * @returns null: less than a day of history
 */
export function burstCut({ since, slot, slots, total, squares }: ArrivalPace, ofTenThousand: number): BurstCut | null {
  if (slot - since < SLOTS_ENOUGH || slots <= 1) return null
  const expected = total / slots
  const variance = Math.max(0, (squares / slots - expected ** 2) * (slots / (slots - 1)))
  return { expected, from: Math.max(LEAST_BURST, remembered(expected, variance, ofTenThousand / OF)) }
}

const MOST_REMEMBERED = 1_000
const known = new Map<string, number>()

/** A history is the same for a whole period: its tail is summed once. */
function remembered(mean: number, variance: number, chance: number): number {
  const key = `${mean} ${variance} ${chance}`
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MOST_REMEMBERED) known.clear()
  const from = leastUnlikely(mean, variance, chance)
  known.set(key, from)
  return from
}

/**
 * The least count that is reached with less than a chance, of a negative-binomial distribution by its mean and variance; of a Poisson distribution where the
 * variance is not the greater. Summed by the recurrence of its terms, in logarithms, so that no mean is too great for them.
 */
export function leastUnlikely(mean: number, variance: number, chance: number): number {
  if (mean <= 0) return 1
  const spare = variance - mean
  const size = spare > mean * 1e-9 ? mean ** 2 / spare : Infinity
  const share = size === Infinity ? 0 : mean / (size + mean)
  let log = size === Infinity ? -mean : size * Math.log1p(-share)
  let below = 0
  for (let count = 0; count < MOST_ARRIVALS; count++) {
    if (1 - below < chance) return count
    below += Math.exp(log)
    log += size === Infinity ? Math.log(mean / (count + 1)) : Math.log(((count + size) / (count + 1)) * share)
  }
  return MOST_ARRIVALS
}
