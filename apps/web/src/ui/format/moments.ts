import { zoneLabel } from './offsets.ts'
import { dateTimeText } from './times.ts'

/** A moment with the offset that its zone has then: '9 Nov 2026, 14:05 (UTC-05:00)'. @param at ISO 8601 @param zone IANA name */
export function momentText(at: string, zone: string): string {
  const atMs = Date.parse(at)
  return `${dateTimeText(atMs, zone)} ${zoneLabel(zone, atMs)}`
}
