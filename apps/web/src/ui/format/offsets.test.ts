import { expect, test } from 'vitest'
import { offsetLabel, readOffset, zoneLabel, zoneOffsetMinutes } from './offsets.ts'

test('an offset is +HH:mm or -HH:mm; an invalid one is zero (§5.31) and comes with how to write it', () => {
  const error = 'Invalid offset format. Use +HH:mm or -HH:mm'
  expect(['+05:30', '-05:00', '+00:00', '-00:00', '+14:00'].map(readOffset)).toEqual([
    { minutes: 330, error: null },
    { minutes: -300, error: null },
    { minutes: 0, error: null },
    { minutes: 0, error: null },
    { minutes: 840, error: null },
  ])
  const invalid = ['', '05:30', '+5:30', '+05:60', '+24:00', '+0530', ' +05:30', 'UTC', '+05:30x']
  expect(invalid.map(readOffset)).toEqual(invalid.map(() => ({ minutes: 0, error })))
})

test('an offset is shown as (UTC±hh:mm) (§5.31)', () => {
  expect([330, -300, 0, -0, 845, -210, Number.NaN].map(offsetLabel)).toEqual([
    '(UTC+05:30)',
    '(UTC-05:00)',
    '(UTC+00:00)',
    '(UTC+00:00)',
    '(UTC+14:05)',
    '(UTC-03:30)',
    '(UTC+00:00)',
  ])
})

test('a zone is labelled with its offset at that moment, daylight-saving time included (§5.31)', () => {
  const winter = Date.UTC(2026, 0, 15)
  const summer = Date.UTC(2026, 6, 15)
  expect([
    zoneLabel('America/New_York', winter),
    zoneLabel('America/New_York', summer),
    zoneLabel('Asia/Kolkata', summer),
    zoneLabel('Australia/Lord_Howe', winter),
    zoneLabel('UTC', summer),
    zoneLabel('Nowhere/Land', summer),
  ]).toEqual(['(UTC-05:00)', '(UTC-04:00)', '(UTC+05:30)', '(UTC+11:00)', '(UTC+00:00)', '(UTC+00:00)'])
})

test('the local offset is that of the zone at the moment, to the minute that the clocks change (§3.2)', () => {
  expect(zoneOffsetMinutes('America/New_York', Date.UTC(2026, 10, 1, 5, 59))).toBe(-240)
  expect(zoneOffsetMinutes('America/New_York', Date.UTC(2026, 10, 1, 6, 0))).toBe(-300)
})
