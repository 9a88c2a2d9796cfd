import { Schema } from 'effect'
import { ChartGrain, ChartMode } from '@desk/schema/figures/completes-chart'
import { Id, IsoInstant } from '@desk/schema/ids/ids'
import { eventSchema } from '../runtime/event.ts'

const requestNo = Schema.Int

export const CompletesChartEvent = Schema.Union([
  /** `surveyId` null where there is only a project: then PROJECT is the one mode. */
  eventSchema('chart.openRequested', { projectId: Id, surveyId: Schema.NullOr(Id), mode: ChartMode }),
  eventSchema('chart.grainChosen', { grain: ChartGrain }),
  eventSchema('chart.modeChosen', { mode: ChartMode }),
  eventSchema('chart.pageBackRequested', {}),
  eventSchema('chart.pageForwardRequested', {}),
  /** `windowStart` is the start of the first bucket that was answered. */
  eventSchema('chart.loaded', { requestNo, windowStart: IsoInstant }),
  eventSchema('chart.loadFailed', { requestNo, message: Schema.String }),
  eventSchema('chart.retryRequested', {}),
  eventSchema('chart.closed', {}),
])
export type CompletesChartEvent = typeof CompletesChartEvent.Type

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
