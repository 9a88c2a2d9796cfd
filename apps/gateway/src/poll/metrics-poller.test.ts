import type { Frame } from '@desk/schema/push/frames'
import { describe, expect, test } from 'vitest'
import { projectFigures, sourceRow, surveyFigures } from '../testing/rows.ts'
import { json, type StubPlatform } from '../testing/stub-platform.ts'
import { connect, startBefore, startBoth, startStub, type TestClient } from '../testing/use-gateway.ts'

const INTERVAL_MS = 40
const SPEC_ALONE = { hasFeed: false }
const standing = {
  statusid: 1,
  status_reason: null,
  status_changed_by: 'Ada Byron',
  status_changed_at: '2026-11-20T09:00:00.000Z',
  status_version: 1,
}

/** An API with only the spec's calls, served from memory. */
interface Figures {
  sources: ReturnType<typeof sourceRow>[]
  survey: ReturnType<typeof surveyFigures>
  project: ReturnType<typeof projectFigures>
  hours: Record<
    string,
    { Start_Time: string; Completes_Count_Live: number; Completes_Count_Test: number; stmid?: number }[]
  >
  surveyStatus: typeof standing
  projectStatus: typeof standing
}

function serveFigures(platform: StubPlatform): Figures {
  const hour = { Start_Time: '2026-11-20T12:00:00.000Z', Completes_Count_Live: 4, Completes_Count_Test: 0 }
  const figures: Figures = {
    sources: [sourceRow()],
    survey: surveyFigures(),
    project: projectFigures(),
    hours: { PROJECT: [hour], SURVEY: [hour], SOURCES: [{ ...hour, stmid: 3001 }] },
    surveyStatus: standing,
    projectStatus: standing,
  }
  const serve = (
    route: string,
    answer: (body: { mode?: string; pm_proj_uds?: number[] }, url: URL) => unknown,
  ): void => {
    platform.routes.set(route, (request, response, url, body) => {
      const isSignedIn = platform.viewers.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
      json(
        response,
        isSignedIn ? 200 : 401,
        isSignedIn
          ? answer(JSON.parse(body || '{}') as object, url)
          : { message: 'Your session has ended. Please sign in again.' },
      )
    })
  }
  serve('GET /v1/survey-stream-metrics/2001', () => figures.sources)
  serve('POST /v1/metrics/surveys/2001', () => figures.survey)
  serve('GET /v1/surveys/2001', () => ({ pm_sy_ud: 2001, pm_proj_ud: 1001, ...figures.surveyStatus }))
  serve('POST /v1/metrics/projects', (_body, url) =>
    url.searchParams.has('pm_proj_ud') ? [figures.survey] : [figures.project],
  )
  serve('GET /v1/projects', () => [{ pm_proj_ud: 1001, ...figures.projectStatus }])
  serve('GET /v1/surveys', () => [{ pm_sy_ud: 2001, pm_proj_ud: 1001, ...figures.surveyStatus }])
  serve('POST /v1/TrafficStatsForDashboardHourly', ({ mode }) => figures.hours[mode ?? ''])
  return figures
}

const news = ({ frames }: TestClient) =>
  frames.map(({ topic, from, to, rows, totals, statuses }: Frame) => ({
    topic,
    from,
    to,
    rows,
    ...(totals ? { totals } : {}),
    statuses,
  }))

