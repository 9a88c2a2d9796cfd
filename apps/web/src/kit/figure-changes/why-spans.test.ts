import { describe, expect, test } from 'vitest'
import { readWhy, whyText } from './why-search.ts'
import { momentsOf, readWhySpan } from './why-spans.ts'

const NOW = Date.parse('2026-11-25T02:30:00Z')
const ZONE = 'America/New_York' // 21:30 of the 24th
const of = (raw: Readonly<Record<string, unknown>>, lookedMs: number | null = null) =>
  momentsOf(readWhySpan(raw), NOW, ZONE, lookedMs)

describe('the moments of a change (settlement.md §4)', () => {
  test('days begin in the user’s zone (§5.31)', () => {
    expect(of({})).toMatchObject({ from: '2026-11-24T05:00:00.000Z', isUntilNow: true })
    expect(of({ whySpan: 'yesterday' })).toMatchObject({ from: '2026-11-23T05:00:00.000Z' })
    expect(of({ whySpan: 'hour' })).toMatchObject({ from: '2026-11-25T01:30:00.000Z' })
  })

  test('a span since the last look asks for another time where there was no look', () => {
    expect(of({ whySpan: 'looked' })).toMatch(/first visit/)
    expect(of({ whySpan: 'looked' }, NOW - 5_000_000)).toMatchObject({ from: new Date(NOW - 5_000_000).toISOString() })
  })

  test('two chosen moments must be in order and not too far apart; an invalid time is ignored', () => {
    const chosen = (whyFrom: string, whyTo: string) => of({ whySpan: 'chosen', whyFrom, whyTo })
    expect(chosen('2026-11-01T08:00', '2026-11-02T09:30')).toEqual({
      from: '2026-11-01T13:00:00.000Z',
      to: '2026-11-02T14:30:00.000Z',
      isUntilNow: false,
    })
    expect(chosen('2026-11-02T08:00', '2026-11-01T09:30')).toMatch(/after the first/)
    expect(chosen('2026-01-02T08:00', '2026-11-01T09:30')).toMatch(/at most 92 days/)
    expect(chosen('yesterday', '2026-11-01T09:30')).toMatch(/both moments/)
    expect(readWhySpan({ whySpan: 'toString' })).toEqual({ span: 'today' })
  })

  test('a link names an object and a figure; any other text asks for nothing', () => {
    const why = { scope: 'source', id: 12, figure: 'completes' } as const
    expect(readWhy({ why: whyText(why) })).toEqual(why)
    for (const text of [
      '',
      'source.12',
      'source.12.nothing',
      'house.12.completes',
      'source.0.completes',
      'source.1.completes.x',
    ])
      expect(readWhy({ why: text })).toBeUndefined()
  })
})
