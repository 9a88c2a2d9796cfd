import { setTimeout as sleep } from 'node:timers/promises'
import { topicPhase } from '@desk/machines/feed/feed.selectors'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectStoredOnce } from './stage/acknowledged.ts'
import { Crowd } from './stage/crowd.ts'
import { startDatabaseServer, type DatabaseServer } from './stage/database-server.ts'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { breaksIn, openViewer } from './stage/viewer.ts'

const BACK_WITHIN_MS = 5_000
const ASK_EVERY_MS = 200
const ANSWERED_WITHIN_MS = 6_000

const processes = useProcesses()
let server: DatabaseServer

beforeAll(async () => {
  server = await startDatabaseServer()
})
afterAll(() => server.remove())

interface Answer {
  readonly path: string
  readonly status: number
  readonly retryAfter: string | null
  readonly hasMessageAndId: boolean
  readonly tookMs: number
}

const isRefusal = ({ status, retryAfter, hasMessageAndId, tookMs }: Answer): boolean =>
  status === 503 && Number(retryAfter) > 0 && hasMessageAndId && tookMs < ANSWERED_WITHIN_MS

/** One desk on the server, with respondents in progress and an open table. */
async function openDesk() {
  const study = await watchedStudy(server.database, 3)
  const platform = await processes.platform(server.url)
  const gateway = await processes.gateway(platform.url)
  const token = await signIn(gateway.url, study.username)
  const viewer = openViewer({ gatewayUrl: gateway.url, token, surveyId: study.surveyId })
  const crowd = new Crowd({ url: gateway.url, study, atOnce: 4, paceMs: 20 }).start()

  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const startedAtMs = performance.now()
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const { message, request_id: requestId } = response.ok
      ? {}
      : (JSON.parse(text) as { message?: string; request_id?: string })
    return {
      path,
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      hasMessageAndId: typeof message === 'string' && requestId === response.headers.get('x-request-id'),
      tookMs: performance.now() - startedAtMs,
    }
  }
  const isUp = async (): Promise<boolean> => (await fetch(`${gateway.url}/healthz`)).ok
  const askAll = (): Promise<Answer[]> =>
    Promise.all([
      ask('GET', '/v1/projects'),
      ask('GET', `/v1/survey-stream-metrics/${study.surveyId}`),
      ask('POST', '/v1/login', { username: study.username, password: 'Wrong-pass-1' }),
      ask('PATCH', '/v1/survey-streams', { scope: 'source', id: study.sourceId, statusid: 2, version: 1 }),
    ])

  /** Calls continuously for a time, and gives every wrong answer. */
  const wrongWhileAway = async (forMs: number): Promise<{ asked: number; wrong: Answer[] }> => {
    const untilMs = performance.now() + forMs
    const wrong: Answer[] = []
    let asked = 0
    while (performance.now() < untilMs) {
      const answers = await askAll()
      asked += answers.length
      wrong.push(...answers.filter(answer => !isRefusal(answer)))
      if (await isUp())
        wrong.push({ path: '/healthz', status: 200, retryAfter: null, hasMessageAndId: false, tookMs: 0 })
      await sleep(ASK_EVERY_MS)
    }
    return { asked, wrong }
  }

  /** Opens another table in the page that is open, and the same one in a new page: what someone does while the desk is away. */
  const openMore = (): (() => boolean) => {
    const topic = `project:${study.projectId}`
    viewer.feed.watch(topic, {
      read: () => Promise.resolve({}),
      applySnapshot: () => undefined,
      applyFrame: () => undefined,
    })
    const newcomer = openViewer({ gatewayUrl: gateway.url, token, surveyId: study.surveyId })
    onTestFinished(() => newcomer.close())
    return () => newcomer.isLive() && topicPhase(viewer.feed.getSnapshot(), topic) === 'following'
  }

  /** How long it takes from now until everything works, by what. */
  /** Everything that took longer than promised. */
  const late = (backAfter: Record<string, number>) => {
    const withinMs = promised(BACK_WITHIN_MS)
    return Object.entries(backAfter).filter(([, afterMs]) => afterMs > withinMs)
  }

  const backAfterMs = async (isMoreOpen: () => boolean): Promise<Record<string, number>> => {
    const acknowledged = crowd.acknowledged
    const [api, links, table, more, health] = await Promise.all([
      until('the API answers', 30_000, async () => (await ask('GET', '/v1/projects')).status === 200),
      until('respondents are acknowledged', 30_000, () => crowd.acknowledged > acknowledged),
      until(
        'the table is live',
        30_000,
        () => viewer.isLive(),
        () => [viewer.freshness(), viewer.feed.getSnapshot().context],
      ),
      until('the topics opened in between are live too', 30_000, isMoreOpen),
      until('/healthz says so', 30_000, isUp),
    ])
    return { api, links, table, more, health }
  }

  return { study, gateway, token, viewer, crowd, wrongWhileAway, openMore, backAfterMs, late }
}

test(
  'F2: with PostgreSQL stopped for 30 s, and hanging for 8 s, everything is answered 503 with Retry-After, tables show that they are old, and all is back within 5 s',
  { timeout: 180_000 },
  async () => {
    const desk = await openDesk()
    const { viewer, crowd } = desk
    await crowd.acknowledgedMore(50)
    await until('the table is live', 10_000, () => viewer.isLive())

    await server.stop()
    const stopped = desk.wrongWhileAway(30_000)
    const staleAfterMs = await until('the table says that it is old', 20_000, () => viewer.freshness() !== 'live')
    const isMoreOpen = desk.openMore()
    const { asked, wrong } = await stopped
    expect([viewer.freshness(), wrong]).toEqual(['delayed', []])
    await server.start()
    const back = await desk.backAfterMs(isMoreOpen)
    expect(desk.late(back)).toEqual([])

    // the same again with a server that hangs: connections stay open and nothing answers
    await crowd.acknowledgedMore(50)
    server.freeze()
    const hanging = await desk.wrongWhileAway(8_000)
    server.thaw()
    expect(hanging.wrong).toEqual([])
    const backFromHanging = await desk.backAfterMs(isMoreOpen)
    expect(desk.late(backFromHanging)).toEqual([])

    await crowd.acknowledgedMore(50)
    await crowd.leave()
    await expectStoredOnce(server.database, crowd)
    expect([...crowd.refusals.keys(), crowd.withoutRetryAfter]).toEqual([503, 0])
    await expectNoDrift(server.database)
    const served = await readTable(desk.gateway.url, desk.token, desk.study.surveyId)
    await until(
      'the open table shows what the server has',
      10_000,
      () => viewer.table().totals.figures_version === served.totals.figures_version,
      () => viewer.table(),
    )
    expect([viewer.table(), breaksIn(viewer.heard)]).toEqual([served, []])
    viewer.close()
    process.stdout.write(
      `F2: ${asked} answers of 503 while stopped, old after ${staleAfterMs} ms, back after ${JSON.stringify(back)} ms; ${hanging.asked} while hanging, back after ${JSON.stringify(backFromHanging)} ms\n`,
    )
  },
)
