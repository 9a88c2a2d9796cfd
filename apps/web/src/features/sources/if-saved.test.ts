import { expect, test } from 'vitest'
import { changedInputs } from './if-saved.tsx'

const SOURCE = {
  stmid: 7,
  statusid: 1,
  respondents: 330,
  pacing: 1,
  out_of_field_date: '2026-12-04T23:00:00.000Z',
  supplier_cpi: 5.25,
} as const
// the panel reads these fields
const ZONES = [{ pm_code: 15, pm_code_name: 'Eastern', iana_name: 'America/New_York' }] as unknown as Parameters<
  typeof changedInputs
>[3]
const VALUES = {
  respondents: '330',
  supplier_cpi: '5.25',
  pacing: 1,
  out_of_field_date: '2026-12-04T18:00',
  out_of_field_time_zone_code: 15,
  suppliers: [{ pm_sup_ud: 1, allocation_percent: '100', supplier_cpi: '' }],
}
const changed = (values: object) => changedInputs({ ...VALUES, ...values }, SOURCE, [1], ZONES)

test('a form as it is stored asks nothing (forecast.md §3)', () => {
  expect(changed({})).toBeNull()
})

test.each([
  ['a target', { respondents: '400' }, { target: 400 }],
  ['a price', { supplier_cpi: '5.65' }, { price: 5.65 }],
  ['a later end', { out_of_field_date: '2026-12-05T18:00' }, { ends_at: '2026-12-05T23:00:00.000Z' }],
  ['no end of its own', { out_of_field_date: '' }, { ends_at: 'none' }],
  ['pacing', { pacing: 3 }, { pacing: 3 }],
  [
    'an added supplier',
    { suppliers: [...VALUES.suppliers, { ...VALUES.suppliers[0], pm_sup_ud: 2 }] },
    { supplier: 2 },
  ],
])('%s is asked (forecast.md §3)', (_, values, query) => {
  expect(changed(values)).toEqual(query)
})

test.each([
  ['a target of 0', { respondents: '0' }],
  ['half a target', { respondents: '33.5' }],
  ['a price out of range', { supplier_cpi: '900' }],
  ['a price of half a cent', { supplier_cpi: '5.255' }],
  ['a day that does not exist', { out_of_field_date: '2026-12-99T18:00' }],
])('%s is not asked', (_, values) => {
  expect(changed(values)).toBeNull()
})
