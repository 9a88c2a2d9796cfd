import { describe, expect, test } from 'vitest'
import { instantOf, wallTimeIn } from './wall-times.ts'

const NEW_YORK = 'America/New_York'

describe('a date and time by the clock of a zone', () => {
  test.each([
    ['2026-12-01T23:00', NEW_YORK, '2026-12-02T04:00:00.000Z'],
    ['2026-07-01T23:00', NEW_YORK, '2026-07-02T03:00:00.000Z'],
    ['2026-12-01T05:30', 'Asia/Kolkata', '2026-12-01T00:00:00.000Z'],
    ['1900-01-01T00:00', 'UTC', '1900-01-01T00:00:00.000Z'],
  ])('%s in %s is %s, and back (§5.7)', (wall, zone, instant) =>
    expect([instantOf(wall, zone), wallTimeIn(instant, zone)]).toEqual([instant, wall]),
  )

  test('a time that the spring change skips is the one an hour later; of one that comes twice the first is meant', () =>
    expect([instantOf('2026-03-08T02:30', NEW_YORK), instantOf('2026-11-01T01:30', NEW_YORK)]).toEqual([
      '2026-03-08T07:30:00.000Z',
      '2026-11-01T05:30:00.000Z',
    ]))

  test('an invalid time stays as it is, for the schema to refuse', () =>
    expect([
      instantOf('half typed', NEW_YORK),
      instantOf('2026-02-31T10:00:00', 'UTC'),
      wallTimeIn('', NEW_YORK),
    ]).toEqual(['half typed', '2026-02-31T10:00:00', '']))
})
