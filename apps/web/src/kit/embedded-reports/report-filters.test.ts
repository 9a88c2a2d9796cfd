import { expect, test } from 'vitest'
import { reportFilters } from './report-filters.ts'

const EMBED = { filterTable: 'Filters', filterType: 'PM_DSH_UD', filterValue: 7 } as const

test('a report is filtered by account, project, survey, source and user, and the account is always the answer’s (§3.32)', () => {
  const filters = reportFilters(EMBED, { PM_UD: 5, SURVEY_ID: 3, PM_DSH_UD: 99, STREAM_ID: 4, PM_PROJ_UD: 2 })
  expect(filters.map(({ target, operator, values }) => [target, operator, values])).toEqual(
    [
      ['PM_DSH_UD', 7],
      ['PM_PROJ_UD', 2],
      ['SURVEY_ID', 3],
      ['STREAM_ID', 4],
      ['PM_UD', 5],
    ].map(([column, value]) => [{ table: 'Filters', column }, 'In', [value]]),
  )
})
