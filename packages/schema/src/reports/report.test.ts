import { expect, test } from 'vitest'
import { reportDimensions } from './report.ts'

test('lines have the chosen dimensions, once, else the report’s own', () => {
  expect(reportDimensions('managers', {})).toEqual(['manager'])
  expect(reportDimensions('managers', { and: 'country' })).toEqual(['manager', 'country'])
  expect(reportDimensions('traffic', { by: 'source', and: 'source' })).toEqual(['source'])
})

test('hourly completes are of the whole unless one chooses; sub-quotas are always those of a source', () => {
  expect(reportDimensions('hours', {})).toEqual([])
  expect(reportDimensions('hours', { and: 'project' })).toEqual(['project'])
  expect(reportDimensions('quotas', { by: 'project', and: 'survey' })).toEqual(['source', 'survey'])
})
