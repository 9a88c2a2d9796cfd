import { WEBHOOKS_MAX } from '@desk/schema/webhooks/webhook'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import { openEgress } from '#kernel/egress/egress'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { usePlatform, type Answer } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { startWebhooks } from './start-webhooks.ts'
import { Receiver } from '#kernel/egress/testing/receiver'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })
const strict = usePlatform()
let on: Stage
let admin: Ask

const PATH = '/v1/webhooks'
const CONFIRMED = { confirmation: { present_password: TEST_PASSWORD } }
const FORM = {
  description: 'Our warehouse',
  url: 'https://hooks.example/desk',
  kinds: ['status.changed'],
  is_on: true,
}

beforeAll(async () => {
  on = await stage(platform())
  admin = await askAs(platform(), on.make, {
    accountId: on.study.accountId,
    roleId: 1,
    firstname: 'Ana',
    lastname: 'Silva',
  })
})

/** An admin of an account of its own. */
const newAdmin = async (): Promise<Ask> =>
  askAs(platform(), on.make, { accountId: await on.make.account({ name: 'Gamma' }), roleId: 1 })
const create = (ask: Ask, form: object = {}) => ask('POST', PATH, { ...FORM, ...form, ...CONFIRMED })
async function made(ask: Ask, form: object = {}) {
  const { status, body } = await create(ask, form)
  expect(status).toBe(200)
  return body
}
async function receiver(): Promise<Receiver> {
  const started = await Receiver.start()
  onTestFinished(() => started.stop())
  return started
}
const faults = ({ status, body }: Answer) => [status, body.details]

/** The platform's worker, as server.ts starts it. */
function deliver() {
  const egress = openEgress({ networks: ['127.0.0.0/8'] })
  const worker = startWebhooks({
    database: platform().database,
    egress,
    secretKey: 'secret-key-of-the-tests-0123456789',
    log: pino({ level: 'silent' }),
    publicUrl: 'https://desk.example',
    send: async () => {},
  })
  onTestFinished(async () => {
    await worker.stop()
    await egress.close()
  })
}

