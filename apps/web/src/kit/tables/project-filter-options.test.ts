import { expect, test } from 'vitest'
import { consultantOptions, unitOptions } from './project-filter-options.ts'

test('lists of filters begin with all (§3.30)', () => {
  expect([consultantOptions([{ uid: 1_900_001, name: 'Other' }]), unitOptions([])]).toEqual([
    [
      { id: 'all', label: 'All project managers' },
      { id: '1900001', label: 'Other' },
    ],
    [{ id: 'all', label: 'All business units' }],
  ])
})

test('only business units with status_id 1 are listed, by name (§3.26)', () => {
  const unit = (business_unit_ud: number, business_unit_name: string, status_id: number) => ({
    business_unit_ud,
    business_unit_name,
    status_id,
    version: 1,
  })
  expect(unitOptions([unit(1, 'West', 1), unit(2, 'Old', 2), unit(3, 'east', 1)]).map(({ label }) => label)).toEqual([
    'All business units',
    'east',
    'West',
  ])
})
