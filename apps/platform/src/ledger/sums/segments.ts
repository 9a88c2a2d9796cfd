const HOUR_MS = 3_600_000

/** The pieces that have sums: hours, quarters of days, and days, each of UTC. */
export type SumGrain = 'hour' | 'quarter' | 'day'

/** Hours of each. */
export const GRAIN_HOURS = { hour: 1, quarter: 6, day: 24 } as const satisfies Record<SumGrain, number>

/** Whole hours, quarters of days or days of UTC. */
export interface WholeSegment {
  readonly grain: SumGrain
  readonly fromMs: number
  /** Null: without an end. */
  readonly toMs: number | null
}

/** A part of one hour. */
export interface CutHour {
  readonly fromMs: number
  readonly toMs: number
}

export interface Segments {
  readonly whole: readonly WholeSegment[]
  readonly cut: readonly CutHour[]
}

const down = (ms: number, stepMs: number): number => Math.floor(ms / stepMs) * stepMs
const up = (ms: number, stepMs: number): number => Math.ceil(ms / stepMs) * stepMs

/** The sums that a time is taken apart into, the largest first. */
const GRAINS: Readonly<Record<SumGrain, readonly SumGrain[]>> = {
  day: ['day', 'quarter', 'hour'],
  quarter: ['quarter', 'hour'],
  hour: ['hour'],
}

/** Whole hours, in the largest pieces that lie in them. */
function wholeOf(
  fromMs: number,
  toMs: number | null,
  [grain, ...smaller]: readonly SumGrain[],
): readonly WholeSegment[] {
  if (grain === undefined || (toMs !== null && fromMs >= toMs)) return []
  const grainMs = GRAIN_HOURS[grain] * HOUR_MS
  const first = up(fromMs, grainMs)
  const last = toMs === null ? null : down(toMs, grainMs)
  if (last !== null && last <= first) return wholeOf(fromMs, toMs, smaller)
  return [
    ...wholeOf(fromMs, first, smaller),
    { grain, fromMs: first, toMs: last },
    ...(last === null ? [] : wholeOf(last, toMs, smaller)),
  ]
}

/**
 * Takes a time apart into the largest whole pieces that have sums, and the parts of hours at its ends.
 * @param toMs null: until the last line
 * @param grain the largest piece
 */
export function segmentsOf(fromMs: number, toMs: number | null, grain: SumGrain): Segments {
  const firstHour = up(fromMs, HOUR_MS)
  const lastHour = toMs === null ? null : down(toMs, HOUR_MS)
  if (toMs !== null && lastHour !== null && lastHour < firstHour) return { whole: [], cut: [{ fromMs, toMs }] }
  return {
    whole: wholeOf(firstHour, lastHour, GRAINS[grain]),
    cut: [
      ...(fromMs < firstHour ? [{ fromMs, toMs: firstHour }] : []),
      ...(toMs !== null && lastHour !== null && lastHour < toMs ? [{ fromMs: lastHour, toMs }] : []),
    ],
  }
}
