/** Traffic control (codes of lookup 20): 1 none, 2 accelerated, 3 even. */
const FACTOR_OF_PACING: Readonly<Record<number, number>> = { 2: 1.75, 3: 1.1 }

export const HOUR_MS = 3_600_000

export interface PaceFacts {
  readonly pacing: number
  /** Target (N), in completes. */
  readonly target: number
  readonly completes: number
  readonly completesThisHour: number
  readonly outOfFieldAtMs: number | null
}

export function hourOf(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS
}

/**
 * The completes that one hour may take (§9.6): the rest of the target at the hour's start, spread evenly over the
 * hours to out-of-field, times 1.1 for even pacing and 1.75 for accelerated; at least 1.
 * @returns null when nothing is capped: no pacing, or no out-of-field date to pace to
 */
export function hourlyCap(facts: PaceFacts, atMs: number): number | null {
  const factor = FACTOR_OF_PACING[facts.pacing]
  if (factor === undefined || facts.outOfFieldAtMs === null) return null
  const hoursLeft = Math.max(1, (facts.outOfFieldAtMs - hourOf(atMs)) / HOUR_MS)
  const leftAtHourStart = facts.target - (facts.completes - facts.completesThisHour)
  // 1.1 × 10 is 11.000000000000002 in floats; a millionth is far below one complete
  return Math.max(1, Math.floor((factor * leftAtHourStart) / hoursLeft + 1e-6))
}

/** Clicks target of click balancing (domain.md §5): completes target ÷ IR. */
export function clicksTarget(target: number, irPercent: number): number {
  return Math.ceil((target * 100) / irPercent - 1e-6)
}

/** The expected completes of respondents in progress at the stated IR. */
export function expectedCompletes(inflight: number, irPercent: number): number {
  return (inflight * irPercent) / 100
}
