import { tzOffset } from '@date-fns/tz/tzOffset'

/** The message for an unreadable offset (§8.12). */
export const INVALID_OFFSET_MESSAGE = 'Invalid offset format. Use +HH:mm or -HH:mm'

const OFFSET = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/

/** An offset read from text: its minutes east of UTC, and what to say when it could not be read. */
export interface ReadOffset {
  readonly minutes: number
  readonly error: string | null
}

/**
 * Reads an offset of the form +HH:mm or -HH:mm; anything else is treated as zero, with the message that says so (§5.31, §8.12).
 * @param text for instance '-05:30'
 */
export function readOffset(text: string): ReadOffset {
  const match = OFFSET.exec(text)
  if (!match) return { minutes: 0, error: INVALID_OFFSET_MESSAGE }
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return { minutes: match[1] === '-' && minutes !== 0 ? -minutes : minutes, error: null }
}

/** An offset in minutes east of UTC as its label: '(UTC-05:30)' (§5.31). */
export function offsetLabel(minutes: number): string {
  const whole = Number.isFinite(minutes) ? Math.trunc(minutes) : 0
  const hours = String(Math.trunc(Math.abs(whole) / 60)).padStart(2, '0')
  const rest = String(Math.abs(whole) % 60).padStart(2, '0')
  return `(UTC${whole < 0 ? '-' : '+'}${hours}:${rest})`
}

/**
 * The offset of a time zone at a moment, daylight-saving time included.
 * @param zone IANA name
 * @param atMs the moment, in ms since 1970
 * @returns minutes east of UTC; 0 for a zone that is not known (§5.31)
 */
export function zoneOffsetMinutes(zone: string, atMs: number): number {
  const minutes = tzOffset(zone, new Date(atMs))
  return Number.isFinite(minutes) ? minutes : 0
}

/** A time zone as it is named everywhere: 'America/New_York (UTC-05:00)'. @param zone IANA name @param atMs for its offset */
export function zoneText(zone: string, atMs: number): string {
  return `${zone} ${zoneLabel(zone, atMs)}`
}

/** The label of a time zone at a moment: '(UTC+05:30)' (§5.31). */
export function zoneLabel(zone: string, atMs: number): string {
  return offsetLabel(zoneOffsetMinutes(zone, atMs))
}