describe('an API without a change feed', () => {
  test('the gateway finds out by itself and pushes the same frames from the metric calls (api:U2, api:S4)', async () => {
    const { gateway, platform } = await startBoth({ metricsIntervalMs: INTERVAL_MS }, SPEC_ALONE)
    const figures = serveFigures(platform)
    const client = await connect(gateway, platform.signIn('ada'))
    const watched = await client.watch('survey:2001')
    await expect.poll(() => client.frames.length).toBe(1)
    figures.sources = [sourceRow({ figures_version: 2, entrants: 11 })]
    figures.survey = surveyFigures({ figures_version: 2, entrants: 11 })
    await expect.poll(() => client.frames.flatMap(({ rows }) => rows).length).toBe(2)
    figures.sources = [
      sourceRow({
        figures_version: 2,
        entrants: 11,
        statusid: 2,
        effective_statusid: 2,
        status_version: 2,
        status_reason: null,
      }),
    ]
    await expect.poll(() => client.frames.flatMap(({ statuses }) => statuses).length).toBe(1)
    const event = {
      scope: 'source',
      id: 3001,
      pm_proj_ud: 1001,
      pm_sy_ud: 2001,
      from: 1,
      to: 2,
      reason: null,
      note: null,
      by: 'Ada Byron',
      by_uid: null,
      at: '2026-11-20T09:00:00.000Z',
      version: 2,
      command_id: null,
    }
    expect([watched.ok, news(client)]).toEqual([
      true,
      [
        {
          topic: 'survey:2001',
          from: 0,
          to: 1,
          rows: [{ id: '3001', cells: sourceRow() }],
          totals: surveyFigures(),
          statuses: [],
        },
        {
          topic: 'survey:2001',
          from: 1,
          to: 2,
          rows: [{ id: '3001', cells: { figures_version: 2, entrants: 11 } }],
          totals: { figures_version: 2, entrants: 11 },
          statuses: [],
        },
        {
          topic: 'survey:2001',
          from: 2,
          to: 3,
          rows: [{ id: '3001', cells: { statusid: 2, effective_statusid: 2, status_version: 2 } }],
          statuses: [event],
        },
      ],
    ])
  })

  test('projects, one project and completes by hour are read by their own calls (api:P8, api:P10)', async () => {
    const { gateway, platform } = await startBoth({ feed: 'metrics', metricsIntervalMs: INTERVAL_MS }, SPEC_ALONE)
    const figures = serveFigures(platform)
    const client = await connect(gateway, platform.signIn('ada'))
    for (const topic of ['projects', 'project:1001', 'hours:project:1001', 'hours:survey:2001'])
      await client.watch(topic)
    await expect.poll(() => client.frames.length).toBe(4)
    const id = '|2026-11-20T12:00:00.000Z'
    const [whole, ofSource] = [figures.hours['PROJECT']![0], figures.hours['SOURCES']![0]]
    const first = (topic: string, rest: object) => ({ topic, from: 0, to: 1, statuses: [], ...rest })
    expect(news(client).toSorted((a, b) => a.topic.localeCompare(b.topic))).toEqual([
      first('hours:project:1001', { rows: [{ id, cells: whole }] }),
      first('hours:survey:2001', {
        rows: [
          { id, cells: whole },
          { id: `3001${id}`, cells: ofSource },
        ],
      }),
      first('project:1001', { rows: [{ id: '2001', cells: surveyFigures() }], totals: projectFigures() }),
      first('projects', { rows: [{ id: '1001', cells: projectFigures() }] }),
    ])
    figures.projectStatus = { ...standing, statusid: 2, status_version: 2 }
    figures.surveyStatus = { ...standing, statusid: 4, status_version: 3 }
    await expect
      .poll(() =>
        client.frames
          .flatMap(({ topic, statuses }) => statuses.map(({ scope, from, to }) => `${topic} ${scope} ${from} ${to}`))
          .toSorted(),
      )
      .toEqual(['project:1001 survey 1 4', 'projects project 1 2'])
  })

  test('a viewer whom the calls refuse may not watch', async () => {
    const { gateway, platform } = await startBoth({ feed: 'metrics', metricsIntervalMs: INTERVAL_MS }, SPEC_ALONE)
    const client = await connect(gateway, platform.signIn('ada'))
    expect(await client.watch('survey:2001')).toEqual({
      ok: false,
      topic: 'survey:2001',
      status: 404,
      message: 'There is nothing here.',
    })
  })

  test('the sockets of a token that is no longer valid are closed (S2)', async () => {
    const { gateway, platform } = await startBoth({ feed: 'metrics', metricsIntervalMs: INTERVAL_MS }, SPEC_ALONE)
    serveFigures(platform)
    const client = await connect(gateway, platform.signIn('ada'))
    await client.watch('survey:2001')
    platform.viewers.delete('ada')
    await expect.poll(() => [client.socket.connected, client.endings]).toEqual([false, ['session_ended']])
  })

  test('the heartbeat says how old the figures are when the calls fail', async () => {
    const platform = await startStub(SPEC_ALONE)
    const gateway = await startBefore(platform, { feed: 'metrics', metricsIntervalMs: INTERVAL_MS })
    serveFigures(platform)
    const client = await connect(gateway, platform.signIn('ada'))
    const delays: (number | null)[] = []
    client.socket.on('heartbeat', ({ feedDelayMs }) => delays.push(feedDelayMs))
    await client.watch('survey:2001')
    await expect.poll(() => delays.at(-1), { timeout: 5_000 }).toBe(0)
    await platform.stop()
    await expect.poll(() => delays.at(-1) ?? 0, { timeout: 5_000 }).toBeGreaterThan(1_000)
  })
})
