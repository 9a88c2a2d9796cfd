import { describe, expect, test } from 'vitest'
import { segmentsOf, type SumGrain } from './segments.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const shown = (from: string, to: string | null, grain: SumGrain = 'day') => {
  const { whole, cut } = segmentsOf(at(from), to === null ? null : at(to), grain)
  const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(5, 16))
  return {
    whole: whole.map(({ grain: of, fromMs, toMs }) => [of, text(fromMs), text(toMs)]),
    cut: cut.map(({ fromMs, toMs }) => [text(fromMs), text(toMs)]),
  }
}

describe('a time in whole days, whole hours, and the parts of hours that are left (settlement.md §4)', () => {
  test('is days between hours between two cut hours', () => {
    expect(shown('2026-10-01T22:10', '2026-10-04T02:20')).toEqual({
      whole: [
        ['hour', '10-01T23:00', '10-02T00:00'],
        ['day', '10-02T00:00', '10-04T00:00'],
        ['hour', '10-04T00:00', '10-04T02:00'],
      ],
      cut: [
        ['10-01T22:10', '10-01T23:00'],
        ['10-04T02:00', '10-04T02:20'],
      ],
    })
  })

  test('hours of a quarter of a day are that quarter, on both sides of the days', () => {
    expect(shown('2026-10-01T05:00', '2026-10-03T13:00').whole).toEqual([
      ['hour', '10-01T05:00', '10-01T06:00'],
      ['quarter', '10-01T06:00', '10-02T00:00'],
      ['day', '10-02T00:00', '10-03T00:00'],
      ['quarter', '10-03T00:00', '10-03T12:00'],
      ['hour', '10-03T12:00', '10-03T13:00'],
    ])
    expect(shown('2026-10-01T04:00', '2026-10-01T14:00').whole).toEqual([
      ['hour', '10-01T04:00', '10-01T06:00'],
      ['quarter', '10-01T06:00', '10-01T12:00'],
      ['hour', '10-01T12:00', '10-01T14:00'],
    ])
    expect(shown('2026-10-01T07:00', '2026-10-01T11:00').whole).toEqual([['hour', '10-01T07:00', '10-01T11:00']])
  })

  test('within one hour is that part of it; of whole days nothing is cut', () => {
    expect(shown('2026-10-01T22:10', '2026-10-01T22:20')).toEqual({ whole: [], cut: [['10-01T22:10', '10-01T22:20']] })
    expect(shown('2026-10-01T00:00', '2026-10-03T00:00')).toEqual({
      whole: [['day', '10-01T00:00', '10-03T00:00']],
      cut: [],
    })
  })

  test('without an end goes on in days; lines by day have quarters of days, lines by hour neither', () => {
    expect(shown('2026-10-01T22:10', null)).toEqual({
      whole: [
        ['hour', '10-01T23:00', '10-02T00:00'],
        ['day', '10-02T00:00', null],
      ],
      cut: [['10-01T22:10', '10-01T23:00']],
    })
    expect(shown('2026-10-01T05:00', '2026-10-02T07:00', 'quarter').whole).toEqual([
      ['hour', '10-01T05:00', '10-01T06:00'],
      ['quarter', '10-01T06:00', '10-02T06:00'],
      ['hour', '10-02T06:00', '10-02T07:00'],
    ])
    expect(shown('2026-10-01T00:00', '2026-10-03T00:00', 'hour').whole).toEqual([
      ['hour', '10-01T00:00', '10-03T00:00'],
    ])
  })
})