describe('an endpoint', () => {
  test('shows its secret when it is made and when that is rotated, and nowhere else', async () => {
    const ask = await newAdmin()
    const { secret, ...shown } = await made(ask)
    expect([secret, shown]).toEqual([
      expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      {
        webhook_id: expect.any(Number),
        ...FORM,
        filter_scope: null,
        filter_id: null,
        filter_name: null,
        off_reason: null,
        failing_since: null,
        last_fault: null,
        retry_at: null,
        waiting: 0,
        secret_ends_with: secret.slice(-5, -1),
        old_secret_until: null,
        created_at: expect.any(String),
        created_by: 'Ada Byron',
        version: 1,
      },
    ])
    const at = `${PATH}/${shown.webhook_id}`
    const beforeMs = Date.now()
    const { body: rotated } = await ask('POST', `${at}/secret`, CONFIRMED)
    const untilMs = Date.parse(rotated.old_secret_until)
    expect([rotated.secret !== secret, rotated.secret_ends_with, Math.round((untilMs - beforeMs) / 3_600_000)]).toEqual(
      [true, rotated.secret.slice(-5, -1), 24],
    )
    const everything = JSON.stringify([
      (await ask('GET', PATH)).body,
      (await ask('GET', `${at}/deliveries`)).body,
      (await ask('GET', `/v1/history/webhook/${shown.webhook_id}`)).body,
      (await ask('PUT', at, FORM)).body,
      (
        await platform().database.asSystem(tx =>
          sql`select encode(secret, 'escape') as one, encode(old_secret, 'escape') as two from webhook where webhook_id = ${shown.webhook_id}`.execute(
            tx,
          ),
        )
      ).rows,
    ])
    expect([everything.includes(secret), everything.includes(rotated.secret)]).toEqual([false, false])
  })

  test('is edited with its version, switched off and on, and deleted, each with a line of its history', async () => {
    const ask = await newAdmin()
    const { webhook_id: id } = await made(ask)
    const at = `${PATH}/${id}`
    const first = await ask('PUT', at, { ...FORM, description: ' Renamed ', version: 1 })
    const stale = await ask('PUT', at, { ...FORM, is_on: false, version: 1 })
    const off = await ask('PUT', at, { ...FORM, description: 'Renamed', is_on: false, version: 2 })
    expect([
      [first.status, first.body.description, first.body.version],
      [stale.status, stale.body.reason, stale.body.current.description],
      [off.status, off.body.is_on, off.body.version],
      (await ask('DELETE', at)).status,
      (await ask('DELETE', at)).status,
      (await ask('GET', PATH)).body,
    ]).toEqual([[200, 'Renamed', 2], [409, 'stale_version', 'Renamed'], [200, false, 3], 204, 404, []])
    const { body: history } = await ask('GET', `/v1/history/webhook/${id}`)
    expect(
      history.map(({ act, changes }: { act: string; changes: { field: string }[] }) => [
        act,
        changes.map(({ field }) => field),
      ]),
    ).toEqual([
      ['deleted', ['description', 'url', 'kinds', 'is_on', 'secret']],
      ['edited', ['is_on']],
      ['edited', ['description']],
      ['created', ['description', 'url', 'kinds', 'is_on', 'secret']],
    ])
  })

  test('has a description, an https address outside and kinds; other values are named at their fields (§5.28)', async () => {
    const fault = (path: string[], message: string) => [422, [{ path, message }]]
    const refused: Answer[] = []
    // one after the other: confirmations under way at once count as tries
    for (const form of [
      { description: ' ' },
      { url: '' },
      { url: 'ftp://hooks.example/' },
      { url: 'https://user:pass@hooks.example/' },
      { url: 'https://hooks.example/#part' },
      { url: 'https://10.0.0.7/' },
      { url: 'https://[::ffff:169.254.169.254]/' },
      { url: 'https://2130706433/x'.replace('2130706433', '3232235777') },
      { kinds: [] },
      { filter_scope: 'project', filter_id: 999_999 },
      { filter_scope: 'survey' },
      { filter_id: 1 },
    ])
      refused.push(await create(admin, form))
    const none = 'ID must be that of a project, survey, source or supplier of this account'
    const inside = 'Endpoint URL must not lie inside the desk’s own network'
    expect(refused.map(faults)).toEqual([
      fault(['description'], 'Description is required'),
      fault(['url'], 'Endpoint URL is required'),
      fault(['url'], 'Endpoint URL must begin with https://'),
      fault(['url'], 'Endpoint URL must not carry a user name'),
      fault(['url'], 'Endpoint URL must not have a part behind #'),
      fault(['url'], inside),
      fault(['url'], inside),
      fault(['url'], inside),
      fault(['kinds'], 'Choose at least one kind of event'),
      fault(['filter_id'], none),
      fault(['filter_id'], none),
      fault(['filter_id'], none),
    ])
    const strictAdmin = await stage(strict())
    const { body } = await strictAdmin.advanced('POST', PATH, { ...FORM, url: 'http://hooks.example/', ...CONFIRMED })
    expect(body.details).toEqual([{ path: ['url'], message: 'Endpoint URL must begin with https://' }])
    const { body: loopback } = await strictAdmin.advanced('POST', PATH, {
      ...FORM,
      url: 'https://127.0.0.1/',
      ...CONFIRMED,
    })
    expect(loopback.details).toEqual([{ path: ['url'], message: inside }])
  })

  test('of another account’s project is refused, and another account’s endpoint does not exist', async () => {
    const { webhook_id: id } = await made(admin)
    const foreign = await create(on.otherAccount, { filter_scope: 'project', filter_id: on.study.projectId })
    expect([
      faults(foreign),
      (await on.otherAccount('GET', PATH)).body,
      (await on.otherAccount('PUT', `${PATH}/${id}`, FORM)).status,
      (await on.otherAccount('GET', `${PATH}/${id}/deliveries`)).status,
      (await on.otherAccount('POST', `${PATH}/${id}/test`)).status,
      (await on.otherAccount('GET', `/v1/history/webhook/${id}`)).status,
      (await on.plain('GET', PATH)).status,
      (await on.plain('GET', `/v1/history/webhook/${id}`)).status,
    ]).toEqual([
      [
        422,
        [{ path: ['filter_id'], message: 'ID must be that of a project, survey, source or supplier of this account' }],
      ],
      [],
      404,
      404,
      404,
      404,
      403,
      404,
    ])
  })

  test(`is one of at most ${WEBHOOKS_MAX}`, async () => {
    const ask = await newAdmin()
    const { webhook_id: id } = await made(ask)
    await platform().database.asSystem(tx =>
      sql`insert into webhook (account_id, description, url, kinds, is_on, secret, secret_ends_with, created_at)
          select account_id, description, url, kinds, false, secret, secret_ends_with, created_at from webhook, generate_series(2, ${WEBHOOKS_MAX})
          where webhook_id = ${id}`.execute(tx),
    )
    const { status, body } = await create(ask)
    expect([status, body.reason]).toEqual([409, 'too_many'])
  })
})

