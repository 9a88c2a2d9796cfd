const HOUR_MS = 3_600_000

/** Live completes of one hour; `hour` counts whole hours since 1970. */
export interface HourCount {
  readonly hour: number
  readonly completes: number
}

/** How many hours a row carries: enough for today and all of yesterday in any zone. */
export const RECENT_HOURS = 50

/**
 * Writes the completes of the last hours as one short text, so that a live row compares and pushes it as one cell: the first hour, and
 * the counts from there on. Null: there are none.
 * @param counts in the order of the hours; hours without completes may be left out
 * @example recentHours([{ hour: 480000, completes: 3 }, { hour: 480002, completes: 1 }]) // '480000 3,0,1'
 */
export function recentHours(counts: readonly HourCount[]): string | null {
  const made = counts.filter(({ completes }) => completes > 0)
  const first = made[0]?.hour
  const last = made.at(-1)?.hour
  if (first === undefined || last === undefined) return null
  const all = Array.from({ length: last - first + 1 }, () => 0)
  for (const { hour, completes } of made) all[hour - first] = completes
  return `${first} ${all.join(',')}`
}

/**
 * Reads the completes of the hours that begin in a span, hour by hour, from the text of `recentHours`.
 * @param fromMs ms since 1970; the first hour is the first that begins then or later
 * @param untilMs the last hour is the last that begins before
 */
export function completesByHour(text: string | null, fromMs: number, untilMs: number): readonly number[] {
  const from = Math.ceil(fromMs / HOUR_MS)
  const length = Math.max(0, Math.ceil(untilMs / HOUR_MS) - from)
  const [first = '', list = ''] = text?.split(' ') ?? []
  const counts = list.split(',')
  return Array.from({ length }, (_, index) => Number(counts[from + index - Number(first)] ?? 0))
}

/** Adds up the completes of the hours that begin in a span. */
export const completesWithin = (text: string | null, fromMs: number, untilMs: number): number =>
  text === null ? 0 : completesByHour(text, fromMs, untilMs).reduce((sum, count) => sum + count, 0)
