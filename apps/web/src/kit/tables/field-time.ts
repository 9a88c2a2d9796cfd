import type { FieldFacts } from '@desk/schema/figures/field-facts'
import type { Figures } from '@desk/schema/figures/figures'
import { completesWithin } from '@desk/schema/figures/recent-hours'
import { hasEnded, STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { zoneOffsetMinutes } from '#ui/format/offsets.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The moment that a table's columns of time are of, and whose midnight begins its days. */
export interface FieldMoment {
  readonly nowMs: number
  /** IANA name. */
  readonly zone: string
}

/** A row with what its progress is judged by. */
export type FieldRow = Figures & FieldFacts & { readonly statusid: StatusCode }

/** Midnight before a moment. */
function startOfDayMs(atMs: number, zone: string): number {
  const offsetMs = (ms: number) => zoneOffsetMinutes(zone, ms) * MINUTE_MS
  const first = atMs - ((atMs + offsetMs(atMs)) % DAY_MS)
  // the clock may have changed since
  return first + offsetMs(atMs) - offsetMs(first)
}

/** Live completes since midnight; an hour belongs to the day in which it begins (§3.24). */
export const completesToday = ({ recent_hours }: FieldFacts, { nowMs, zone }: FieldMoment): number =>
  completesWithin(recent_hours, startOfDayMs(nowMs, zone), nowMs)

/** Live completes of today's finished hours, less those of the same hours yesterday. */
export function changeSinceYesterday({ recent_hours }: FieldFacts, { nowMs, zone }: FieldMoment): number {
  const today = startOfDayMs(nowMs, zone)
  const yesterday = startOfDayMs(today - 1, zone)
  const finished = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  return (
    completesWithin(recent_hours, today, finished) -
    completesWithin(recent_hours, yesterday, yesterday + Math.max(0, finished - today))
  )
}

/** When the hour begins that is the first of the last 24. */
export const lastDayFromMs = (nowMs: number): number => nowMs - DAY_MS

/** Live completes of the last 24 hours. */
export const pacePerDay = ({ recent_hours }: FieldFacts, nowMs: number): number =>
  completesWithin(recent_hours, lastDayFromMs(nowMs), nowMs)

export const remainingOf = ({ target, completes }: Figures): number => Math.max(0, target - completes)

/** Days until out of field; null: no date is set, or it has ended. */
export function daysLeftOf({ ends_at, statusid }: FieldRow, nowMs: number): number | null {
  if (ends_at === null || hasEnded(statusid)) return null
  return Math.max(0, (Date.parse(ends_at) - nowMs) / DAY_MS)
}

/** The completes that each day until out of field has to bring; null: it is not in field, or has no date. */
export function neededPerDay(row: FieldRow, nowMs: number): number | null {
  const days = row.statusid === STATUS_CODES.draft ? null : daysLeftOf(row, nowMs)
  return days === null ? null : Math.ceil(remainingOf(row) / Math.max(1, days))
}

/** The completes that are due by now at an even pace from the start to out of field; null: it is not in field, or has no date. */
export function dueByNow({ started_at, ends_at, target, statusid }: FieldRow, nowMs: number): number | null {
  if (started_at === null || ends_at === null || statusid === STATUS_CODES.draft || hasEnded(statusid)) return null
  const startMs = Date.parse(started_at)
  const lengthMs = Date.parse(ends_at) - startMs
  if (lengthMs <= 0) return null
  return Math.floor(target * Math.min(1, Math.max(0, (nowMs - startMs) / lengthMs)))
}
