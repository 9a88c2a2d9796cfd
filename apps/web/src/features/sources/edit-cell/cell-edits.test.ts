import type { Source } from '@desk/schema/sources/source'
import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test } from 'vitest'
import { judgeCell, typedOf, whatIfOf, type CellBasis } from './cell-edits.ts'
import type { CellField } from './cell-fields.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')

const SOURCE: Source = {
  stmid: 7,
  pm_sy_ud: 3,
  pm_proj_ud: 1,
  name: 'Panel D',
  type: 'diy',
  isLucid: false,
  respondents: 330,
  completes: 134,
  statusid: STATUS_CODES.live,
  effective_statusid: STATUS_CODES.live,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-01T00:00:00.000Z',
  status_version: 4,
  calculation_type_code_ud: 1,
  click_balancing: false,
  pacing: 1,
  hold_places: 1,
  country_id: null,
  supplier_cpi: 5.25,
  out_of_field_date: '2026-12-04T23:00:00.000Z',
  out_of_field_time_zone_code: 15,
  survey_out_of_field_date: '2026-12-06T23:00:00.000Z',
  country_name: null,
  alias: null,
  auto_boost: false,
  version: 9,
  allowed: [],
  live_blocks: [],
  warnings: [],
}
const PRICING: SourceSuppliers = {
  stmid: 7,
  version: 2,
  type: 'diy',
  supplier_cpi: 5.25,
  client_cpi: 6,
  suppliers: [
    {
      pm_sup_ud: 1,
      name: 'Kestrel',
      allocation_percent: 60,
      supplier_cpi: null,
      default_cpi: 5,
      entrants: 0,
      completes: 0,
      rejected: 0,
    },
    {
      pm_sup_ud: 2,
      name: 'Heron',
      allocation_percent: 40,
      supplier_cpi: 4,
      default_cpi: 5,
      entrants: 0,
      completes: 0,
      rejected: 0,
    },
  ],
  warnings: [],
}
const basis = (field: CellField, of: Partial<CellBasis> = {}): CellBasis => ({
  field,
  source: SOURCE,
  pricing: field === 'price' ? PRICING : null,
  zones: [{ pm_code: 15, pm_code_name: 'Eastern', iana_name: 'America/New_York' }] as unknown as CellBasis['zones'], // the editor reads these fields
  seesSupplyPrice: true,
  ...of,
})
const judge = (field: CellField, typed: string, of: Partial<CellBasis> = {}) =>
  judgeCell(basis(field, of), typed, NOW_MS)

test('a cell opens with the stored value, a date by the clock of its zone', () => {
  expect((['name', 'target', 'price', 'end'] as const).map(field => typedOf(basis(field)))).toEqual([
    'Panel D',
    '330',
    '5.25',
    '2026-12-04T18:00',
  ])
})

test('a price says whom it is paid to, the margin of a complete and the loss, and is sent with its version (day.md §3)', () => {
  expect(judge('price', '6.5')).toMatchObject({
    from: '$5.25',
    to: '$6.50',
    notes: ['Paid to Kestrel', 'Heron keeps its own price', 'Margin per complete $0.75 → −$0.50'],
    warnings: ['Supply Price $6.50 is above the sell price $6.00: each complete loses $0.50.'],
    order: { call: 'sourceSuppliers.price', id: 7, payload: { supplier_cpi: 6.5, version: 2 } },
    fault: null,
  })
})

test('a target below the completes is warned of as in the form, and is sent with the whole form and both versions', () => {
  const { warnings, order } = judge('target', '100')
  expect(warnings).toEqual(['134 completes are made: with a target of 100 the source stops within a minute.'])
  expect(order).toMatchObject({
    call: 'sources.update',
    payload: { stmid: 7, stream_name: 'Panel D', respondents: 100, supplier_cpi: 5.25, version: 9, status_version: 4 },
  })
})

test('an end after the survey’s, or one that has passed, is warned of; without one the survey’s applies', () => {
  expect(judge('end', '2026-12-31T18:00').warnings).toEqual([
    'This is after the survey’s end, 6 Dec 2026, 18:00, when the source stops.',
  ])
  expect(judge('end', '2026-11-01T18:00').warnings).toEqual([
    'This date has passed: no respondents can enter, and nothing is launched, until it is moved.',
  ])
  expect(judge('end', '')).toMatchObject({
    to: 'no date of its own',
    notes: ['The survey’s date applies'],
    warnings: [],
  })
})

test.each([
  ['name', '', 'Source Name is required'],
  ['target', 'many', 'Target (N) must be a valid number'],
  ['price', '900', 'Supply Price value must be less than $200.00'],
] as const)('a %s of %j is refused by the schema of the form', (field, typed, fault) => {
  expect(judge(field, typed)).toMatchObject({ fault, order: null })
})

test('an unchanged value is no change, and the CPI of an exchange is typed in its form', () => {
  expect([judge('target', '330').order, judge('price', '5.25').order]).toEqual([null, null])
  expect(judge('price', '5', { pricing: { ...PRICING, type: 'lucid' } }).fault).toBe(
    'The CPI of an exchange is typed in its form.',
  )
})

test('a target, price or end asks for its effect on the finish, a name does not (forecast.md §3)', () => {
  const asked = (field: CellField, typed: string) => {
    const { order } = judge(field, typed)
    return order && whatIfOf(field, order)
  }
  expect(asked('price', '5.65')).toEqual({ price: 5.65 })
  expect(asked('target', '400')).toEqual({ target: 400 })
  expect(asked('end', '2026-12-05T18:00')).toEqual({ ends_at: '2026-12-05T23:00:00.000Z' })
  expect(asked('end', '')).toEqual({ ends_at: 'none' })
  expect([asked('name', 'Panel E'), asked('target', '0')]).toEqual([null, null])
})
