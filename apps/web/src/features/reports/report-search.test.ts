import { expect, test } from 'vitest'
import { dimensionsOf, readReportChoices } from './report-search.ts'

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
  expect(readReportChoices(raw, true)).toEqual({ by: 'supplier', pm_proj_ud: 7, pm_sup_ud: 9, status: 1 })
})

test('users who may not see suppliers have no choice of them (domain.md §4)', () => {
  expect(readReportChoices({ by: 'supplier', and: 'supplier', pm_sup_ud: 9 }, false)).toEqual({})
})

test('lines stand for what is chosen, once, else for what the report’s own do', () => {
  expect(dimensionsOf('managers', {})).toEqual(['manager'])
  expect(dimensionsOf('managers', { and: 'country' })).toEqual(['manager', 'country'])
  expect(dimensionsOf('traffic', { by: 'source', and: 'source' })).toEqual(['source'])
})
