import { startGateway } from '@desk/gateway/gateway'
import { startPlatform } from '@desk/platform/app/server'
import { ScriptedModel, type Said } from '@desk/platform/assistant/testing/scripted-model'
import { openEgress } from '@desk/platform/kernel/egress/egress'
import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { startWebhooks } from '@desk/platform/nouns/webhooks/start-webhooks'
import {
  FAKE_SECRET,
  FAKE_TENANT,
  FakeReportService,
  json,
  type Misbehaviour,
} from '@desk/platform/reports/embedded/testing/fake-report-service'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { testSettings } from '@desk/platform/testing/settings'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCollector } from './collector.ts'

const fresh = useDatabase()
const FEED_TOKEN = 'the-feed-token-of-secrets-0123456789'
const SECRET_KEY = 'secret-key-CANARY-of-the-platform-0123456789'
const MODEL_KEY = 'sk-CANARY-of-the-model-0123'
const COLLECTOR_KEY = 'CANARY-of-the-collector'
const UUID = '11111111-2222-4333-8444-555555555555'

const answers =
  (status: number, text: string, headers = {}): Said & Misbehaviour =>
  response =>
    void response.writeHead(status, headers).end(text)
/** The answers of failing services; several give back the request. */
const MODEL_FAULTS: readonly Said[] = [
  answers(401, `{"error":{"message":"Incorrect API key provided: ${MODEL_KEY}"}}`),
  answers(429, MODEL_KEY),
  answers(500, MODEL_KEY),
  answers(307, '', { location: `https://elsewhere.example/?key=${MODEL_KEY}` }),
  answers(200, `data: {"error":"${MODEL_KEY}"\n\n`, { 'content-type': 'text/event-stream' }),
  answers(200, MODEL_KEY, { 'content-type': MODEL_KEY }),
  response => void response.destroy(),
  () => {},
]
const REPORT_FAULTS: readonly Misbehaviour[] = [
  response => json(response, 401, { error: 'invalid_client', error_description: FAKE_SECRET }),
  answers(500, FAKE_SECRET),
  answers(302, '', { location: `https://elsewhere.example/?secret=${FAKE_SECRET}` }),
  answers(200, FAKE_SECRET),
  response => void response.destroy(),
  () => {},
]

/** The services that a desk is connected to, with their keys. */
async function services() {
  const [model, reports, collector, receiver] = [
    await ScriptedModel.start(),
    new FakeReportService(),
    await startCollector(),
    await Receiver.start(),
  ]
  const reportUrl = await reports.start()
  onTestFinished(async () => {
    await model.stop()
    await reports.stop()
    await receiver.stop()
  })
  return { model, reports, reportUrl, collector, receiver }
}

/** A desk of two processes whose log is stored whole, at its most talkative. */
async function startDesk({ model, reportUrl, collector }: Awaited<ReturnType<typeof services>>) {
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: line => void log.push(line) })
  const telemetry = {
    endpoint: collector.url,
    headers: { authorization: `Bearer ${COLLECTOR_KEY}` },
    sampledShare: 1,
  }
  const networks = ['127.0.0.0/8']
  const platform = await startPlatform({
    database: fresh().database,
    settings: testSettings({
      feedToken: FEED_TOKEN,
      secretKey: SECRET_KEY,
      egressNetworks: networks,
      modelService: model.settings({ apiKey: MODEL_KEY, timeoutMs: 300 }),
      reportService: {
        tenantId: FAKE_TENANT,
        clientId: 'desk',
        clientSecret: FAKE_SECRET,
        loginUrl: reportUrl,
        apiUrl: reportUrl,
        timeoutMs: 300,
      },
    }),
    log: logger,
    port: 0,
    metricsPort: 0,
    telemetry,
    sweeps: null,
  })
  const egress = openEgress({ networks })
  const webhooks = startWebhooks({
    database: fresh().database,
    egress,
    secretKey: SECRET_KEY,
    log: logger,
    publicUrl: 'https://desk.example',
    send: async () => {},
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
  const stop = async (): Promise<void> => {
    await gateway.stop()
    await webhooks.stop()
    await egress.close()
    await platform.stop()
  }
  return { gateway, log, stop }
}

/** Signs users in, and keeps every answer that they get. */
function callsTo(url: string) {
  const answered: string[] = []
  const call = async (method: string, path: string, { token, body }: { token?: string; body?: object } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    answered.push(JSON.stringify([...answer.headers]) + text)
    return { status: answer.status, text, lines: text.split('\n').filter(line => line.startsWith('{')) }
  }
  const signIn = async (username: string): Promise<string> =>
    JSON.parse((await call('POST', '/v1/login', { body: { username, password: TEST_PASSWORD } })).text).AccessToken
  return { answered, call, signIn }
}

/** The forms that a secret may have in a text. */
const forms = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
  Buffer.from(secret).toString('hex'),
]

