import { expect, test } from 'vitest'
import { addressOfChoices, readReportChoices } from './report-search.ts'

test('the choices of a report are those of the URL; what is none of them is no choice', () => {
  const raw = {
    by: 'supplier',
    and: 'rid',
    pm_proj_ud: 7,
    pm_sup_ud: '9',
    status: 1,
    consultant: 'all',
    business_unit_ud: -1,
  }
  expect(readReportChoices('traffic', raw, true)).toEqual({ by: 'supplier', pm_proj_ud: 7, pm_sup_ud: 9, status: 1 })
})

test('users who may not see suppliers have no choice of them (domain.md §4)', () => {
  expect(readReportChoices('traffic', { by: 'supplier', and: 'supplier', pm_sup_ud: 9 }, false)).toEqual({})
})

test('hourly completes and sub-quotas are counted by source: suppliers are no choice of them', () => {
  expect(readReportChoices('hours', { by: 'supplier', pm_sup_ud: 9, days: 30 }, true)).toEqual({ days: 30 })
  expect(readReportChoices('quotas', { by: 'project', and: 'project', days: 30 }, true)).toEqual({ and: 'project' })
})

test('a period that is none is the usual one', () => {
  for (const days of [0, 8, '7x', 'all']) expect(readReportChoices('hours', { days }, true)).toEqual({})
})

test('a saved view has the choices of the URL as an address has them', () => {
  expect(addressOfChoices({ and: 'supplier', status: 3, q: 'tea & cake', days: undefined })).toBe(
    'and=supplier&status=3&q=tea+%26+cake',
  )
})
