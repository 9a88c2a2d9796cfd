import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { CompletesChartEvent } from './completes-chart.events.ts'
import { completesChartMachine } from './completes-chart.machine.ts'
import * as chart from './completes-chart.selectors.ts'

function after(...events: readonly CompletesChartEvent[]) {
  let { snapshot } = start(completesChartMachine)
  let commands: readonly CommandFrom<typeof completesChartMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(completesChartMachine, snapshot, event))
  return { snapshot, commands }
}
const view = (...events: readonly CompletesChartEvent[]) => {
  const { snapshot } = after(...events)
  return [chart.grain(snapshot), chart.mode(snapshot)]
}

const opened: CompletesChartEvent = { type: 'chart.openRequested', projectId: 5, surveyId: 9, mode: 'SURVEY' }
const choose = (mode: 'PROJECT' | 'SURVEY' | 'SOURCES'): CompletesChartEvent => ({ type: 'chart.modeChosen', mode })
const daily: CompletesChartEvent = { type: 'chart.grainChosen', grain: 'day' }
const loaded = (requestNo: number, windowStart: string): CompletesChartEvent => ({
  type: 'chart.loaded',
  requestNo,
  windowStart,
})
const back: CompletesChartEvent = { type: 'chart.pageBackRequested' }
const forward: CompletesChartEvent = { type: 'chart.pageForwardRequested' }
const request = (requestNo: number, over: object = {}) => [
  {
    type: 'loadHours',
    params: { requestNo, scope: 'survey', id: 9, mode: 'SURVEY', grain: 'hour', windowEnd: null, ...over },
  },
]

describe('the completes chart (§2.45)', () => {
  test('opens hourly over the past 24 hours (§2.45)', () => {
    const { snapshot, commands } = after(opened)
    expect([commands, chart.buckets(snapshot), chart.isLatestWindow(snapshot), chart.isLoading(snapshot)]).toEqual([
      request(1),
      { inWindow: 24, shown: 24 },
      true,
      true,
    ])
  })
  test('daily shows 13 days of 14-day windows (§2.45)', () => {
    const { snapshot, commands } = after(opened, daily)
    expect([commands, chart.buckets(snapshot)]).toEqual([request(2, { grain: 'day' }), { inWindow: 14, shown: 13 }])
  })
  test('has the modes PROJECT, SURVEY and SOURCES, in both grains (§2.45)', () => {
    const ids = {
      PROJECT: { scope: 'project', id: 5 },
      SURVEY: { scope: 'survey', id: 9 },
      SOURCES: { scope: 'survey', id: 9 },
    }
    for (const mode of ['PROJECT', 'SOURCES'] as const) {
      expect(after(opened, choose(mode)).commands).toEqual(request(2, { ...ids[mode], mode }))
      expect(after(opened, daily, choose(mode)).commands).toEqual(request(3, { ...ids[mode], mode, grain: 'day' }))
      expect([
        view(opened, choose(mode)),
        view(opened, daily, choose(mode)),
        view(opened, choose(mode), daily),
      ]).toEqual([
        ['hour', mode],
        ['day', mode],
        ['day', mode],
      ])
    }
    expect(chart.modes(after(opened).snapshot)).toEqual(['PROJECT', 'SURVEY', 'SOURCES'])
  })
  test('a project without a survey has only PROJECT', () => {
    const project: CompletesChartEvent = { type: 'chart.openRequested', projectId: 5, surveyId: null, mode: 'PROJECT' }
    const { snapshot, commands } = after(project, choose('SOURCES'))
    expect([chart.modes(snapshot), chart.mode(snapshot), commands]).toEqual([['PROJECT'], 'PROJECT', []])
  })
  test('pages back to the window before the loaded one, and forward to the latest', () => {
    const first = [opened, loaded(1, '2026-11-01T10:00:00Z')] as const
    const second = [...first, back, loaded(2, '2026-10-31T10:00:00Z')] as const
    expect([
      after(...first, back).commands,
      after(...second, back).commands,
      after(...second, back, forward).commands,
      after(...second, forward).commands,
    ]).toEqual([
      request(2, { windowEnd: '2026-11-01T10:00:00Z' }),
      request(3, { windowEnd: '2026-10-31T10:00:00Z' }),
      request(4, { windowEnd: '2026-11-01T10:00:00Z' }),
      request(3),
    ])
    expect([chart.canPageForward(after(...first).snapshot), chart.canPageForward(after(...second).snapshot)]).toEqual([
      false,
      true,
    ])
  })
  test('does not page back before a window is loaded', () => {
    expect([
      after(opened, back).commands,
      chart.canPageBack(after(opened).snapshot),
      chart.canPageBack(after(opened, loaded(1, '2026-11-01T10:00:00Z')).snapshot),
    ]).toEqual([[], false, true])
  })
  test('another grain begins at the latest window, another mode keeps the window', () => {
    const paged = [opened, loaded(1, '2026-11-01T10:00:00Z'), back, loaded(2, '2026-10-31T10:00:00Z')] as const
    expect([
      chart.windowEnd(after(...paged, daily).snapshot),
      chart.windowEnd(after(...paged, choose('SOURCES')).snapshot),
    ]).toEqual([null, '2026-11-01T10:00:00Z'])
  })
  test('drops late answers; a failure can be tried again', () => {
    const { snapshot } = after(opened, daily, loaded(1, '2026-11-01T10:00:00Z'))
    expect([chart.isLoading(snapshot), snapshot.context.windowStart]).toEqual([true, null])
    const failed = [opened, { type: 'chart.loadFailed', requestNo: 1, message: 'Oh' }] as const
    expect([
      chart.error(after(...failed).snapshot),
      after(...failed, { type: 'chart.retryRequested' }).commands,
      after(opened, { type: 'chart.retryRequested' }).commands,
    ]).toEqual(['Oh', request(2), []])
  })
})
