import { STATUS_CODES } from '@desk/schema/statuses/status'
import { pino } from 'pino'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openEgress } from '#kernel/egress/egress'
import { Receiver } from '#kernel/egress/testing/receiver'
import type { Message } from '#kernel/mail/mail'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { sendDigests } from '../alerts/send-digests.ts'
import { startWebhooks } from './start-webhooks.ts'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })
const HOUR_MS = 3_600_000
const PUBLIC_URL = 'https://desk.example'
const RULE = { name: 'Webhooks', kinds: ['webhook_off'], scope: 'all', digest: true, is_on: true }
let on: Stage
let admin: Ask

beforeAll(async () => {
  on = await stage(platform())
  admin = await askAs(platform(), on.make, { accountId: on.study.accountId, roleId: 1 })
})

/** The platform's worker, until the test ends. */
function deliver() {
  const egress = openEgress({ networks: ['127.0.0.0/8'] })
  const worker = startWebhooks({
    database: platform().database,
    egress,
    secretKey: 'secret-key-of-the-tests-0123456789',
    log: pino({ level: 'silent' }),
    publicUrl: PUBLIC_URL,
    send: async () => {},
  })
  onTestFinished(async () => {
    await worker.stop()
    await egress.close()
  })
}

/** An endpoint whose receiver answers 410 to the change of status that follows. */
async function goneWebhook() {
  const hook = await Receiver.start()
  onTestFinished(() => hook.stop())
  hook.answer = response => void response.writeHead(410).end()
  const form = { description: 'Our warehouse', url: hook.url, kinds: ['status.changed'], is_on: true }
  const confirmation = { present_password: TEST_PASSWORD }
  const { body } = await admin('POST', '/v1/webhooks', { ...form, confirmation })
  return { hook, form, id: Number(body.webhook_id), at: `/v1/webhooks/${body.webhook_id}` }
}

async function changeStatus() {
  const { surveyId: id } = on.study
  const { status } = (await admin('GET', `/v1/statuses/survey/${id}`)).body
  const statusid = status.statusid === STATUS_CODES.live ? STATUS_CODES.paused : STATUS_CODES.live
  const change = { scope: 'survey', id, statusid, version: status.version }
  expect((await admin('PATCH', '/v1/survey-streams', change)).status).toBe(200)
}

const alertsOf = async (ask: Ask, state = 'open') => (await ask('GET', `/v1/alerts?state=${state}`)).body.alerts

describe('a webhook that the desk switches off', () => {
  test('is an alert of the account for those who manage webhooks, until it is switched on again (docs/decisions/0047)', async () => {
    deliver()
    await on.plain('PUT', '/v1/alert-digest', { every: 'hourly', local_hour: 8 })
    await admin('PUT', '/v1/alert-digest', { every: 'hourly', local_hour: 8 })
    await on.plain('POST', '/v1/alert-rules', { ...RULE, own: true })
    await admin('POST', '/v1/alert-rules', { ...RULE, own: false, bell: 'everybody' })
    const { hook, id, at, form } = await goneWebhook()
    await changeStatus()
    await expect.poll(async () => (await alertsOf(admin)).length).toBe(1)
    const [alert] = await alertsOf(admin)
    expect(alert).toEqual({
      alert_id: expect.any(Number),
      kind: 'webhook_off',
      scope: 'account',
      place_id: id,
      place_name: 'Our warehouse',
      pm_proj_ud: null,
      pm_proj_name: null,
      pm_sy_ud: null,
      facts: { reason: 'gone', webhook: 'Our warehouse' },
      began_at: expect.any(String),
      ended_at: null,
      is_unread: true,
      snoozed_until: null,
    })
    expect([await alertsOf(on.plain), (await on.plain('GET', '/v1/alerts/unread')).body.unread]).toEqual([[], 0])
    const file = String((await admin('GET', '/v1/alerts/export?kind=webhook_off')).body)
    expect(file).toContain(`,account,${id},Our warehouse,,,`)

    const mails: Message[] = []
    const send = (message: Message) => Promise.resolve(void mails.push(message))
    await sendDigests({ database: platform().database, publicUrl: PUBLIC_URL, send }, new Date(Date.now() + HOUR_MS))
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /- Webhook switched off: its receiver answered 410 \(Gone\)\n {2}Our warehouse, \d.*\n {2}https:\/\/desk\.example\/#\/admin\/webhooks\n/,
      ),
    ])

    hook.answer = response => void response.writeHead(204).end()
    expect((await admin('PUT', at, form)).status).toBe(200)
    expect((await alertsOf(admin, 'ended')).map(({ place_id }: { place_id: number }) => place_id)).toEqual([id])
  })

  test('is another alert the next time, and none any more for a user who manages no webhooks since; it ends when the webhook is deleted', async () => {
    deliver()
    const former = await on.make.user({ accountId: on.study.accountId, roleId: 1 })
    const formerToken = await platform().signIn(former.username, TEST_PASSWORD)
    const formerUnread = async () =>
      (await platform().call('GET', '/v1/alerts/unread', { token: formerToken })).body.unread
    const { at, form } = await goneWebhook()
    await changeStatus()
    await expect.poll(async () => (await alertsOf(admin)).length).toBe(1)
    await admin('PUT', at, form)
    await expect.poll(async () => (await alertsOf(admin)).length).toBe(1)
    expect((await alertsOf(admin, 'ended')).length).toBe(2)
    expect(await formerUnread()).toBe(2)
    await platform().database.asSystem(tx =>
      tx.client.query('update app_user set role_id = 2 where username = $1', [former.username]),
    )
    expect(await formerUnread()).toBe(0)
    expect((await admin('DELETE', at)).status).toBe(204)
    expect([await alertsOf(admin), (await alertsOf(admin, 'ended')).length]).toEqual([[], 3])
  })
})
