import type { HourlyCompletesRow } from '@desk/schema/figures/completes-chart'
import { describe, expect, test } from 'vitest'
import { bucketsOf, seriesOf, takeHours, undrawnDayOf, windowStartOf } from './hour-rows.ts'

const HOUR_MS = 3_600_000
const hour = (startMs: number, live: number, stmid?: number): HourlyCompletesRow => ({
  Start_Time: new Date(startMs).toISOString(),
  Completes_Count_Live: live,
  Completes_Count_Test: 1,
  ...(stmid === undefined ? {} : { stmid }),
})
const start = Date.UTC(2026, 10, 9, 17)
const day = (at: number) => Date.UTC(2026, 10, 1 + at, 5)

describe('the completes chart', () => {
  test('past 24 hours are shown hour by hour, live and test (§2.45, §3.24)', () => {
    const rows = Array.from({ length: 24 }, (_, at) => hour(start + at * HOUR_MS, at))
    expect(bucketsOf(rows, 'hour')).toEqual(rows.map((_, at) => ({ startMs: start + at * HOUR_MS, live: at, test: 1 })))
  })

  test('daily mode shows 13 days of a 14-day window, tells the first in words, and the window before ends where this one begins (§2.45)', () => {
    const latest = Array.from({ length: 14 }, (_, at) => hour(day(at), at))
    const shown = bucketsOf(latest, 'day')
    expect([
      shown.length,
      shown[0]?.startMs,
      shown.at(-1)?.startMs,
      undrawnDayOf(latest, 'day'),
      windowStartOf(latest),
    ]).toEqual([13, day(1), day(13), { startMs: day(0), live: 0, test: 1 }, new Date(day(0) - 1).toISOString()])
    const ofSources = [7, 9].flatMap(source => latest.map(row => ({ ...row, Completes_Count_Live: 4, stmid: source })))
    expect([
      undrawnDayOf(ofSources, 'day'),
      undrawnDayOf(latest.slice(1), 'day'),
      undrawnDayOf(latest, 'hour'),
    ]).toEqual([{ startMs: day(0), live: 8, test: 2 }, null, null])
    const hours = [hour(start, 1), hour(start + HOUR_MS, 2)]
    expect([windowStartOf(hours), windowStartOf([])]).toEqual(['2026-11-09T16:59:59.999Z', null])
  })

  test('mode SOURCES gives one series for each source, the strongest first (§2.45)', () => {
    const rows = [
      hour(start, 1, 7),
      hour(start + HOUR_MS, 1, 7),
      hour(start, 5, 9),
      hour(start + HOUR_MS, 0, 9),
      hour(start, 2, 3),
      hour(start + HOUR_MS, 0, 3),
    ]
    expect(
      seriesOf(rows, 'hour').map(({ sourceId, total, buckets }) => [sourceId, total, buckets.map(({ live }) => live)]),
    ).toEqual([
      [9, 5, [5, 0]],
      [3, 2, [2, 0]],
      [7, 2, [1, 1]],
    ])
  })
})

describe('pushed hours', () => {
  const iso = (at: number) => new Date(start + at * HOUR_MS).toISOString()
  const rows = [hour(start, 1), hour(start + HOUR_MS, 2)]
  const ofSources = [hour(start, 1, 7), hour(start + HOUR_MS, 2, 7)]

  test('change the bucket that they name, and no other', () => {
    const pushed = [
      { id: `|${iso(1)}`, cells: { Start_Time: iso(1), Completes_Count_Live: 3 } },
      { id: `7|${iso(1)}`, cells: { Completes_Count_Live: 9, Completes_Count_Test: 4 } },
    ]
    expect(takeHours(rows, pushed, 'SURVEY', 'hour')).toEqual({
      rows: [rows[0], { ...rows[1], Completes_Count_Live: 3 }],
      isOutdated: false,
    })
    expect(takeHours(ofSources, pushed, 'SOURCES', 'hour')).toEqual({
      rows: [ofSources[0], { ...ofSources[1], Completes_Count_Live: 9, Completes_Count_Test: 4 }],
      isOutdated: false,
    })
  })

  test('ask for the window again when an hour began, or when days are shown', () => {
    const next = [{ id: `|${iso(2)}`, cells: { Completes_Count_Live: 1 } }]
    expect([
      takeHours(rows, next, 'PROJECT', 'hour'),
      takeHours(rows, next, 'PROJECT', 'day'),
      takeHours(rows, next, 'SOURCES', 'hour'),
    ]).toEqual([
      { rows, isOutdated: true },
      { rows, isOutdated: true },
      { rows, isOutdated: false },
    ])
  })
})
