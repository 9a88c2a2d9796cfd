import type { CompletesChartEvent } from '../../src/completes-chart/completes-chart.events.ts'

/** Sample events against a machine whose last request has the given number. */
export const completesChartSamples = (lastRequestNo: number): readonly CompletesChartEvent[] => [
  { type: 'chart.openRequested', projectId: 5, surveyId: 9, mode: 'SURVEY' },
  { type: 'chart.openRequested', projectId: 5, surveyId: null, mode: 'PROJECT' },
  { type: 'chart.openRequested', projectId: 5, surveyId: 9, mode: 'SOURCES' },
  { type: 'chart.grainChosen', grain: 'hour' },
  { type: 'chart.grainChosen', grain: 'day' },
  { type: 'chart.modeChosen', mode: 'PROJECT' },
  { type: 'chart.modeChosen', mode: 'SURVEY' },
  { type: 'chart.modeChosen', mode: 'SOURCES' },
  { type: 'chart.pageBackRequested' },
  { type: 'chart.pageForwardRequested' },
  { type: 'chart.loaded', requestNo: lastRequestNo, windowStart: '2026-11-01T10:00:00Z' },
  { type: 'chart.loaded', requestNo: lastRequestNo - 1, windowStart: '2026-10-01T10:00:00Z' },
  { type: 'chart.loadFailed', requestNo: lastRequestNo, message: 'Encountered an error. Please try again later.' },
  { type: 'chart.loadFailed', requestNo: lastRequestNo - 1, message: 'Too late.' },
  { type: 'chart.retryRequested' },
  { type: 'chart.closed' },
  { type: 'chart.openRequested', projectId: 5, surveyId: null, mode: 'SOURCES' },
]
