import { expect, test } from 'vitest'
import { chosenLabel, consultantOptions, statusOptions, unitOptions } from './filter-options.ts'

test('lists of filters begin with all (§3.30)', () => {
  expect([statusOptions([{ pm_code: 1, pm_code_name: 'Live' }]), consultantOptions([{ uid: 1_900_001, name: 'Other' }]), unitOptions([])]).toEqual([
    [{ id: 'all', label: 'All statuses' }, { id: '1', label: 'Live' }],
    [{ id: 'all', label: 'All project managers' }, { id: '1900001', label: 'Other' }],
    [{ id: 'all', label: 'All business units' }],
  ])
})

test('only business units with status_id 1 are listed, by name (§3.26)', () => {
  const unit = (business_unit_ud: number, business_unit_name: string, status_id: number) => ({ business_unit_ud, business_unit_name, status_id })
  expect(unitOptions([unit(1, 'West', 1), unit(2, 'Old', 2), unit(3, 'east', 1)]).map(({ label }) => label)).toEqual(['All business units', 'east', 'West'])
})

test('an export names the chosen filter', () => {
  const options = statusOptions([{ pm_code: 1, pm_code_name: 'Live' }])
  expect([chosenLabel(options, '1'), chosenLabel(options, 'all'), chosenLabel(options, '9')]).toEqual(['Live', undefined, '9'])
})
