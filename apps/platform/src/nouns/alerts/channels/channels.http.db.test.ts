import { ALERT_CHANNELS_MAX } from '@desk/schema/alerts/alert-channel'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Receiver } from '#kernel/egress/testing/receiver'
import { usePlatform, type Answer } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })
const strict = usePlatform()
let on: Stage
let admin: Ask

const PATH = '/v1/alert-channels'
const URL = 'https://hooks.slack.com/services/T0000/B0000/abcdefghijklWXYZ'
const FORM = { name: 'Field team', kind: 'slack', url: URL }

beforeAll(async () => {
  on = await stage(platform())
  admin = await newAdmin()
})

/** An admin of an account of its own. */
const newAdmin = async (): Promise<Ask> =>
  askAs(platform(), on.make, { accountId: await on.make.account({ name: 'Gamma' }), roleId: 1 })
async function made(ask: Ask, form: object = {}) {
  const { status, body } = await ask('POST', PATH, { ...FORM, ...form })
  expect(status).toBe(200)
  return body
}
async function receiver(): Promise<Receiver> {
  const started = await Receiver.start()
  onTestFinished(() => started.stop())
  return started
}
const faults = ({ status, body }: Answer) => [status, body.details]

describe('a channel', () => {
  test('never shows its address again, in no answer, history, audit log or row (promises S10)', async () => {
    const ask = await newAdmin()
    const channel = await made(ask)
    expect(channel).toEqual({
      alert_channel_id: expect.any(Number),
      name: 'Field team',
      kind: 'slack',
      url_hint: 'hooks.slack.com …WXYZ',
      waiting: 0,
      last_sent_at: null,
      last_failed_at: null,
      last_fault: null,
      stopped_at: null,
      stopped_reason: null,
      created_at: expect.any(String),
      created_by: 'Ada Byron',
      version: 1,
    })
    const id = channel.alert_channel_id
    const other = `${URL}-another-9876`
    const { body: changed } = await ask('PUT', `${PATH}/${id}`, { ...FORM, url: other, version: 1 })
    expect([changed.url_hint, changed.version]).toEqual(['hooks.slack.com …9876', 2])
    const stale = await ask('PUT', `${PATH}/${id}`, { ...FORM, name: 'Late', version: 1 })
    expect([stale.status, stale.body.current]).toEqual([409, changed])
    const answers = [
      (await ask('GET', PATH)).body,
      stale.body,
      (await ask('GET', `/v1/history/alert_channel/${id}`)).body,
      (await ask('GET', '/v1/audit-log?scope=alert_channel')).body,
      (
        await platform().database.asSystem(tx =>
          sql`select encode(url, 'escape') as url, url_hint from alert_channel where alert_channel_id = ${id}`.execute(
            tx,
          ),
        )
      ).rows,
    ]
    expect(answers.map(answer => /T0000|abcdefghijkl|another/.test(JSON.stringify(answer)))).toEqual(
      answers.map(() => false),
    )
    const { body: history } = await ask('GET', `/v1/history/alert_channel/${id}`)
    expect(history.map(({ act, changes }: { act: string; changes: object[] }) => [act, changes])).toEqual([
      ['edited', [{ field: 'url', from: 'hooks.slack.com …WXYZ', to: 'hooks.slack.com …9876' }]],
      [
        'created',
        [
          { field: 'name', from: null, to: 'Field team' },
          { field: 'kind', from: null, to: 'Slack' },
          { field: 'url', from: null, to: 'hooks.slack.com …WXYZ' },
        ],
      ],
    ])
  })

  test('keeps its address when an edit names none, and wants another with another kind', async () => {
    const hook = await receiver()
    const { alert_channel_id: id } = await made(admin, { url: hook.url })
    const renamed = await admin('PUT', `${PATH}/${id}`, { name: ' Renamed ', kind: 'slack', version: 1 })
    expect([renamed.body.name, renamed.body.version]).toEqual(['Renamed', 2])
    expect((await admin('POST', `${PATH}/${id}/test`)).body.fault).toBe(null)
    expect(hook.received.length).toBe(1)
    expect(faults(await admin('PUT', `${PATH}/${id}`, { name: 'Renamed', kind: 'teams' }))).toEqual([
      422,
      [{ path: ['url'], message: 'A channel of another kind has an address of its own' }],
    ])
    expect((await admin('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await admin('DELETE', `${PATH}/${id}`)).status).toBe(404)
  })

  const LABEL = 'Webhook address'
  test.each([
    [{ url: '' }, 'url', `${LABEL} is required`],
    [{ url: undefined }, 'url', `${LABEL} is required`],
    [{ url: 'ftp://hooks.slack.com/x' }, 'url', `${LABEL} must begin with https://`],
    [{ url: 'https://user@hooks.slack.com/x' }, 'url', `${LABEL} must not carry a user name`],
    [{ url: 'https://10.0.0.1/x' }, 'url', `${LABEL} must not lie inside the desk’s own network`],
    [{ url: 'https://[::1]/x' }, 'url', `${LABEL} must not lie inside the desk’s own network`],
    [{ name: ' ' }, 'name', 'Name is required'],
  ])('with %j is refused', async (wrong, field, message) => {
    expect(faults(await admin('POST', PATH, { ...FORM, ...wrong }))).toEqual([422, [{ path: [field], message }]])
  })

  test('goes by https where no inner network is opened', async () => {
    const other = await stage(strict())
    const url = 'http://hooks.slack.com/services/x'
    expect(faults(await other.advanced('POST', PATH, { ...FORM, url }))).toEqual([
      422,
      [{ path: ['url'], message: `${LABEL} must begin with https://` }],
    ])
  })

  test('is its account’s and its admins’ alone', async () => {
    const { alert_channel_id: id } = await made(on.advanced)
    const rule = { name: 'R', kinds: ['auto_paused'], scope: 'all', digest: true, is_on: true, own: false }
    expect([
      (await on.otherAccount('GET', PATH)).body,
      (await on.otherAccount('PUT', `${PATH}/${id}`, FORM)).status,
      (await on.otherAccount('POST', `${PATH}/${id}/test`)).status,
      (await on.otherAccount('DELETE', `${PATH}/${id}`)).status,
      (await on.otherAccount('POST', '/v1/alert-rules', { ...rule, channel_ids: [id] })).status,
      (await on.otherAccount('GET', `/v1/history/alert_channel/${id}`)).status,
      (await on.plain('GET', PATH)).status,
      (await on.plain('POST', PATH, FORM)).status,
      (await on.defender('GET', PATH)).status,
    ]).toEqual([[], 404, 404, 404, 422, 404, 403, 403, 403])
    const { body: posting } = await on.advanced('POST', '/v1/alert-rules', { ...rule, channel_ids: [id, id] })
    expect(posting.channel_ids).toEqual([id])
    expect((await on.advanced('DELETE', `${PATH}/${id}`)).status).toBe(204)
    const after = (await on.advanced('GET', '/v1/alert-rules')).body.find(
      (each: { alert_rule_id: number }) => each.alert_rule_id === posting.alert_rule_id,
    )
    expect([after.channel_ids, after.version]).toEqual([[], 2])
  })

  test(`is one of at most ${ALERT_CHANNELS_MAX}`, async () => {
    const ask = await newAdmin()
    for (let n = 0; n < ALERT_CHANNELS_MAX; n++) await made(ask, { name: `Channel ${n}` })
    const { status, body } = await ask('POST', PATH, FORM)
    expect([status, body.reason]).toEqual([409, 'too_many'])
  })
})

describe('a test', () => {
  test('is posted at once, and says how it went, as the list does afterwards', async () => {
    const hook = await receiver()
    const ask = await newAdmin()
    const { alert_channel_id: id } = await made(ask, { kind: 'teams', url: hook.url })
    const good = await ask('POST', `${PATH}/${id}/test`)
    hook.answer = response => void response.writeHead(400).end('bad \0 payload')
    const bad = await ask('POST', `${PATH}/${id}/test`)
    const fault = 'It answered 400; a delivery is any 2xx.'
    expect([good.body, bad.body]).toEqual([
      { at: expect.any(String), status: 204, ms: expect.any(Number), fault: null, answer: '' },
      { at: expect.any(String), status: 400, ms: expect.any(Number), fault, answer: 'bad  payload' },
    ])
    const [card] = JSON.parse(hook.received[0]?.body ?? '{}').attachments
    expect(card.content.body[0].inlines[0].text).toBe('Test from Sample Desk')
    const [listed] = (await ask('GET', PATH)).body
    expect([listed.last_sent_at, listed.last_failed_at, listed.last_fault, listed.version]).toEqual([
      expect.any(String),
      expect.any(String),
      fault,
      1,
    ])
  })

  test('does not show the address that an answer or a redirect repeats (promises S10)', async () => {
    const hook = await receiver()
    const ask = await newAdmin()
    const secret = '/services/T000/B000/abcdefghijkl'
    const { alert_channel_id: id } = await made(ask, { url: hook.url.replace('/hook', `${secret}?sig=very-secret`) })
    hook.answer = response =>
      void response
        .writeHead(308, { location: `https://elsewhere.example${secret}?sig=very-secret` })
        .end(`Cannot POST ${secret}`)
    const { body } = await ask('POST', `${PATH}/${id}/test`)
    expect([body.fault, body.answer]).toEqual([
      'It answered with a redirect (308) to https://elsewhere.example…: redirects are not followed.',
      'Cannot POST …',
    ])
    expect(JSON.stringify((await ask('GET', PATH)).body)).not.toMatch(/abcdefgh|very-secret/)
  })

  test('that comes through lets a stopped channel go on, with a line of its history', async () => {
    const hook = await receiver()
    const ask = await newAdmin()
    const { alert_channel_id: id } = await made(ask, { url: hook.url })
    await platform().database.asSystem(tx =>
      sql`update alert_channel set stopped_at = now(), stopped_reason = 'It answered 410.' where alert_channel_id = ${id}`.execute(
        tx,
      ),
    )
    expect((await ask('GET', PATH)).body[0].stopped_reason).toBe('It answered 410.')
    expect((await ask('POST', `${PATH}/${id}/test`)).status).toBe(200)
    const [listed] = (await ask('GET', PATH)).body
    expect([listed.stopped_at, listed.stopped_reason, listed.version]).toEqual([null, null, 2])
    const [last] = (await ask('GET', `/v1/history/alert_channel/${id}`)).body
    expect([last.by, last.changes]).toEqual([
      'Ada Byron',
      [{ field: 'stopped_reason', from: 'It answered 410.', to: null }],
    ])
  })
})
