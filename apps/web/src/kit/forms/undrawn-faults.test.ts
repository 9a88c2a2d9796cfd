import { expect, test } from 'vitest'
import { undrawnFaults } from './undrawn-faults.ts'

const FIELDS = [
  { name: 'stream_name', label: 'Source Name' },
  { name: 'suppliers', label: 'Suppliers' },
  { name: 'quota_groups', label: 'Quotas' },
]

test('a fault without a control is shown with its field and line, whatever it is of; one at a control is not shown twice (§5.28, §8.7)', () => {
  const errors = {
    stream_name: 'Source Name is required',
    suppliers_0_allocation_percent: 'Allocation is required',
    suppliers_1_supplier_cpi: 'A Lucid source has no Supply Price',
    quota_groups_2_quotas_39_target: 'Target (N) is required',
    stream_status_cd: 'Status is not in the list',
  }
  expect(
    undrawnFaults(errors, FIELDS, new Set(['stream_name', 'suppliers', 'suppliers_0_allocation_percent'])),
  ).toEqual([
    { field: 'suppliers', words: 'Suppliers 2: A Lucid source has no Supply Price' },
    { field: 'quota_groups', words: 'Quotas 3.40: Target (N) is required' },
    { field: null, words: 'Status is not in the list' },
  ])
  expect(undrawnFaults({ stream_name: 'Source Name is required' }, FIELDS, new Set())).toEqual([
    { field: 'stream_name', words: 'Source Name: Source Name is required' },
  ])
})
