import { monthInWords } from '@desk/schema/statements/month-words'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${zone}`
  let format = formats.get(key)
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
    } catch {
      // A zone this browser does not know is shown as UTC, as an invalid offset counts as zero (§5.31).
      format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    }
    formats.set(key, format)
  }
  return format
}

/** An hour of the day in a zone: '14:00', '05:30'. @param atMs ms since 1970 @param zone IANA name */
export function hourText(atMs: number, zone: string): string {
  return formatIn(zone, 'hour', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs)
}

/** A day in a zone: '9 Nov'. @param atMs ms since 1970 @param zone IANA name */
export function dayText(atMs: number, zone: string): string {
  return formatIn(zone, 'day', { day: 'numeric', month: 'short' }).format(atMs)
}

/** A month: 'October 2026'. @param month as '2026-10' */
export const monthText = (month: string): string => monthInWords(month)

/** A day with its weekday in a zone: 'Mon 9 Nov'. @param atMs ms since 1970 @param zone IANA name */
export function weekdayText(atMs: number, zone: string): string {
  return formatIn(zone, 'weekday', { weekday: 'short', day: 'numeric', month: 'short' }).format(atMs).replace(',', '')
}

/** A moment in a zone: '9 Nov 2026, 14:05'. @param atMs ms since 1970 @param zone IANA name */
export function dateTimeText(atMs: number, zone: string): string {
  return formatIn(zone, 'moment', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
}

const WEEKDAY_DAYS_MS = 6 * 24 * 60 * 60 * 1000

/** A moment as briefly as it is clear: the hour alone of today, with its weekday within six days. @param at ISO 8601 @param zone IANA name */
export function sinceText(at: string, zone: string, nowMs: number): string {
  const ms = Date.parse(at)
  if (dayText(ms, zone) === dayText(nowMs, zone)) return hourText(ms, zone)
  if (Math.abs(nowMs - ms) >= WEEKDAY_DAYS_MS) return dateTimeText(ms, zone)
  return `${formatIn(zone, 'day of the week', { weekday: 'short' }).format(ms)} ${hourText(ms, zone)}`
}
