import { HOUR_MS, hourlyCap } from '#ledger/facts/pacing'
import type { HourCalendar } from './hours-of-week.ts'
import { futureExposure, type Profile } from './exposure.ts'
import type { OpenSource } from './source-past.ts'

/** A finish later than this is not named. */
export const HORIZON_HOURS = 26 * 168
const MINUTE_MS = 60_000
/** The door rounds a cap down to whole completes; a course counts in thousandths. */
const PARTS = 1000

/** How a source goes on, for each multiple of its expected pace. */
export interface Course {
  /** When it is full; null: not within 26 weeks, or not with its allocation. */
  readonly fullAtMs: (paceFactor: number) => number | null
  /** Its completes by a moment, no more than its target. */
  readonly completesBy: (paceFactor: number, atMs: number) => number
  /** The same by several moments: a paced course is walked once for all of them. */
  readonly completesByEach: (paceFactor: number, atsMs: readonly number[]) => Float64Array
  /** The pace factor from which it is full by a moment; Infinity: at no pace. */
  readonly leastFactor: (atMs: number) => number
}

/** The beginning of a course. */
export interface CourseStart {
  readonly source: OpenSource
  readonly profile: Profile
  readonly calendar: HourCalendar
  readonly nowMs: number
  /** Completes so far, and those expected of respondents in progress. */
  readonly completes: number
  readonly completesPerExposureHour: number
}

/**
 * The course of a source: completes = pace × exposure (a Poisson process in operational time: Cinlar, Introduction to
 * Stochastic Processes, 1975). A pacing cap holds each hour back as the door does (§9.6); entrants complete after the
 * median length of an interview.
 */
export function courseOf(start: CourseStart): Course {
  const { source, profile, calendar, nowMs, completes, completesPerExposureHour } = start
  const { targetCompletes, allocationLeftCompletes, outOfFieldAtMs, pacing } = source
  const exposure = futureExposure(profile, calendar, nowMs, HORIZON_HOURS, source.openQuotaShare)
  const loiMs = (source.medianLoiMinutes ?? source.statedLoiMinutes) * MINUTE_MS
  const allocated = completes + (allocationLeftCompletes ?? Infinity)
  const limit = Math.min(targetCompletes, allocated)
  /** The door's cap on one hour, of expected completes, which are no whole numbers; Infinity: no cap. */
  const capOf = (at: number, hourMs: number): number => {
    const [target, done] = [targetCompletes * PARTS, at * PARTS]
    const cap = hourlyCap({ pacing, target, completes: done, completesThisHour: 0, outOfFieldAtMs }, hourMs)
    return cap === null ? Infinity : Math.max(1, cap / PARTS)
  }
  const isPaced = capOf(completes, nowMs) !== Infinity
  const hourEndMs = (hour: number): number => (Math.floor(nowMs / HOUR_MS) + hour + 1) * HOUR_MS
  const exposureBy = (atMs: number): number => {
    const hour = Math.floor(atMs / HOUR_MS) - Math.floor(nowMs / HOUR_MS)
    if (atMs <= nowMs) return 0
    const before = exposure[hour - 1] ?? (hour > 0 ? (exposure.at(-1) ?? 0) : 0)
    const after = exposure[hour] ?? before
    const fromMs = Math.max(nowMs, hourEndMs(hour - 1))
    return before + ((after - before) * (atMs - fromMs)) / (hourEndMs(hour) - fromMs)
  }

  /** Completes at the end of each hour under the pacing cap, until `isOver`. */
  function paced(
    paceFactor: number,
    isOver: (completes: number, hour: number) => boolean,
  ): { at: number; hour: number } {
    let at = completes
    for (let hour = 0; hour < HORIZON_HOURS; hour++) {
      const open = (exposure[hour] ?? 0) - (exposure[hour - 1] ?? 0)
      const cap = capOf(at, hourEndMs(hour) - HOUR_MS)
      at += Math.min(cap, open * completesPerExposureHour * paceFactor)
      if (isOver(at, hour)) return { at, hour }
    }
    return { at, hour: HORIZON_HOURS }
  }

  /** Completes by a moment entered by this one. */
  function enteredByMs(atMs: number): number {
    return Math.max(nowMs, atMs - loiMs)
  }

  /** The last whole hour from now in which they entered; -1: none. */
  function hourOfEntry(atMs: number): number {
    return Math.floor(enteredByMs(atMs) / HOUR_MS) - Math.floor(nowMs / HOUR_MS) - 1
  }

  function completesBy(paceFactor: number, atMs: number): number {
    if (!isPaced)
      return Math.min(limit, completes + completesPerExposureHour * paceFactor * exposureBy(enteredByMs(atMs)))
    const last = hourOfEntry(atMs)
    if (last < 0) return Math.min(limit, completes)
    return Math.min(limit, paced(paceFactor, (at, hour) => at >= limit || hour >= last).at)
  }

  function completesByEach(paceFactor: number, atsMs: readonly number[]): Float64Array {
    if (!isPaced) return Float64Array.from(atsMs, atMs => completesBy(paceFactor, atMs))
    const sums = new Float64Array(HORIZON_HOURS).fill(limit)
    paced(paceFactor, (at, hour) => {
      sums[hour] = Math.min(limit, at)
      return at >= limit
    })
    return Float64Array.from(atsMs, atMs => {
      const last = hourOfEntry(atMs)
      return last < 0 ? Math.min(limit, completes) : (sums[Math.min(last, HORIZON_HOURS - 1)] ?? limit)
    })
  }

  function fullAtMs(paceFactor: number): number | null {
    if (allocated < targetCompletes) return null
    const remaining = targetCompletes - completes
    if (remaining <= 0) return nowMs + loiMs
    if (isPaced) {
      const { hour } = paced(paceFactor, at => at >= targetCompletes - 1e-6)
      return hour < HORIZON_HOURS ? hourEndMs(hour) + loiMs : null
    }
    const needed = remaining / (completesPerExposureHour * paceFactor)
    const hour = firstAtLeast(exposure, needed)
    const after = exposure[hour]
    if (after === undefined) return null
    const before = exposure[hour - 1] ?? 0
    const fromMs = Math.max(nowMs, hourEndMs(hour - 1))
    return fromMs + ((needed - before) / (after - before)) * (hourEndMs(hour) - fromMs) + loiMs
  }

  return { fullAtMs, completesBy, completesByEach, leastFactor }

  function leastFactor(atMs: number): number {
    if (allocated < targetCompletes) return Infinity
    if (completes >= targetCompletes) return 0
    if (!isPaced) {
      const reachable = completesPerExposureHour * exposureBy(atMs - loiMs)
      return reachable > 0 ? (targetCompletes - completes) / reachable : Infinity
    }
    const isFull = (logFactor: number): boolean => completesBy(Math.exp(logFactor), atMs) >= targetCompletes - 1e-6
    let [low, high] = [-LOG_FACTOR_MAX, LOG_FACTOR_MAX]
    if (!isFull(high)) return Infinity
    for (let step = 0; step < BISECTIONS; step++) {
      const middle = (low + high) / 2
      if (isFull(middle)) high = middle
      else low = middle
    }
    return Math.exp(high)
  }
}

/** A pace between 1/55 and 55 times the expected one. */
const LOG_FACTOR_MAX = 4
const BISECTIONS = 14

function firstAtLeast(sums: Float64Array, needed: number): number {
  let [low, high] = [0, sums.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) >= needed) high = middle
    else low = middle + 1
  }
  return low
}
