import { zoneOffsetMinutes } from '#ui/format/offsets.ts'

const MINUTE_MS = 60_000
const WALL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** An instant as local time of a zone: 'YYYY-MM-DDTHH:mm', for a field; empty for an invalid one. @param zone IANA name */
export function wallTimeIn(instant: string, zone: string): string {
  const atMs = Date.parse(instant)
  if (!Number.isFinite(atMs)) return ''
  return new Date(atMs + zoneOffsetMinutes(zone, atMs) * MINUTE_MS).toISOString().slice(0, 16)
}

/**
 * The instant at which a zone's clock shows a time. A time that is skipped in spring is the one an hour later; one
 * that comes twice in autumn is the first of the two.
 * @param wallTime 'YYYY-MM-DDTHH:mm'
 * @param zone IANA name
 * @returns ISO, in UTC; an invalid time comes back as it is, for the schema to refuse
 */
export function instantOf(wallTime: string, zone: string): string {
  const asUtcMs = WALL_TIME.test(wallTime) ? Date.parse(`${wallTime}:00Z`) : Number.NaN
  if (!Number.isFinite(asUtcMs)) return wallTime
  const at = (offsetOfMs: number) => asUtcMs - zoneOffsetMinutes(zone, offsetOfMs) * MINUTE_MS
  // by the offset of the day before, and of the day after: they differ round a change of the clocks alone
  const [before, after] = [at(asUtcMs - 24 * 60 * MINUTE_MS), at(asUtcMs + 24 * 60 * MINUTE_MS)]
  const shows = (ms: number) => ms + zoneOffsetMinutes(zone, ms) * MINUTE_MS === asUtcMs
  return new Date(shows(before) || !shows(after) ? before : after).toISOString()
}
