/**
 * The place of the median of a scope's interview lengths: the lower of the middle ones is in the bucket `seconds`,
 * which holds `at` of them, with `below` in lower buckets. All null and 0 without completes.
 */
export interface LoiPointer {
  readonly count: number
  readonly seconds: number | null
  readonly below: number
  readonly at: number
  readonly medianSeconds: number | null
}

export const NO_LOI: LoiPointer = { count: 0, seconds: null, below: 0, at: 0, medianSeconds: null }

/** How many interviews of each length, in seconds, come to a histogram; negative: leave it. */
export type LoiChanges = ReadonlyMap<number, number>

/** A bucket of the stored histogram. */
export type LoiBucket = readonly [seconds: number, interviews: number]

/** A part of the histogram that is known whole: every bucket from `from` to `to`, both included, in their order. */
export interface LoiWindow {
  readonly from: number
  readonly to: number
  /** Interviews in lower buckets than `from`. */
  readonly below: number
  readonly buckets: readonly LoiBucket[]
}

/** The pointer's own part of the histogram: its bucket; without completes, all of it. */
export function ownBucket({ seconds, below, at }: LoiPointer): LoiWindow {
  return seconds === null
    ? { from: -Infinity, to: Infinity, below: 0, buckets: [] }
    : { from: seconds, to: seconds, below, buckets: [[seconds, at]] }
}

/** The window that a look at the stored buckets between two lengths gives, both included; it must hold the pointer's own. */
export function windowOf(pointer: LoiPointer, from: number, to: number, buckets: readonly LoiBucket[]): LoiWindow {
  const { seconds } = pointer
  if (seconds === null) return ownBucket(pointer)
  return {
    from,
    to,
    below: buckets.reduce((below, [own, interviews]) => (own < seconds ? below - interviews : below), pointer.below),
    buckets,
  }
}

/** A window holds this many buckets on each side of the median; farther ones are let go. */
const KEPT_EACH_SIDE = 40

/** The place of a length among ordered buckets: its own, or where it belongs. */
function placeOf(buckets: readonly LoiBucket[], seconds: number): number {
  let low = 0
  let high = buckets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((buckets[middle]?.[0] ?? Infinity) < seconds) low = middle + 1
    else high = middle
  }
  return low
}

function changed({ from, to, buckets }: LoiWindow, changes: LoiChanges): LoiBucket[] {
  const next = [...buckets]
  for (const [seconds, interviews] of changes) {
    if (seconds < from || seconds > to) continue
    const place = placeOf(next, seconds)
    const present = next[place]
    const sum = (present?.[0] === seconds ? present[1] : 0) + interviews
    if (present?.[0] === seconds) {
      if (sum > 0) next[place] = [seconds, sum]
      else next.splice(place, 1)
    } else if (sum > 0) next.splice(place, 0, [seconds, sum])
  }
  return next
}

function trimmed(window: LoiWindow, around: number): LoiWindow {
  const { from, to, below, buckets } = window
  if (buckets.length <= 4 * KEPT_EACH_SIDE) return window
  const first = Math.max(0, around - KEPT_EACH_SIDE)
  const last = Math.min(buckets.length, around + KEPT_EACH_SIDE + 1)
  const kept = buckets.slice(first, last)
  return {
    from: first === 0 ? from : (kept[0]?.[0] ?? from),
    to: last === buckets.length ? to : (kept.at(-1)?.[0] ?? to),
    below: buckets.slice(0, first).reduce((sum, [, interviews]) => sum + interviews, below),
    buckets: kept,
  }
}

/**
 * Moves the median pointer (§3.20) by changes of the histogram, exactly, without looking at more of it than a window around the
 * pointer.
 * @returns the pointer and the window after the changes; null when the median leaves the window, so that a wider one is needed,
 *   or, with all of the histogram in the window, when the two do not fit together: a drift that verify-ledger repairs
 */
export function settleMedian(
  pointer: LoiPointer,
  changes: LoiChanges,
  window: LoiWindow,
): { pointer: LoiPointer; window: LoiWindow } | null {
  const { from, to } = window
  let { count } = pointer
  let { below } = window
  for (const [seconds, interviews] of changes) {
    count += interviews
    if (seconds < from) below += interviews
  }
  const next: LoiWindow = { from, to, below, buckets: changed(window, changes) }
  if (count === 0) return { pointer: NO_LOI, window: next }

  const middle = Math.floor((count + 1) / 2)
  if (middle <= below) return null
  let passed = below
  for (let place = 0; place < next.buckets.length; place++) {
    const bucket = next.buckets[place]
    if (bucket === undefined) return null
    const [seconds, at] = bucket
    if (middle > passed + at) {
      passed += at
      continue
    }
    const upperIsHere = count % 2 === 1 || middle + 1 <= passed + at
    const upper = upperIsHere ? seconds : next.buckets[place + 1]?.[0]
    if (upper === undefined) return null
    return {
      pointer: { count, seconds, below: passed, at, medianSeconds: (seconds + upper) / 2 },
      window: trimmed(next, place),
    }
  }
  return null
}
