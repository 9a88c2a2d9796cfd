import { expect, test } from 'vitest'
import { chartSearchOf, readChartSearch } from './chart-search.ts'

test('the chart is hourly over 24 hours by default; modes and the daily grain are in the URL (§2.45)', () => {
  expect([
    readChartSearch({}, true),
    readChartSearch({}, false),
    readChartSearch({ chart: 'day', chartOf: 'sources', chartBack: 2 }, true),
    readChartSearch({ chart: 'day', chartOf: 'sources', chartBack: 2 }, false),
    readChartSearch({ chart: 'week', chartOf: 'x', chartBack: -1 }, true),
    readChartSearch({ chartOf: 'project', chartBack: 9999 }, true),
  ]).toEqual([
    { grain: 'hour', mode: 'SURVEY', back: 0 },
    { grain: 'hour', mode: 'PROJECT', back: 0 },
    { grain: 'day', mode: 'SOURCES', back: 2 },
    { grain: 'day', mode: 'PROJECT', back: 2 },
    { grain: 'hour', mode: 'SURVEY', back: 0 },
    { grain: 'hour', mode: 'PROJECT', back: 0 },
  ])
})

test('defaults leave the URL, the rest comes back as it went', () => {
  const charts = [
    { grain: 'hour', mode: 'SURVEY', back: 0 },
    { grain: 'day', mode: 'SOURCES', back: 3 },
    { grain: 'hour', mode: 'PROJECT', back: 1 },
  ] as const
  const urls = charts.map(chart => chartSearchOf(chart, true))
  expect(urls).toEqual([
    { chart: undefined, chartOf: undefined, chartBack: undefined },
    { chart: 'day', chartOf: 'sources', chartBack: 3 },
    { chart: undefined, chartOf: 'project', chartBack: 1 },
  ])
  expect(urls.map(url => readChartSearch(url, true))).toEqual(charts)
})
