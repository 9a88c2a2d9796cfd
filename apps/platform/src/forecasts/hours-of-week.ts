import { tzOffset } from '@date-fns/tz'
import { HOUR_MS } from '#ledger/facts/pacing'

export const HOURS_OF_WEEK = 168
const DAY_HOURS = 24
const MINUTE_MS = 60_000
/** 1970 began on a Thursday; a week begins on Monday. */
const HOURS_TO_MONDAY = 72

/** The hour of the week of each hour of a time, in one zone: 0 is Monday 00:00 to 01:00. */
export interface HourCalendar {
  readonly firstHourMs: number
  readonly hoursOfWeek: Uint8Array
}

/**
 * Makes the calendar of whole UTC hours. A change of the clocks repeats or skips one hour of the week; a zone of half
 * hours takes the hour in which a UTC hour begins.
 */
export function hourCalendar(zone: string, fromMs: number, untilMs: number): HourCalendar {
  const firstHourMs = Math.floor(fromMs / HOUR_MS) * HOUR_MS
  const hoursOfWeek = new Uint8Array(Math.max(0, Math.ceil((untilMs - firstHourMs) / HOUR_MS)))
  const offsetAt = (hour: number): number => tzOffset(zone, new Date(firstHourMs + hour * HOUR_MS)) * MINUTE_MS
  let dayOffsetMs = offsetAt(0)
  for (let day = 0; day < hoursOfWeek.length; day += DAY_HOURS) {
    const nextOffsetMs = offsetAt(day + DAY_HOURS)
    const isSteady = nextOffsetMs === dayOffsetMs
    const end = Math.min(day + DAY_HOURS, hoursOfWeek.length)
    for (let hour = day; hour < end; hour++) {
      const localMs = firstHourMs + hour * HOUR_MS + (isSteady ? dayOffsetMs : offsetAt(hour))
      hoursOfWeek[hour] =
        (((Math.floor(localMs / HOUR_MS) + HOURS_TO_MONDAY) % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK
    }
    dayOffsetMs = nextOffsetMs
  }
  return { firstHourMs, hoursOfWeek }
}

/** The place of an hour in the calendar. */
export function placeOf({ firstHourMs }: HourCalendar, atMs: number): number {
  return Math.floor((atMs - firstHourMs) / HOUR_MS)
}
