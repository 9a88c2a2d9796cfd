import { HOUR_MS } from '#ledger/facts/pacing'

/** The facts of one live, boosted source (docs/decisions/0049). */
export interface BoostFacts {
  readonly priceCents: number | null
  readonly stepCents: number
  readonly capCents: number
  readonly minutes: number
  readonly target: number
  readonly completes: number
  /** The earliest of its own, its survey's and its project's; null: nothing to pace to. */
  readonly outOfFieldAtMs: number | null
  readonly liveSinceMs: number | null
  readonly editVersion: number
  /** Since when its pace is watched, and what it was then. */
  readonly watchedFromMs: number
  readonly watchedCompletes: number
  readonly watchedVersion: number
}

/** wait: nothing to do; watch: its pace is watched from now on; raise: its price goes up. */
export type BoostVerdict =
  | { readonly kind: 'wait' }
  | { readonly kind: 'watch' }
  | { readonly kind: 'raise'; readonly toCents: number }

/** Fewer completes than these are expected of a source by chance as well: it is watched for longer. */
export const LEAST_EXPECTED = 5
/** Behind pace is a source with less than this share of the completes that an even distribution asks for. */
export const PACED_SHARE = 0.9

const WAIT: BoostVerdict = { kind: 'wait' }
const WATCH: BoostVerdict = { kind: 'watch' }

/**
 * Says whether a source's price goes up now. Its pace is watched from the last change of the source, the last step,
 * or the moment it went live: over that time an even distribution of the rest up to the out-of-field date (§9.6) asks
 * for so many completes. It is judged when the minutes between steps are over and enough completes are asked for to
 * tell; then it is raised or, being paced, watched again from now.
 */
export function judgeBoost(facts: BoostFacts, nowMs: number): BoostVerdict {
  const { priceCents, capCents, outOfFieldAtMs, target, completes, watchedFromMs } = facts
  if (priceCents === null || priceCents >= capCents || completes >= target) return WAIT
  if (outOfFieldAtMs === null || outOfFieldAtMs <= nowMs) return WAIT
  // the clock of a database that was restored can be ahead of this one
  if (isChanged(facts) || watchedFromMs > nowMs) return WATCH
  const elapsedMs = nowMs - watchedFromMs
  if (elapsedMs < facts.minutes * MINUTE_MS) return WAIT
  const expected = (elapsedMs * (target - facts.watchedCompletes)) / (outOfFieldAtMs - watchedFromMs)
  if (expected < LEAST_EXPECTED) return WAIT
  if (completes - facts.watchedCompletes >= PACED_SHARE * expected) return WATCH
  return { kind: 'raise', toCents: Math.min(priceCents + facts.stepCents, capCents) }
}

const MINUTE_MS = HOUR_MS / 60

/** It is another source by now, or was not live all that time. */
function isChanged({ editVersion, watchedVersion, liveSinceMs, watchedFromMs }: BoostFacts): boolean {
  return editVersion !== watchedVersion || (liveSinceMs !== null && liveSinceMs > watchedFromMs)
}
