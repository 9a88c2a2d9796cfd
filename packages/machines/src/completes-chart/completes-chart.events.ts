import { Schema } from 'effect'
import { ChartGrain, ChartMode } from '@desk/schema/figures/completes-chart'
import { Id, IsoInstant } from '@desk/schema/ids/ids'
import { eventSchema } from '../runtime/event.ts'

const requestNo = Schema.Int

export const CompletesChartEvent = Schema.Union([
  /** `surveyId` null when the chart is opened for a project: then PROJECT is the only mode. */
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
