import type { LiveSource } from '@desk/schema/sources/live-source'
import { expect, test } from 'vitest'
import { LIVE_SOURCE_CHOICES, sourceFilters } from './source-filters.ts'

const row = (pm_proj_ud: number, pm_proj_name: string, suppliers: string[], country: string | null) =>
  // the fields that filters read
  ({ pm_proj_ud, pm_proj_name, type: 'diy', suppliers, country, consultant_name: null }) as unknown as LiveSource

const ROWS = [row(2, 'Tea', ['Kestrel', 'Outback'], 'Kenya'), row(1, 'Coffee', ['Outback'], null)]

test('the filters of live sources offer what the rows have, and pass the rows that have the choice (docs/decisions/0097)', () => {
  const filters = sourceFilters(LIVE_SOURCE_CHOICES, ROWS, { supplier: 'Kestrel', project: 2 })
  expect(filters.map(({ name, options, chosen }) => [name, options.map(({ label }) => label), chosen])).toEqual([
    ['project', ['All projects', 'Coffee', 'Tea'], '2'],
    ['type', ['All types', 'DIY'], undefined],
    ['supplier', ['All suppliers', 'Kestrel', 'Outback'], 'Kestrel'],
    ['country', ['All countries', 'Kenya'], undefined],
  ])
  expect(ROWS.map(one => filters.map(({ keeps }) => keeps?.(one)))).toEqual([
    [true, true, true, true],
    [false, true, false, true],
  ])
})
