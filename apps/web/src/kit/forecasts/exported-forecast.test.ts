import { forecastText } from '@desk/schema/forecasts/forecast'
import { expect, test } from 'vitest'
import { csvOfShown } from '#ui/table/csv-export.ts'
import { exportedForecast } from './exported-forecast.ts'

interface Row {
  readonly name: string
  readonly forecast: string | null
}

test('the export of a table has the middle, the band and the chance of each forecast, once (forecast.md §2)', () => {
  const forecast = forecastText({
    asked_at: '2026-11-20T10:00:00.000Z',
    p10_at: '2026-11-22T08:00:00.000Z',
    p50_at: '2026-11-24T08:00:00.000Z',
    p90_at: null,
    p_full: 0.614,
    expected_now: null,
    expected_at_end: null,
    pool: 'account',
    like_count: 32,
  })
  const file = csvOfShown<Row>({
    columns: [
      { id: 'name', header: 'Source', kind: 'text', value: ({ name }) => name },
      { id: 'fullBy', header: 'Full by', kind: 'custom', value: () => 'as shown' },
    ],
    rows: [
      { name: 'Main', forecast },
      { name: 'Young', forecast: null },
    ],
    search: '',
    sort: null,
    exported: exportedForecast<Row>(),
  })
  expect(file.split('\r\n')).toEqual([
    '"Source","Full by","Full by P10","Full by P90","Full by out of field"',
    '"Main","2026-11-24T08:00:00.000Z","2026-11-22T08:00:00.000Z","","61.4%"',
    '"Young","","","",""',
    '',
  ])
})
