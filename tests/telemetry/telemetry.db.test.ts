import { startGateway, type RunningGateway } from '@desk/gateway/gateway'
import { startPlatform, type RunningPlatform } from '@desk/platform/app/server'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { testSettings } from '@desk/platform/testing/settings'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signIn, watchedStudy } from '../faults/stage/study.ts'
import { startCollector, type TestCollector } from './collector.ts'

const fresh = useDatabase()
const FEED_TOKEN = 'the-feed-token-of-telemetry-0123456789'
const NO_SUCH_PORT = 'http://127.0.0.1:1'
const EXPORTED_WITHIN_MS = 15_000

interface TracedDesk {
  readonly gateway: RunningGateway
  readonly platform: RunningPlatform
  readonly log: { readonly level: number; readonly msg: string }[]
  /** Stops both, which sends the rest. */
  stop(): Promise<void>
}

async function startDesk(endpoint: string | undefined, sampledShare = 1): Promise<TracedDesk> {
  const log: TracedDesk['log'] = []
  const logger = pino({ level: 'info' }, { write: line => void log.push(JSON.parse(line)) })
  const telemetry =
    endpoint === undefined
      ? undefined
      : { endpoint, headers: { authorization: 'Bearer of-the-operator' }, sampledShare }
  const platform = await startPlatform({
    database: fresh().database,
    settings: testSettings({ feedToken: FEED_TOKEN }),
    log: logger,
    port: 0,
    metricsPort: 0,
    telemetry,
    sweeps: null,
  })
  const gateway = await startGateway({
    port: 0,
    platformUrl: platform.url,
    feedToken: FEED_TOKEN,
    webRoot: '/nowhere',
    log: logger,
    metricsPort: 0,
    telemetry,
  })
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => (stopped ??= gateway.stop().then(() => platform.stop()))
  onTestFinished(stop)
  return { gateway, platform, log, stop }
}

const HEADERS = { 'X-Requested-With': 'XMLHttpRequest' }
const figureOf = async (port: number | null, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}
const spansOf = (collector: TestCollector, traceId: string | null) =>
  collector.spans().filter(span => span.traceId === traceId)

