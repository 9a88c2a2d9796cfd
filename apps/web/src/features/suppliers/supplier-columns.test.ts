import { expect, test } from 'vitest'
import { redirectWords, supplierColumns } from './supplier-columns.tsx'

const types = [{ pm_code: 2, pm_code_name: 'Exchange' }]
const recruitments = [{ pm_code: 7, pm_code_name: 'Exchange members' }]
const row = {
  pm_sup_ud: 500,
  name: 'Opinion Harbor',
  pm_supplier_type_code_ud: 2,
  recruitment_type: 7,
  sources_count: 3,
  redirect_types: ['complete', 'default'],
  supplier_cpi: 2.55,
} as const

test('a supplier in words and figures; the price in cents, and only where prices are shown (§3.7)', () => {
  const values = (seesPrices: boolean) =>
    Object.fromEntries(supplierColumns({ types, recruitments, seesPrices }).map(({ id, value }) => [id, value(row)]))
  const plain = {
    name: 'Opinion Harbor',
    id: '500',
    type: 'Exchange',
    recruitment: 'Exchange members',
    sources: 3,
    redirects: 'Complete, Default',
  }
  expect([values(true), values(false)]).toEqual([{ ...plain, cpi: 255 }, plain])
})

test('redirects are grouped by outcome', () => {
  const all = ['complete', 'termination', 'overquota', 'quality', 'security', 'default'] as const
  expect(
    [[], ['quality'], ['complete', 'termination', 'overquota', 'default'], all].map(types =>
      redirectWords(types as typeof all),
    ),
  ).toEqual(['None', 'Quality', 'All but Quality, Security', 'All'])
})
