/**
 * Where the median of a scope's interview lengths stands: the lower of the middle ones is in the bucket `seconds`, which
 * holds `at` of them, with `below` in lower buckets. All null and 0 without completes.
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

interface Shift {
  readonly count: number
  readonly below: number
  readonly at: number
  readonly emptied: number
}

function shift(pointer: LoiPointer, changes: LoiChanges): Shift {
  let { count, below, at } = pointer
  let emptied = 0
  for (const [seconds, interviews] of changes) {
    count += interviews
    if (pointer.seconds !== null && seconds < pointer.seconds) below += interviews
    else if (seconds === pointer.seconds) at += interviews
    if (interviews < 0) emptied += 1
  }
  return { count, below, at, emptied }
}

function lowerMiddle(count: number): number {
  return Math.floor((count + 1) / 2)
}

/**
 * How many stored buckets on each side of the pointer `settleMedian` needs to see. A walk passes one interview with every
 * bucket, except buckets that the changes themselves empty.
 */
export function bucketsNeeded(pointer: LoiPointer, changes: LoiChanges): number {
  const { count, below, at, emptied } = shift(pointer, changes)
  const middle = lowerMiddle(count)
  const distance = middle <= below ? below - middle + 1 : Math.max(0, middle - below - at)
  return distance + emptied + 2
}

/**
 * Moves the median pointer (§3.20) by changes of the histogram, exactly, looking only at its neighbours.
 * @param neighbours the `needed` stored buckets before the changes on each side of the pointer, its own included, in any order
 * @param needed what `bucketsNeeded` said; a side that has fewer is known to its end
 * @returns null when the histogram and the pointer do not fit together: a drift that verify-ledger repairs
 */
export function settleMedian(pointer: LoiPointer, changes: LoiChanges, neighbours: readonly LoiBucket[], needed: number): LoiPointer | null {
  const { count } = shift(pointer, changes)
  if (count === 0) return NO_LOI
  const start = pointer.seconds ?? 0
  const lower = neighbours.filter(([seconds]) => seconds < start)
  const upper = neighbours.filter(([seconds]) => seconds > start)
  const from = lower.length < needed ? -Infinity : Math.min(...lower.map(([seconds]) => seconds))
  const to = upper.length < needed ? Infinity : Math.max(...upper.map(([seconds]) => seconds))

  const known = new Map(neighbours)
  if (pointer.seconds !== null) known.set(pointer.seconds, pointer.at)
  let passed = pointer.below - lower.reduce((sum, [, interviews]) => sum + interviews, 0)
  for (const [seconds, interviews] of changes) {
    if (seconds < from) passed += interviews
    else if (seconds <= to) known.set(seconds, (known.get(seconds) ?? 0) + interviews)
  }

  const middle = lowerMiddle(count)
  let found: { seconds: number; below: number; at: number } | null = null
  for (const [seconds, interviews] of [...known].toSorted(([a], [b]) => a - b)) {
    if (interviews <= 0) continue
    if (found !== null) return { count, ...found, medianSeconds: (found.seconds + seconds) / 2 }
    if (middle <= passed + interviews) {
      found = { seconds, below: passed, at: interviews }
      const upperMiddleIsHere = count % 2 === 1 || middle + 1 <= passed + interviews
      if (upperMiddleIsHere) return { count, ...found, medianSeconds: seconds }
    }
    passed += interviews
  }
  return null
}
