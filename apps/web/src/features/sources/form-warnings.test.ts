import { expect, test } from 'vitest'
import { formWarnings, type WarningContext } from './form-warnings.ts'

const CONTEXT: WarningContext = {
  lists: {
    zones: [{ pm_code: 15, pm_code_name: '(UTC-05:00) New York', iana_name: 'America/New_York' }],
    countries: [],
    suppliers: [{ pm_sup_ud: 4, name: 'Kestrel', redirect_types: ['complete'] }],
  },
  survey: { out_of_field_date: '2026-12-01T17:00:00.000Z', pm_sy_client_cpi: null },
  project: { pm_sy_client_cpi: 4 },
  source: { statusid: 1, completes: 120 },
}
const VALUES = {
  respondents: '200',
  out_of_field_date: '2026-12-01T12:00',
  out_of_field_time_zone_code: 15,
  supplier_cpi: '4.00',
  pm_sy_client_cpi: '',
  suppliers: [{ pm_sup_ud: 4, allocation_percent: '100', supplier_cpi: '' }],
}
const NOW_MS = Date.parse('2026-11-21T00:00:00Z')
const said = (over: object, context: Partial<WarningContext> = {}, nowMs = NOW_MS) =>
  formWarnings({ ...CONTEXT, ...context }, { ...VALUES, ...over }, nowMs).map(({ key, words }) => `${key}: ${words}`)

test('typed values are warned of at their fields, by the zone of the form and by the sell price that holds', () => {
  expect([
    said({}),
    said({ respondents: '120', out_of_field_date: '2026-12-01T12:01', supplier_cpi: '5' }),
    said({ supplier_cpi: '5', pm_sy_client_cpi: '6' }),
    said({ suppliers: [{ pm_sup_ud: 4, allocation_percent: '100', supplier_cpi: '4,50' }] }),
  ]).toEqual([
    [],
    [
      'respondents: 120 completes are made: with a target of 120 the source stops within a minute.',
      'out_of_field_date: This is after the survey’s end, 1 Dec 2026, 12:00, when the source stops.',
      'supplier_cpi: Supply Price $5.00 is above the sell price $4.00: each complete loses $1.00.',
    ],
    [],
    ['suppliers_0_supplier_cpi: The price of Kestrel $4.50 is above the sell price $4.00: each complete loses $0.50.'],
  ])
})

test('an incomplete value, and a form without prices, get no warning', () => {
  expect([
    said({ respondents: '1x', out_of_field_date: '', supplier_cpi: '' }),
    said({ supplier_cpi: undefined, suppliers: undefined }, { source: null }),
  ]).toEqual([[], []])
})

test('an end that has passed says so, by the zone of the form (§5.7)', () => {
  expect([said({}, {}, Date.parse('2026-12-01T16:59:59Z')), said({}, {}, Date.parse('2026-12-01T17:00:00Z'))]).toEqual([
    [],
    ['out_of_field_date: This date has passed: no respondents can enter, and nothing is launched, until it is moved.'],
  ])
})