test('a request is one trace, whose id is the answer’s request id: the gateway’s span, below it the platform’s, below that the steps with the database', async () => {
  const collector = await startCollector()
  const study = await watchedStudy(fresh().database, 1)
  const desk = await startDesk(`${collector.url}/otlp/`)
  const token = await signIn(desk.gateway.url, study.username)
  const read = await fetch(`${desk.gateway.url}/v1/users?page=1`, {
    headers: { ...HEADERS, Authorization: `Bearer ${token}`, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  })
  const missing = await fetch(`${desk.gateway.url}/v1/surveys/987654321`, {
    headers: { ...HEADERS, Authorization: `Bearer ${token}` },
  })
  const { request_id: missingId } = (await missing.json()) as { request_id: string } // every error has one
  const entry = await fetch(`${desk.gateway.url}/entry/${study.sourceId}?sup=${study.supplierId}&rid=r-1`, {
    redirect: 'manual',
  })
  await desk.stop()

  const id = read.headers.get('x-request-id')
  const spans = spansOf(collector, id)
  const ofGateway = spans.find(({ service }) => service === 'sample-desk-gateway')
  const ofPlatform = spans.find(({ parentSpanId }) => parentSpanId === ofGateway?.spanId)
  const ok = { 'http.request.method': 'GET', 'http.route': '/v1/users', 'http.response.status_code': read.status }
  expect([id, ofGateway, ofPlatform]).toEqual([
    expect.stringMatching(/^[\da-f]{32}$/),
    {
      service: 'sample-desk-gateway',
      traceId: id,
      spanId: expect.any(String),
      parentSpanId: '',
      name: 'GET /v1/users',
      attributes: ok,
    },
    {
      service: 'sample-desk-platform',
      traceId: id,
      spanId: expect.any(String),
      parentSpanId: ofGateway?.spanId,
      name: 'GET /v1/users',
      attributes: ok,
    },
  ])
  const below = spans.filter(span => span !== ofGateway && span !== ofPlatform)
  expect(below.map(({ name }) => name)).toContain('Database.readAsAccount')
  const ids = new Set(spans.map(({ spanId }) => spanId))
  expect(below.filter(({ parentSpanId }) => !ids.has(parentSpanId))).toEqual([])
  expect(spansOf(collector, 'a'.repeat(32))).toEqual([])

  const inBrief = (traceId: string | null) =>
    spansOf(collector, traceId)
      .filter(({ attributes }) => 'http.route' in attributes)
      .map(({ service, name, attributes }) => `${service}: ${name} ${String(attributes['http.response.status_code'])}`)
      .toSorted()
  expect([missing.headers.get('x-request-id'), inBrief(missingId)]).toEqual([
    missingId,
    [
      `sample-desk-gateway: GET /v1/surveys/{} ${missing.status}`,
      `sample-desk-platform: GET /v1/surveys/{} ${missing.status}`,
    ],
  ])
  expect(inBrief(entry.headers.get('x-request-id'))).toEqual([
    'sample-desk-gateway: GET /entry/{} 302',
    'sample-desk-platform: GET /entry/{} 302',
  ])
})

test('the figures of /metrics reach the collector too', async () => {
  const collector = await startCollector()
  const desk = await startDesk(collector.url)
  await fetch(`${desk.gateway.url}/v1/users`, { headers: HEADERS })
  await desk.stop()
  expect([
    collector.metricNames('sample-desk-gateway').filter(name => name.startsWith('desk_gateway_passed_on')),
    collector.metricNames('sample-desk-platform').filter(name => name.startsWith('desk_platform_request')),
  ]).toEqual([['desk_gateway_passed_on_total'], ['desk_platform_requests_total', 'desk_platform_request_seconds']])
})

test('nothing that a caller typed, sent or is known by is in what leaves; the collector gets the operator’s headers alone (S4)', async () => {
  const collector = await startCollector()
  const { database } = fresh()
  const study = await watchedStudy(database, 1)
  const maker = new StudyMaker(database)
  const admin = await maker.user({ accountId: study.accountId, roleId: 1 })
  const desk = await startDesk(collector.url)
  const token = await signIn(desk.gateway.url, admin.username)
  const canary = {
    query: 'canary-query-1',
    rid: 'canary-rid-2',
    cookie: 'canary-cookie-3',
    agent: 'canary-agent-4',
    body: 'canary-body-5',
    resetToken: 'canary-reset-6-0123456789012345678901234567',
    mailName: 'canary-mail-7@example.com',
    hash: 'canary-hash-8',
    path: 'canary-path-9',
    referrer: 'canary-referrer-10',
    baggage: 'canary-baggage-11',
    requestId: 'canary-request-id-12',
    address: '203.0.113.77',
    wrongToken: 'canary-token-13-012345678901234567890123456789',
  }
  const headers = {
    ...HEADERS,
    Cookie: `a=${canary.cookie}`,
    'User-Agent': canary.agent,
    Referer: `https://${canary.referrer}.example/`,
    baggage: `a=${canary.baggage}`,
    'X-Request-Id': canary.requestId,
    'X-Forwarded-For': canary.address,
    b3: `${'c'.repeat(32)}-${'d'.repeat(16)}-1`,
  }
  const statuses: number[] = []
  const call = async (method: string, path: string, own: { token?: string; body?: object } = {}) => {
    const answer = await fetch(desk.gateway.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...headers,
        ...(own.token === undefined ? {} : { Authorization: `Bearer ${own.token}` }),
        ...(own.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(own.body === undefined ? {} : { body: JSON.stringify(own.body) }),
    })
    statuses.push(answer.status)
    return answer
  }
  await call('POST', '/v1/login', { body: { username: admin.username, password: canary.body } })
  await call('GET', `/v1/projects?search=${canary.query}&token=${canary.query}`, { token })
  await call('GET', '/v1/projects', { token: canary.wrongToken })
  const entered = await call('GET', `/entry/${study.sourceId}?sup=${study.supplierId}&rid=${canary.rid}`)
  const rdud = /[?&]id=([0-9a-z]+-[0-9a-f]{32})/.exec(entered.headers.get('location') ?? '')?.[1] ?? 'none'
  await call('GET', `/return?inbound_code=1000&rdud=${rdud}&hash=${canary.hash}`)
  await call('POST', '/v1/reset', { body: { username: canary.mailName } })
  await call('POST', `/v1/reset-password/${canary.resetToken}`, {
    body: { password: canary.body, confirm_password: canary.body },
  })
  const key = await call('POST', '/v1/api-keys', {
    token,
    body: {
      name: canary.body,
      scopes: ['read_studies'],
      expires_in_days: 30,
      confirmation: { present_password: TEST_PASSWORD },
    },
  })
  const { secret } = (await key.json()) as { secret: string } // a new key's
  await call('GET', `/v1/projects?key=${secret}`, { token: secret })
  await call('GET', `/v1/${canary.path}/${secret}`, { token: secret })
  await call('GET', `/${canary.path}?a=${canary.query}`)
  await desk.stop()

  expect(statuses).toEqual([401, 200, 401, 302, 302, 200, 404, 200, 200, 404, 404])
  const everything = JSON.stringify(collector.received.map(({ path, headers: sent, body }) => [path, sent, body]))
  const secrets = [...Object.values(canary), token, secret, rdud, rdud.split('-')[1], admin.username, TEST_PASSWORD]
  expect(secrets.filter(text => text === undefined || everything.includes(text))).toEqual([])
  expect(collector.received.every(({ body }) => !body.includes('127.0.0.1'))).toBe(true)
  // all of it was traced
  const names = new Set(collector.spans().map(({ name }) => name))
  expect(
    [
      'POST /v1/login',
      'GET /entry/{}',
      'GET /return',
      'POST /v1/reset-password/{}',
      'POST /v1/api-keys',
      'GET /{}',
    ].filter(name => !names.has(name)),
  ).toEqual([])
  for (const { headers: sent } of collector.received)
    expect({ ...sent, 'content-length': '', host: '' }).toEqual({
      'user-agent': 'sample-desk',
      authorization: 'Bearer of-the-operator',
      'content-type': 'application/json',
      'content-length': '',
      host: '',
      connection: 'keep-alive',
    })
})

const TROUBLES = [
  ['refuses connections', null],
  ['answers 500', 'answers 500'],
  ['answers 503', 'answers 503'],
  ['hangs', 'hangs'],
] as const

test.each(TROUBLES)(
  'while the collector %s, requests go on, what waits is bounded, and the desk stops in time',
  async (_how, behaviour) => {
    const collector = behaviour === null ? null : await startCollector()
    if (behaviour !== null) collector?.behave(behaviour)
    const desk = await startDesk(collector?.url ?? NO_SUCH_PORT)
    const statuses = new Set<number>()
    // refused before the database is asked, which a busy machine may keep waiting
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => fetch(`${desk.platform.url}/v1/users`).then(answer => answer.status)),
      )
      for (const status of answers) statuses.add(status)
    }
    expect([...statuses]).toEqual([403])
    const { metricsPort } = desk.platform
    const waitingBytes = () => figureOf(metricsPort, 'desk_platform_telemetry_waiting_bytes')
    const warnings = () => desk.log.filter(({ msg }) => msg.includes('does not take traces'))
    // the trouble has begun: one that hangs is noticed by what waits before it is late
    await vi.waitFor(
      async () => expect((await waitingBytes()) > 0 || warnings().length > 0).toBe(true),
      EXPORTED_WITHIN_MS,
    )
    expect(await waitingBytes()).toBeLessThanOrEqual(4 * 1024 * 1024)
    const stoppingMs = performance.now()
    await desk.stop()
    expect(performance.now() - stoppingMs).toBeLessThan(8_000)
    expect(warnings().map(({ level }) => level)).toEqual(warnings().map(() => 40))
    // one of each process at most
    expect(warnings().length).toBeLessThanOrEqual(2)
    expect(desk.log.some(({ msg }) => msg.includes('were dropped'))).toBe(true)
  },
)

