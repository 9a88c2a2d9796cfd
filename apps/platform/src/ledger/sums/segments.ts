const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Whole hours or days of UTC. */
export interface WholeSegment {
  readonly grain: 'hour' | 'day'
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

/**
 * Takes a time apart into the largest whole pieces that sums are kept of, and the parts of hours at its ends.
 * @param toMs null: until the last line
 * @param grain the largest piece
 */
export function segmentsOf(fromMs: number, toMs: number | null, grain: 'hour' | 'day'): Segments {
  const firstHour = up(fromMs, HOUR_MS)
  const lastHour = toMs === null ? null : down(toMs, HOUR_MS)
  if (toMs !== null && lastHour !== null && lastHour < firstHour) return { whole: [], cut: [{ fromMs, toMs }] }
  const firstDay = up(firstHour, DAY_MS)
  const lastDay = lastHour === null ? null : down(lastHour, DAY_MS)
  const hasDays = grain === 'day' && (lastDay === null || firstDay < lastDay)
  const whole: readonly WholeSegment[] = hasDays
    ? [
        { grain: 'hour', fromMs: firstHour, toMs: firstDay },
        { grain: 'day', fromMs: firstDay, toMs: lastDay },
        ...(lastDay === null ? [] : [{ grain: 'hour' as const, fromMs: lastDay, toMs: lastHour }]),
      ]
    : [{ grain: 'hour', fromMs: firstHour, toMs: lastHour }]
  return {
    whole: whole.filter(({ fromMs: first, toMs: last }) => last === null || first < last),
    cut: [
      ...(fromMs < firstHour ? [{ fromMs, toMs: firstHour }] : []),
      ...(toMs !== null && lastHour !== null && lastHour < toMs ? [{ fromMs: lastHour, toMs }] : []),
    ],
  }
}
