import type { ChartGrain, ChartMode } from '@desk/schema/figures/completes-chart'
import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { CompletesChartEvent } from './completes-chart.events.ts'

export interface CompletesChartContext {
  readonly projectId: number | null
  readonly surveyId: number | null
  /** Ends of the windows paged back through, newest first; empty at the latest window. */
  readonly windowEnds: readonly string[]
  /** Where the loaded window begins: the end of the one before it. Null until something is loaded. */
  readonly windowStart: string | null
  readonly requestNo: number
  readonly isLoading: boolean
  readonly error: string | null
}

type Of<T extends CompletesChartEvent['type']> = Extract<CompletesChartEvent, { type: T }>
type View = { readonly grain: ChartGrain; readonly mode: ChartMode }

const CLOSED: Omit<CompletesChartContext, 'requestNo'> = {
  projectId: null,
  surveyId: null,
  windowEnds: [],
  windowStart: null,
  isLoading: false,
  error: null,
}

/** The object that the mode shows: a project, or a survey with or without its sources. */
const subjectOf = ({ projectId, surveyId }: CompletesChartContext, mode: ChartMode) =>
  mode === 'PROJECT'
    ? ({ scope: 'project', id: projectId ?? 0 } as const)
    : ({ scope: 'survey', id: surveyId ?? 0 } as const)

const base = setup({
  types: {
    context: {} as CompletesChartContext,
    events: {} as CompletesChartEvent,
  },
  actions: {
    /** Loads one window: 24 hours or 14 days up to `windowEnd`, or up to the present when it is null (§2.45). */
    loadHours: command<{
      requestNo: number
      scope: 'project' | 'survey'
      id: number
      mode: ChartMode
      grain: ChartGrain
      windowEnd: string | null
    }>(),
    open: assign((_, { projectId, surveyId }: Of<'chart.openRequested'>) => ({ ...CLOSED, projectId, surveyId })),
    close: assign(CLOSED),
    countRequest: assign(({ context }) => ({
      requestNo: context.requestNo + 1,
      windowStart: null,
      isLoading: true,
      error: null,
    })),
    pageBack: assign(({ context: { windowEnds, windowStart } }) =>
      windowStart === null ? {} : { windowEnds: [windowStart, ...windowEnds] },
    ),
    pageForward: assign(({ context }) => ({ windowEnds: context.windowEnds.slice(1) })),
    toLatest: assign({ windowEnds: [] }),
    keepWindow: assign((_, { windowStart }: Of<'chart.loaded'>) => ({ windowStart, isLoading: false })),
    keepError: assign((_, { message }: Of<'chart.loadFailed'>) => ({ error: message, isLoading: false })),
  },
  guards: {
    opensOn: ({ event }, { mode }: { mode: ChartMode }) =>
      event.type === 'chart.openRequested' && event.mode === mode && (mode === 'PROJECT' || event.surveyId !== null),
    choosesMode: ({ context, event }, { mode }: { mode: ChartMode }) =>
      event.type === 'chart.modeChosen' && event.mode === mode && (mode === 'PROJECT' || context.surveyId !== null),
    choosesGrain: ({ event }, { grain }: { grain: ChartGrain }) =>
      event.type === 'chart.grainChosen' && event.grain === grain,
    isLatestRequest: ({ context, event }) =>
      'requestNo' in event && event.requestNo === context.requestNo && context.isLoading,
    hasWindow: ({ context }) => context.windowStart !== null,
    isPagedBack: ({ context }) => context.windowEnds.length > 0,
    hasFailed: ({ context }) => context.error !== null,
  },
})

const STATE_OF_GRAIN = { hour: 'hourly', day: 'daily' } as const
const MODES = ['PROJECT', 'SURVEY', 'SOURCES'] as const

const load = ({ grain, mode }: View) =>
  [
    'countRequest',
    {
      type: 'loadHours',
      params: ({ context }: { context: CompletesChartContext }) => ({
        requestNo: context.requestNo,
        ...subjectOf(context, mode),
        mode,
        grain,
        windowEnd: context.windowEnds[0] ?? null,
      }),
    },
  ] as const

const open = MODES.map(
  mode =>
    ({
      guard: { type: 'opensOn', params: { mode } },
      target: `#completes-chart.hourly.${mode}`,
      actions: [
        { type: 'open', params: ({ event }: { event: Of<'chart.openRequested'> }) => event },
        ...load({ grain: 'hour', mode }),
      ],
    }) as const,
)

function viewState(view: View) {
  const otherGrain = view.grain === 'hour' ? 'day' : 'hour'
  return {
    on: {
      'chart.grainChosen': {
        guard: { type: 'choosesGrain', params: { grain: otherGrain } },
        target: `#completes-chart.${STATE_OF_GRAIN[otherGrain]}.${view.mode}`,
        actions: ['toLatest', ...load({ grain: otherGrain, mode: view.mode })],
      },
      'chart.modeChosen': MODES.filter(mode => mode !== view.mode).map(
        mode =>
          ({
            guard: { type: 'choosesMode', params: { mode } },
            target: `#completes-chart.${STATE_OF_GRAIN[view.grain]}.${mode}`,
            actions: load({ grain: view.grain, mode }),
          }) as const,
      ),
      'chart.pageBackRequested': { guard: 'hasWindow', actions: ['pageBack', ...load(view)] },
      'chart.pageForwardRequested': { guard: 'isPagedBack', actions: ['pageForward', ...load(view)] },
      'chart.retryRequested': { guard: 'hasFailed', actions: load(view) },
    },
  } as const
}

const grainState = (grain: ChartGrain) =>
  ({
    initial: 'PROJECT',
    states: {
      PROJECT: viewState({ grain, mode: 'PROJECT' }),
      SURVEY: viewState({ grain, mode: 'SURVEY' }),
      SOURCES: viewState({ grain, mode: 'SOURCES' }),
    },
  }) as const

/**
 * The completes chart (§2.45): hourly over 24 hours or daily over 14-day windows, of which
 * 13 days are drawn (docs/decisions/0005-hours.md), for a project, a survey or a survey's
 * sources, paged back and forth. It reads no clock: a window's end is the start of the later window, as the server gave it.
 */
export const completesChartMachine = base.createMachine({
  id: 'completes-chart',
  context: { ...CLOSED, requestNo: 0 },
  initial: 'closed',
  on: {
    'chart.openRequested': open,
    'chart.closed': { target: '.closed', actions: 'close' },
    'chart.loaded': { guard: 'isLatestRequest', actions: { type: 'keepWindow', params: ({ event }) => event } },
    'chart.loadFailed': { guard: 'isLatestRequest', actions: { type: 'keepError', params: ({ event }) => event } },
  },
  states: {
    closed: {},
    hourly: grainState('hour'),
    daily: grainState('day'),
  },
})
