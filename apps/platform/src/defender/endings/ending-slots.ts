import { ENDINGS_DAYS_MAX, type EndingFilters } from '@desk/schema/defender/endings'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const LAST_HOUR = 2_000_000

/** A time in whole hours since 1970: from the first to before the end. */
export interface Hours {
  readonly first: number
  readonly end: number
}

/** The whole hours that a time touches, so many days at most, or a sentence about why they cannot be counted. */
export function hoursOf(
  { from, until }: Pick<EndingFilters, 'from' | 'until'>,
  mostDays = ENDINGS_DAYS_MAX,
): Hours | string {
  const first = Math.floor(Date.parse(from) / HOUR_MS)
  const end = Math.ceil(Date.parse(until) / HOUR_MS)
  if (first < 0 || end > LAST_HOUR) return 'The time must lie between 1970 and 2198'
  if (end <= first) return 'The end must come after the beginning'
  // a month with the hours of a clock change
  return end - first > mostDays * DAY_HOURS + 1 ? `At most ${mostDays} days at once` : { first, end }
}

/** Parts of a time: whole days (UTC), which are counted by day, and the hours before and after them. */
export interface Parts {
  readonly hours: readonly Hours[]
  /** In days since 1970. */
  readonly days: Hours | null
}

/** Takes a time apart, so that a month is read by days. */
export function partsOf({ first, end }: Hours): Parts {
  const days = { first: Math.ceil(first / DAY_HOURS), end: Math.floor(end / DAY_HOURS) }
  if (days.end <= days.first) return { hours: [{ first, end }], days: null }
  const around = [
    { first, end: days.first * DAY_HOURS },
    { first: days.end * DAY_HOURS, end },
  ]
  return { hours: around.filter(part => part.end > part.first), days }
}

export const instantOf = (hour: number): string => new Date(hour * HOUR_MS).toISOString()