describe('messages', () => {
  test('a test is sent at once, past the queue, signed, and logged with how it went', async () => {
    const hook = await receiver()
    const ask = await newAdmin()
    const { webhook_id: id, secret } = await made(ask, { url: hook.url, is_on: false })
    const good = await ask('POST', `${PATH}/${id}/test`)
    hook.answer = response => void response.writeHead(418).end('a \0 teapot')
    const bad = await ask('POST', `${PATH}/${id}/test`)
    expect([good.body, bad.body]).toEqual([
      { at: expect.any(String), status: 204, ms: expect.any(Number), fault: null, answer: '' },
      {
        at: expect.any(String),
        status: 418,
        ms: expect.any(Number),
        fault: 'It answered 418; a delivery is any 2xx.',
        answer: 'a  teapot',
      },
    ])
    expect(hook.verified(secret)[0]).toEqual({
      id: hook.ids[0],
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { webhook_id: id, sent_by: 'Ada Byron' },
    })
    const { body: log } = await ask('GET', `${PATH}/${id}/deliveries`)
    expect(log).toEqual(
      [bad, good].map(({ body }, at) => ({
        number: 2 - at,
        event_id: hook.ids[1 - at],
        kind: 'webhook.test',
        state: at === 0 ? 'failed' : 'delivered',
        queued_at: expect.any(String),
        replay_of: null,
        attempts_count: 1,
        attempts: [body],
        body: hook.received[1 - at]?.body,
      })),
    )
    expect((await ask('GET', `${PATH}/${id}/deliveries?state=failed&limit=1`)).body.length).toBe(1)
    expect(
      (await ask('GET', `${PATH}/${id}/deliveries?before=2`)).body.map(({ number }: { number: number }) => number),
    ).toEqual([1])
  })

  test('a change reaches the endpoint by the running platform, and is replayed, by itself and by its time, under its id', async () => {
    deliver()
    const hook = await receiver()
    const { webhook_id: id, secret } = await made(admin, { url: hook.url })
    const { surveyId } = on.study
    const change = async (statusid: number) => {
      const { body } = await admin('GET', `/v1/statuses/survey/${surveyId}`)
      const { status } = await admin('PATCH', '/v1/survey-streams', {
        scope: 'survey',
        id: surveyId,
        statusid,
        version: body.status.version,
      })
      expect(status).toBe(200)
    }
    const from = new Date(Date.now() - 60_000).toISOString()
    await change(STATUS_CODES.paused)
    await change(STATUS_CODES.live)
    await hook.receives(2)
    const at = `${PATH}/${id}`
    expect((await admin('POST', `${at}/replays`, { number: 1 })).body).toEqual({ queued: 1 })
    await hook.receives(3)
    const to = new Date(Date.now() + 60_000).toISOString()
    expect((await admin('POST', `${at}/replays`, { from, to })).body).toEqual({ queued: 2 })
    await hook.receives(5)
    const [first, second] = hook.ids
    expect([hook.ids, hook.verified(secret).map(({ data }) => data['to'])]).toEqual([
      [first, second, first, first, second],
      [2, 1, 2, 2, 1],
    ])
    const { body: log } = await admin('GET', `${at}/deliveries`)
    expect(
      log.map(({ number, replay_of }: { number: number; replay_of: number | null }) => [number, replay_of]),
    ).toEqual([
      [5, 2],
      [4, 1],
      [3, 1],
      [2, null],
      [1, null],
    ])
    const refused = [
      await admin('POST', `${at}/replays`, {}),
      await admin('POST', `${at}/replays`, { from }),
      await admin('POST', `${at}/replays`, { from: to, to: from }),
      await admin('POST', `${at}/replays`, { number: 99 }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 404])
    await admin('PUT', at, { ...FORM, url: hook.url, is_on: false })
    const off = await admin('POST', `${at}/replays`, { number: 1 })
    expect([off.status, off.body.reason]).toEqual([409, 'off'])
  })
})
