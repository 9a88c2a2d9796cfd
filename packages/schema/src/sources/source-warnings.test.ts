import { expect, test } from 'vitest'
import { sourceWarnings, type WarnedSource } from './source-warnings.ts'

const PLAIN: WarnedSource = {
  isLive: true,
  target: 100,
  completes: 40,
  endMs: null,
  surveyEndMs: Date.UTC(2026, 11, 1),
  sellPrice: 4.35,
  supplyPrice: 2.5,
  suppliers: [{ name: 'Kestrel', supplier_cpi: null }],
}
const said = (over: Partial<WarnedSource>) =>
  sourceWarnings({ ...PLAIN, ...over }).map(({ path, message }) => `${path.join('_')}: ${message}`)

test('a source that is as it should be has no warning', () => {
  expect([
    said({}),
    said({ sellPrice: null, supplyPrice: 200 }),
    said({ supplyPrice: 4.35 }),
    said({ target: null }),
  ]).toEqual([[], [], [], []])
})

test('a price above the sell price says what each complete loses, of the source or of a supplier', () => {
  expect(
    said({
      supplyPrice: 5,
      suppliers: [
        { name: 'Kestrel', supplier_cpi: null },
        { name: 'Harbor', supplier_cpi: 4.36 },
      ],
    }),
  ).toEqual([
    'supplier_cpi: Supply Price $5.00 is above the sell price $4.35: each complete loses $0.65.',
    'suppliers_1_supplier_cpi: The price of Harbor $4.36 is above the sell price $4.35: each complete loses $0.01.',
  ])
})

test('a Supply Price that no supplier is paid warns of nothing', () => {
  expect(said({ supplyPrice: 5, suppliers: [{ name: 'Kestrel', supplier_cpi: 1 }] })).toEqual([])
})

test('a target that is reached stops a live source within a minute, and keeps another from going live (domain.md §2)', () => {
  expect([
    said({ target: 40 }),
    said({ target: 1, completes: 1_200, isLive: false }),
    said({ target: 1, completes: 0 }),
  ]).toEqual([
    ['respondents: 40 completes are made: with a target of 40 the source stops within a minute.'],
    ['respondents: 1,200 completes are made: with a target of 1 the source cannot go live.'],
    [],
  ])
})

test('an end after the survey’s names that end (domain.md §2)', () => {
  expect([
    said({ endMs: Date.UTC(2026, 11, 2) }),
    said({ endMs: Date.UTC(2026, 11, 1) }),
    said({ endMs: Date.UTC(2027, 0, 1), surveyEndMs: null }),
  ]).toEqual([
    ['out_of_field_date: This is after the survey’s end, 2026-12-01T00:00:00.000Z, when the source stops.'],
    [],
    [],
  ])
})
