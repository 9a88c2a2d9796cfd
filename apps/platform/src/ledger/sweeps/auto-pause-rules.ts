import type { AutoPauseReason } from '@desk/schema/statuses/pause-reasons'
import { clicksTarget, HOUR_MS } from '../facts/pacing.ts'
import { isIrUnder, isLoiOver, type Limited } from '../figures/limits.ts'

/** The facts of one live source or survey for the auto-pause rules (domain.md §2). */
export interface PauseFacts extends Limited {
  readonly scope: 'source' | 'survey'
  readonly rules: readonly string[]
  readonly target: number
  readonly outOfFieldAtMs: number | null
  readonly entrants: number
  /** A source's clicks are balanced by survey starts (types 2 and 3 of §3.37). */
  readonly startsBalanced: boolean
  readonly liveSinceMs: number | null
  readonly lastStartAtMs: number | null
  readonly lastCompleteAtMs: number | null
  /**
   * Returns of the last hour with an unknown code or a bad hash, as far as they can come from the survey itself
   * (docs/decisions/0022), and completes of about that time.
   */
  readonly unknownCodes: number
  readonly badHashes: number
  readonly recentCompletes: number
}

/** This many failing returns in an hour, and more than completes, are the survey's fault and not a respondent's. */
export const FAILING_RETURNS_AN_HOUR = 10
const NO_STARTS_MS = 24 * HOUR_MS
const NO_COMPLETES_MS = 72 * HOUR_MS

const RULES: Readonly<Record<AutoPauseReason, (facts: PauseFacts, nowMs: number) => boolean>> = {
  target_reached: ({ target, completes }) => target > 0 && completes >= target,
  past_out_of_field: ({ outOfFieldAtMs }, nowMs) => outOfFieldAtMs !== null && nowMs > outOfFieldAtMs,
  redirect_errors: ({ unknownCodes, recentCompletes }) =>
    unknownCodes >= FAILING_RETURNS_AN_HOUR && unknownCodes > recentCompletes,
  hash_errors: ({ badHashes, recentCompletes }) => badHashes >= FAILING_RETURNS_AN_HOUR && badHashes > recentCompletes,
  no_starts_24h: (facts, nowMs) => isSilent(facts, facts.lastStartAtMs, NO_STARTS_MS, nowMs),
  no_completes_72h: (facts, nowMs) => isSilent(facts, facts.lastCompleteAtMs, NO_COMPLETES_MS, nowMs),
  high_median_loi: facts => isSource(facts) && isLoiOver(facts),
  low_ir: facts => isSource(facts) && isIrUnder(facts),
  click_target_reached: ({ startsBalanced, entrants, target, statedIrPercent }) =>
    startsBalanced && entrants >= clicksTarget(target, statedIrPercent),
}

// silence, LOI and IR are judged per source, not per survey
function isSource({ scope }: PauseFacts): boolean {
  return scope === 'source'
}

/** Live for that long, and nothing of the kind in all that time. */
function isSilent(facts: PauseFacts, lastAtMs: number | null, spanMs: number, nowMs: number): boolean {
  const { liveSinceMs } = facts
  return isSource(facts) && liveSinceMs !== null && nowMs - Math.max(liveSinceMs, lastAtMs ?? liveSinceMs) > spanMs
}

const ORDER = Object.keys(RULES) as AutoPauseReason[] // its own keys

/** The first active rule that pauses; null when none does. */
export function pauseReason(facts: PauseFacts, nowMs: number): AutoPauseReason | null {
  return ORDER.find(reason => facts.rules.includes(reason) && RULES[reason](facts, nowMs)) ?? null
}
