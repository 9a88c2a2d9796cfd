import type { Feasibility, Outcome, WhatIf } from '@desk/schema/forecasts/what-if'
import { describe, expect, test } from 'vitest'
import { feasibilityLines, feasibilityNotes, feasibilityQuery, type PlannedFacts } from './feasibility-words.ts'
import { effectLines, effectNotes, expectedText } from './what-if-words.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const NOW: Outcome = {
  state: 'forecast',
  target: 330,
  ends_at: '2026-11-24T18:00:00.000Z',
  p10_at: '2026-11-21T11:00:00.000Z',
  p50_at: '2026-11-22T11:00:00.000Z',
  p90_at: '2026-11-24T11:00:00.000Z',
  p_full: 0.34,
  completes_at_end: { p10: 260, p50: 290, p90: 330 },
  cost_to_finish: 1029,
  margin_to_finish: 1050.5,
}
const CHANGED: Outcome = {
  ...NOW,
  p50_at: '2026-11-21T14:00:00.000Z',
  p_full: 0.81,
  cost_to_finish: 1107,
  margin_to_finish: 972,
}
const ANSWER: WhatIf = {
  completes: 134,
  is_paused: false,
  now: NOW,
  changed: CHANGED,
  pool: 'account',
  like_count: 41,
  price: {
    count: 4,
    of: 'like',
    is_enough: true,
    from_at: '2026-11-21T09:00:00.000Z',
    to_at: '2026-11-22T09:00:00.000Z',
  },
  supplier: null,
}
const textOf = (answer: WhatIf) =>
  effectLines(answer, 'UTC', nowMs).map(
    ({ name, from, to, effect }) => `${name}: ${from} → ${to ?? 'as now'}, ${effect}`,
  )

describe('a what-if', () => {
  test('says each figure as it is and as it would be, as good or bad (forecast.md §3)', () => {
    expect(textOf(ANSWER)).toEqual([
      'Full by: Sun 11:00 → Sat 14:00, better',
      'Full by out of field: 34 % → 81 %, better',
      'Cost to finish: $1,029.00 → $1,107.00, null',
      'Margin to finish: $1,050.50 → $972.00, worse',
    ])
    expect(effectNotes(ANSWER, 'UTC', nowMs)).toEqual([
      'Effect of the price from 4 like sources, between Sat 09:00 and Sun 09:00.',
      'From the last 41 finished sources of your account.',
    ])
  })

  test('whose finish is not known says why, and gives its money all the same (forecast.md §3)', () => {
    const changed: Outcome = { ...CHANGED, state: 'cannot_tell', p50_at: null, p_full: null }
    const price = { count: 2, of: 'like', is_enough: false, from_at: null, to_at: null } as const
    expect(textOf({ ...ANSWER, changed, price })).toEqual([
      'Full by: Sun 11:00 → –, null',
      'Full by out of field: 34 % → –, null',
      'Cost to finish: $1,029.00 → $1,107.00, null',
      'Margin to finish: $1,050.50 → $972.00, worse',
    ])
    expect(effectNotes({ ...ANSWER, changed, price }, 'UTC', nowMs)[0]).toBe(
      'Cannot tell the effect of the price: 2 like sources.',
    )
  })

  test('without the view of money has no line of it, and an unknown price is unknown (§6.4)', () => {
    const { cost_to_finish: _cost, margin_to_finish: _margin, ...seen } = NOW
    expect(textOf({ ...ANSWER, now: seen, changed: seen })).toHaveLength(2)
    expect(
      textOf({ ...ANSWER, now: { ...NOW, margin_to_finish: null }, changed: { ...NOW, margin_to_finish: null } })[3],
    ).toBe('Margin to finish: – → as now, null')
  })

  test('of a source with one complete has no forecast yet (forecast.md §1)', () => {
    const none: Outcome = { ...NOW, state: 'too_few', p10_at: null, p50_at: null, p90_at: null, p_full: null }
    const answer = { ...ANSWER, completes: 1, now: none, changed: none, price: null }
    expect(effectNotes(answer, 'UTC', nowMs)).toEqual(['No forecast yet: 1 complete.'])
    expect(expectedText(answer, 'UTC', nowMs)).toMatch(/cannot tell yet/)
  })

  test('of a launch is one sentence with its band (forecast.md §3)', () => {
    expect(expectedText(ANSWER, 'UTC', nowMs)).toBe(
      'Expected full by Sun 11:00 (21 Nov – 24 Nov), full by out of field: 34 %, 290 of 330 completes by then, from the last 41 finished sources of your account.',
    )
  })
})

describe('a feasibility', () => {
  const FACTS: PlannedFacts = {
    countryId: 840,
    loi: 10,
    ir: 40,
    target: 300,
    endsAt: null,
    supplierId: null,
    price: 4.5,
    sellPrice: null,
  }
  const FOUND: Feasibility = {
    outcome: NOW,
    like_count: 14,
    like_of: 'any_supplier',
    ir_band: { from: 30, to: 50 },
    loi_band: { from: 6, to: 11 },
    price: { count: 1, of: 'like', is_enough: false },
  }

  test.each([
    ['without a country', { countryId: null }],
    ['without a target', { target: 0 }],
    ['with half a minute of LOI', { loi: 9.5 }],
    ['with an incidence above 100', { ir: 101 }],
  ])('%s is not asked', (_, lacking) => {
    expect(feasibilityQuery({ ...FACTS, ...lacking })).toBeNull()
  })

  test('leaves a price out that is no whole cents or out of range', () => {
    expect(feasibilityQuery(FACTS)).toEqual({ country_id: 840, loi: 10, ir: 40, target: 300, price: 4.5 })
    expect(feasibilityQuery({ ...FACTS, price: 4.555 })).not.toHaveProperty('price')
    expect(feasibilityQuery({ ...FACTS, price: 900 })).not.toHaveProperty('price')
  })

  test('says completes by when, and the sources behind them (forecast.md §3)', () => {
    expect(feasibilityLines(FOUND, 330, 'UTC', nowMs).map(({ value }) => value)).toEqual([
      '290 of 330 (260 – 330)',
      'Sun 11:00 (21 Nov – 24 Nov)',
      '34 %',
      '$1,029.00',
      '$1,050.50',
    ])
    expect(feasibilityNotes(FOUND)).toEqual([
      'From 14 finished sources (same country, IR 30–50 %, LOI 6–10 min, any supplier), as if launched now.',
      'The price does not count: 1 like source changed price.',
    ])
  })

  test('with two like sources cannot tell (forecast.md §3)', () => {
    const outcome: Outcome = { ...NOW, state: 'cannot_tell' }
    expect(feasibilityNotes({ ...FOUND, like_count: 2, outcome })).toEqual([
      'Cannot tell: 2 like sources (same country, IR 30–50 %, LOI 6–10 min, any supplier).',
    ])
    expect(feasibilityLines({ ...FOUND, outcome }, 330, 'UTC', nowMs).map(({ name }) => name)).toEqual([
      'Cost',
      'Margin',
    ])
  })
})
