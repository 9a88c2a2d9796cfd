import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { AllocationChanges, PricingChanges } from './source-suppliers.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
function faultsOf(schema: Schema.Decoder<unknown>, values: object): readonly string[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded)
    ? []
    : format(decoded.failure.issue).issues.map(
        ({ path, message }) => `${(path ?? []).map(String).join('_')}: ${message}`,
      )
}
const parts = (...percents: unknown[]) => ({
  suppliers: percents.map((allocation_percent, at) => ({ pm_sup_ud: at + 1, allocation_percent })),
})

describe('an allocation', () => {
  test.each([[[100]], [[33.33, 33.33, 33.34]], [[33.33, 33.33, 33.33]], [[0.1, 0.2, 99.7]], [[100, 0]], [[]]])(
    '%j is whole',
    percents => expect(faultsOf(AllocationChanges, parts(...percents))).toEqual([]),
  )
  test.each([
    [[60, 39.98], 'suppliers: Allocation must add up to 100 %, not 99.98 %'],
    [[60, 40.02], 'suppliers: Allocation must add up to 100 %, not 100.02 %'],
    [
      [-1, 101],
      'suppliers_0_allocation_percent: Allocation must be 0 or more,suppliers_1_allocation_percent: Allocation cannot be greater than 100',
    ],
    [
      [33.333, 66.667],
      'suppliers_0_allocation_percent: Allocation has at most two decimals,suppliers_1_allocation_percent: Allocation has at most two decimals',
    ],
    [['all'], 'suppliers_0_allocation_percent: Allocation must be a valid number'],
  ])('%j is refused', (percents, faults) => expect(faultsOf(AllocationChanges, parts(...percents)).join()).toBe(faults))

  test('has each supplier once, and supplier prices by §5.19 (§5.19)', () =>
    expect(
      faultsOf(AllocationChanges, {
        suppliers: [
          { pm_sup_ud: 1, allocation_percent: 50, supplier_cpi: 201 },
          { pm_sup_ud: 1, allocation_percent: 50, supplier_cpi: null },
        ],
      }),
    ).toEqual(['suppliers_0_supplier_cpi: Supply Price value must be less than $200.00']))

  test('names suppliers that are listed twice', () =>
    expect(
      faultsOf(AllocationChanges, {
        suppliers: [
          { pm_sup_ud: 1, allocation_percent: 50 },
          { pm_sup_ud: 1, allocation_percent: 50 },
        ],
      }),
    ).toEqual(['suppliers_1_pm_sup_ud: This supplier is there twice']))
})

test('prices follow §5.19, and prices that are absent stay (§5.19)', () => {
  expect(faultsOf(PricingChanges, {})).toEqual([])
  expect(faultsOf(PricingChanges, { supplier_cpi: 0, suppliers: [{ pm_sup_ud: 3, supplier_cpi: 'x' }] })).toEqual([
    'supplier_cpi: Supply Price must be a valid number',
    'suppliers_0_supplier_cpi: Supply Price must be a valid number',
  ])
})