test('a collector that comes back gets what waited, and the log says so', async () => {
  const collector = await startCollector()
  collector.behave('answers 503')
  const desk = await startDesk(collector.url)
  const answer = await fetch(`${desk.gateway.url}/v1/users`, { headers: HEADERS })
  const said = (text: string): number => desk.log.filter(({ msg }) => msg.includes(text)).length
  await vi.waitFor(() => expect(said('does not take traces')).toBe(2), EXPORTED_WITHIN_MS)
  const before = collector.received.length
  collector.behave('takes')
  await vi.waitFor(() => expect(said('takes traces again')).toBe(2), EXPORTED_WITHIN_MS)
  expect(await figureOf(desk.platform.metricsPort, 'desk_platform_spans_dropped_total')).toBe(0)
  expect(await figureOf(desk.gateway.metricsPort, 'desk_gateway_spans_dropped_total')).toBe(0)
  await desk.stop()
  const id = answer.headers.get('x-request-id')
  const after = JSON.stringify(collector.received.slice(before))
  expect([after.includes(`\\"traceId\\":\\"${id}\\"`), said('were dropped')]).toEqual([true, 0])
})

test('without the setting nothing is connected to, and requests have ids all the same', async () => {
  const collector = await startCollector()
  const desk = await startDesk(undefined)
  const answer = await fetch(`${desk.gateway.url}/v1/users`, { headers: HEADERS })
  const { request_id: id } = (await answer.json()) as { request_id: string } // every error has one
  await desk.stop()
  expect([id === answer.headers.get('x-request-id'), /^[\da-f]{32}$/.test(id), collector.connections()]).toEqual([
    true,
    true,
    0,
  ])
})

test('a share of nothing records nothing: the platform follows what the gateway decided', async () => {
  const collector = await startCollector()
  const desk = await startDesk(collector.url, 0)
  await fetch(`${desk.gateway.url}/v1/users`, { headers: HEADERS })
  await desk.stop()
  expect(collector.spans()).toEqual([])
})
