import { ENDINGS_BY_HOUR_DAYS, ENDINGS_DAYS_MAX, type EndingFilters } from '@desk/schema/defender/endings'
import { BLOCK_DAYS } from '#ledger/batches/ending-counts.store'

const HOUR_MS = 3_600_000
export const DAY_HOURS = 24
const LAST_HOUR = 2_000_000

/** A time in whole hours since 1970: from the first to before the end. */
export interface Hours {
  readonly first: number
  readonly end: number
}

/** Whether a time is shown by days (UTC), since hours would be too many. */
export const isByDays = ({ first, end }: Hours): boolean => end - first > ENDINGS_BY_HOUR_DAYS * DAY_HOURS + 1

/** The whole hours that a time touches, of a long one the whole days (UTC); or a sentence about why they cannot be counted. */
export function hoursOf({ from, until }: Pick<EndingFilters, 'from' | 'until'>): Hours | string {
  const first = Math.floor(Date.parse(from) / HOUR_MS)
  const end = Math.ceil(Date.parse(until) / HOUR_MS)
  if (first < 0 || end > LAST_HOUR) return 'The time must lie between 1970 and 2198'
  if (end <= first) return 'The end must come after the beginning'
  // with the hours of a clock change
  if (end - first > ENDINGS_DAYS_MAX * DAY_HOURS + 1) return `At most ${ENDINGS_DAYS_MAX} days at once`
  return isByDays({ first, end })
    ? { first: Math.floor(first / DAY_HOURS) * DAY_HOURS, end: Math.ceil(end / DAY_HOURS) * DAY_HOURS }
    : { first, end }
}

/** The windows of a long time in which hours are looked for, the latest first: hours of all of it would be too many at once. */
export function windowsOf({ first, end }: Hours): readonly Hours[] {
  const windows: Hours[] = []
  for (let until = end; until > first; until -= ENDINGS_BY_HOUR_DAYS * DAY_HOURS)
    windows.push({ first: Math.max(first, until - ENDINGS_BY_HOUR_DAYS * DAY_HOURS), end: until })
  return windows
}

/** A part of a time that is read in one grain: from its first slot to before its end. */
export interface Part extends Hours {
  readonly grain: 'hours' | 'days' | 'blocks'
}

/** Takes a time apart: blocks of days, the whole days (UTC) around them, and the hours around these. */
export const partsOf = (hours: Hours): readonly Part[] =>
  around(hours, DAY_HOURS, 'hours', days =>
    around(days, BLOCK_DAYS, 'days', blocks => [{ grain: 'blocks', ...blocks }]),
  )

/** The slots of a grain that lie around the greater ones within them. */
function around(
  { first, end }: Hours,
  size: number,
  grain: Part['grain'],
  within: (greater: Hours) => readonly Part[],
): readonly Part[] {
  const greater = { first: Math.ceil(first / size), end: Math.floor(end / size) }
  if (greater.end <= greater.first) return [{ grain, first, end }]
  const outer = [
    { grain, first, end: greater.first * size },
    { grain, first: greater.end * size, end },
  ]
  return [...outer.filter(part => part.end > part.first), ...within(greater)]
}

export const instantOf = (hour: number): string => new Date(hour * HOUR_MS).toISOString()