test('keys of services and webhooks are in no log, trace, metric, error or answer, whatever the services do (§7.2, §7.30, §7.31)', async () => {
  const around = await services()
  const { model, reports, collector, receiver } = around
  const desk = await startDesk(around)
  const { answered, call, signIn } = callsTo(desk.gateway.url)
  const maker = new StudyMaker(fresh().database)
  const house = await maker.account({ name: 'House', isStaff: true })
  const accountId = await maker.account({ parentAccountId: house })
  const superAdmin = await signIn((await maker.user({ accountId: house, roleId: 3 })).username)
  const userOf = async () => signIn((await maker.user({ accountId, roleId: 1 })).username)
  const token = await userOf()

  const fallbacks: unknown[] = []
  for (const fault of MODEL_FAULTS)
    for (const is_streamed of [false, true]) {
      model.script = () => fault
      const { lines } = await call('POST', '/v1/llm', { token, body: { question: 'how is it going?', is_streamed } })
      const { fallback, conversation_id: id } = JSON.parse(lines.at(-1) ?? '{}')
      fallbacks.push(fallback)
      await call('GET', `/v1/llm/conversations/${id}/answers/1/sent`, { token })
    }
  await call('GET', '/v1/llm/settings', { token })
  expect([fallbacks.includes(null), new Set(model.seen.map(({ headers }) => headers.authorization))]).toEqual([
    false,
    new Set([`Bearer ${MODEL_KEY}`]),
  ])

  const { text } = await call('GET', '/v1/embedded-reports', { token: superAdmin })
  const settings = { workspace_id: UUID, defender_breakdown: UUID, version: JSON.parse(text).version }
  await call('PUT', '/v1/embedded-reports', { token: superAdmin, body: settings })
  await call('PUT', `/v1/dashboards/${accountId}`, { token: superAdmin, body: { embedded_reports_flg: true } })
  const shown: unknown[] = []
  for (const step of ['login', 'report', 'token'] as const) {
    for (const fault of REPORT_FAULTS) {
      reports.misbehave(step, fault)
      // each has a failure of their own
      shown.push(JSON.parse((await call('GET', '/v1/pbi-authentication', { token: await userOf() })).text).show)
      await call('POST', '/v1/embedded-reports/check', { token: superAdmin })
    }
    reports.misbehave(step)
  }
  expect([shown.length, shown.includes(true)]).toEqual([18, false])
  expect(reports.asked.some(({ body }) => body.includes(FAKE_SECRET))).toBe(true)

  receiver.answer = response => void response.writeHead(500).end(JSON.stringify(receiver.received.at(-1)?.headers))
  const made = await call('POST', '/v1/webhooks', {
    token,
    body: {
      description: 'Ours',
      url: receiver.url,
      kinds: ['status.changed'],
      is_on: true,
      confirmation: { present_password: TEST_PASSWORD },
    },
  })
  const { secret, webhook_id: webhook } = JSON.parse(made.text)
  // once, to its maker
  answered.pop()
  await call('POST', `/v1/webhooks/${webhook}/test`, { token })
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), { timeout: 15_000 })
  await vi.waitFor(
    async () => expect((await call('GET', `/v1/webhooks/${webhook}/deliveries`, { token })).text).toContain('500'),
    { timeout: 5_000 },
  )
  for (const path of ['/v1/webhooks', `/v1/history/webhook/${webhook}`, '/v1/audit-log'])
    await call('GET', path, { token })

  await desk.stop()
  const places = {
    'an answer': answered.join('\n'),
    'the log': desk.log.join('\n'),
    'a trace or metric': collector.received.map(({ body }) => body).join('\n'),
  }
  expect([places['the log'].length > 10_000, collector.spans().length > 100]).toEqual([true, true])
  const secrets = { MODEL_KEY, FAKE_SECRET, SECRET_KEY, FEED_TOKEN, COLLECTOR_KEY, access: reports.access, secret }
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, value]) =>
      forms(String(value)).some(form => text.includes(form)) ? [`${name} is in ${place}`] : [],
    ),
  )
  expect(found).toEqual([])
}, 120_000)
