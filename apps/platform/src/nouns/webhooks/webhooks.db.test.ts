import { alertText } from '@desk/schema/alerts/alert'
import type { AlertKind } from '@desk/schema/alerts/alert-kinds'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { formatRdud } from '#ledger/facts/rdud'
import { pruneFeed } from '#ledger/feed/changes.store'
import { HOUR_MS } from '#ledger/facts/pacing'
import { describe, expect, test } from 'vitest'
import { retryPauseMs } from '#kernel/egress/retry-pause'
import { useDatabase } from '#testing/database/harness'
import { raiseAlerts } from '../alerts/raise.store.ts'
import { WEBHOOK_PAUSES } from './deliver-events.ts'
import { verify } from '#kernel/egress/testing/receiver'
import { openWebhooks, type WebhookDesk } from './testing/webhook-desk.ts'
import { makeSecret } from './webhook-secret.ts'
import { rotateSecret } from './webhooks.store.ts'

const fresh = useDatabase()
const open = (spec?: Parameters<typeof openWebhooks>[1]) => openWebhooks(fresh().database, spec)
const MINUTE_MS = 60_000

/** Collects and delivers as one platform does. */
async function passOn(desk: WebhookDesk, worker = desk.worker()) {
  await desk.collect()
  await worker.drain()
}

/** Raises alerts of these kinds for the source by one rule of the account. @returns their ids */
async function raise(desk: WebhookDesk, kinds: readonly AlertKind[]): Promise<readonly number[]> {
  const { accountId, projectId, surveyId, sourceId } = desk.study
  await desk.rows('delete from alert_rule where account_id = $1', [accountId])
  await desk.rows(
    `insert into alert_rule (account_id, name, kinds, thresholds, scope, bell, digest, is_on, on_since)
     values ($1, 'Everything', $2, '{}', 'all', 'nobody', false, true, '2026-11-01')`,
    [accountId, kinds],
  )
  const at = new Date('2026-11-20T12:00:00Z')
  const place = { accountId, scope: 'source', placeId: sourceId, projectId, surveyId, at } as const
  await fresh().database.asAccount(accountId, tx =>
    raiseAlerts(
      tx,
      kinds.map(kind => ({ ...place, kind, facts: { reason: 'hash_errors' } })),
    ),
  )
  const rows = await desk.rows('select alert_id as id from alert where account_id = $1 order by alert_id', [accountId])
  return rows.map(({ id }) => Number(id))
}

describe('the events of endpoints', () => {
  test('a status that a user sets, an auto-pause, a reached target and a complete, in their order, signed as standardwebhooks says', async () => {
    const desk = await open()
    const endpoint = await desk.endpoint()
    await desk.setStatus(STATUS_CODES.paused)
    await desk.setStatus(STATUS_CODES.live)
    await desk.complete('r1')
    await desk.setStatus(STATUS_CODES.autoPaused, 'target_reached')
    await passOn(desk)
    const { accountId, sourceId, surveyId, projectId, supplierId } = desk.study
    const status = (from: number, to: number, label: string, reason: string | null) => ({
      scope: 'source',
      id: sourceId,
      name: expect.any(String),
      pm_proj_ud: projectId,
      pm_sy_ud: surveyId,
      from,
      to,
      status: label,
      reason,
      note: null,
      by: reason === null ? 'Ada Byron' : null,
      version: expect.any(Number),
    })
    expect(endpoint.verified(endpoint.secret).map(({ type, data }) => [type, data])).toEqual([
      ['status.changed', status(1, 2, 'Paused', null)],
      ['status.changed', status(2, 1, 'Live', null)],
      [
        'respondent.completed',
        {
          rdud: expect.stringMatching(new RegExp(`^${formatRdud(accountId, '').slice(0, -1)}-[0-9a-f]{32}$`)),
          rid: 'r1',
          is_test: false,
          stmid: sourceId,
          stream_name: expect.any(String),
          pm_sy_ud: surveyId,
          pm_sy_name: 'Survey',
          pm_proj_ud: projectId,
          pm_proj_name: 'Project',
          pm_sup_ud: supplierId,
          supplier: expect.any(String),
          entered_at: '2026-11-20T12:00:00.000Z',
          completed_at: '2026-11-20T12:08:00.000Z',
          loi_minutes: 8,
        },
      ],
      ['status.changed', status(1, 6, 'Auto-paused', 'target_reached')],
      ['status.auto_paused', status(1, 6, 'Auto-paused', 'target_reached')],
      ['target.reached', status(1, 6, 'Auto-paused', 'target_reached')],
    ])
    expect(new Set(endpoint.ids).size).toBe(6)
  })

  test('an alert that a rule of the account raises, and not what the external view of the endpoint’s maker does not show (domain.md §4)', async () => {
    const desk = await open()
    const { accountId, sourceId, surveyId, projectId } = desk.study
    // an account whose home has a parent, as clients have
    await desk.rows('update account set parent_account_id = $1 where account_id = $1', [accountId])
    const kinds = ['alert.raised'] as const
    const inside = await desk.endpoint({ kinds })
    const outside = await desk.endpoint({ kinds, by: await desk.admin('external') })
    const alertIds = await raise(desk, ['auto_paused', 'hash_errors'])
    await passOn(desk)
    const alert = (index: number, kind: string, text: string) => ({
      alert_id: alertIds[index],
      kind,
      scope: 'source',
      place_id: sourceId,
      place_name: expect.any(String),
      pm_proj_ud: projectId,
      pm_proj_name: 'Project',
      pm_sy_ud: surveyId,
      began_at: '2026-11-20T12:00:00.000Z',
      rule: 'Everything',
      text,
      facts: { reason: 'hash_errors' },
    })
    const told = (endpoint: typeof inside) => endpoint.verified(endpoint.secret).map(({ data }) => data)
    expect(told(inside)).toEqual([
      alert(0, 'auto_paused', alertText('auto_paused', { reason: 'hash_errors' })),
      alert(1, 'hash_errors', alertText('hash_errors', { reason: 'hash_errors' })),
    ])
    expect(told(outside)).toEqual([alert(0, 'auto_paused', alertText('auto_paused', { reason: 'hash_errors' }))])
  })

  test('only kinds and objects that the endpoint asks for, from the time it is on, and of its own account', async () => {
    const desk = await open({ sources: [{}, {}] })
    await desk.setStatus(STATUS_CODES.paused)
    const completes = await desk.endpoint({ kinds: ['respondent.completed'] })
    const survey = await desk.endpoint({ filter: { scope: 'survey', id: desk.study.surveyId } })
    const project = await desk.endpoint({ filter: { scope: 'project', id: desk.study.projectId } })
    const otherSource = await desk.endpoint({ filter: { scope: 'source', id: desk.study.sourceIds[1] ?? 0 } })
    const off = await desk.endpoint({ is_on: false })
    await desk.setStatus(STATUS_CODES.live)
    await desk.complete('r1')
    await desk.setStatus(STATUS_CODES.paused, null, 'survey')
    await passOn(desk)
    const other = await openWebhooks(fresh().database)
    const elsewhere = await other.endpoint()
    await desk.setStatus(STATUS_CODES.live, null, 'survey')
    await passOn(other)
    const types = ({ received }: { received: readonly { body: string }[] }) =>
      received.map(({ body }) => JSON.parse(body).type)
    expect([completes, survey, project, otherSource, off, elsewhere].map(types)).toEqual([
      ['respondent.completed'],
      ['status.changed', 'respondent.completed', 'status.changed'],
      ['status.changed', 'respondent.completed', 'status.changed'],
      [],
      [],
      [],
    ])
  })

  test('a return that changes nothing tells of no second complete, and past respondents of none', async () => {
    const desk = await open()
    const endpoint = await desk.endpoint()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    await desk.return(hex, '1000')
    await desk.return((await desk.enter('r2')).hex, '2000')
    await passOn(desk)
    expect(endpoint.received.map(({ body }) => JSON.parse(body).data.rid)).toEqual(['r1'])
  })
})

describe('an endpoint that fails', () => {
  test('for 10 minutes gets all of it afterwards, each once and in order', async () => {
    const desk = await open()
    const endpoint = await desk.endpoint({ kinds: ['respondent.completed'] })
    const worker = desk.worker()
    endpoint.answer = response => void response.writeHead(503).end('away')
    const rids = Array.from({ length: 30 }, (_, at) => `r${at}`)
    for (const rid of rids) {
      await desk.complete(rid)
      await passOn(desk, worker)
      desk.clock.aheadMs += 20_000
    }
    desk.clock.aheadMs += 6 * MINUTE_MS
    await worker.drain()
    const whileDead = new Set(endpoint.ids)
    const failed = endpoint.received.length
    expect([whileDead.size, failed > 3, (await desk.stored(endpoint.id))?.waiting]).toEqual([1, true, 30])
    endpoint.answer = response => void response.writeHead(200).end()
    await worker.drain()
    const early = endpoint.received.length
    desk.clock.aheadMs += 6 * MINUTE_MS
    await worker.drain()
    const delivered = endpoint.verified(endpoint.secret).slice(failed)
    // until the pause after the last failure is over nothing is sent
    expect([early - failed, delivered.map(({ data }) => data['rid'])]).toEqual([0, rids])
    expect(await desk.stored(endpoint.id)).toEqual({
      isOn: true,
      offReason: null,
      failures: 0,
      failing: false,
      waiting: 0,
    })
    expect((await desk.log(endpoint.id))[0]?.attempts.at(0)).toEqual({
      at: expect.any(String),
      status: 503,
      ms: expect.any(Number),
      fault: 'It answered 503; a delivery is any 2xx.',
      answer: 'away',
    })
  })

  test('in the middle keeps the order of what follows', async () => {
    const desk = await open()
    const endpoint = await desk.endpoint({ kinds: ['respondent.completed'] })
    const worker = desk.worker()
    await desk.complete('r1', 'r2', 'r3', 'r4')
    endpoint.answer = (response, at) => void response.writeHead(at === 2 || at === 3 ? 500 : 204).end()
    await passOn(desk, worker)
    for (let again = 0; again < 2; again++) {
      desk.clock.aheadMs += 5_000
      await worker.drain()
    }
    expect(endpoint.verified(endpoint.secret).map(({ data }) => data['rid'])).toEqual([
      'r1',
      'r2',
      'r2',
      'r2',
      'r3',
      'r4',
    ])
    expect(new Set(endpoint.ids.slice(1, 4)).size).toBe(1)
  })

  test('for 72 hours is switched off with the reason, and its history says so; another one goes on', async () => {
    const desk = await open()
    const dead = await desk.endpoint()
    const alive = await desk.endpoint()
    const worker = desk.worker()
    dead.answer = response => void response.writeHead(500).end()
    await desk.setStatus(STATUS_CODES.paused)
    await passOn(desk, worker)
    desk.clock.aheadMs += 72 * HOUR_MS - MINUTE_MS
    await worker.drain()
    const before = await desk.stored(dead.id)
    desk.clock.aheadMs += 6 * MINUTE_MS
    await worker.drain()
    desk.clock.aheadMs += 6 * MINUTE_MS
    await worker.drain()
    const reason = 'Every attempt of the last 72 hours failed. The last one: It answered 500; a delivery is any 2xx.'
    const facts = await desk.rows('select kind, facts from alert where account_id = $1', [desk.study.accountId])
    expect(facts).toEqual([{ kind: 'webhook_off', facts: { reason: 'failing', webhook: 'Ours' } }])
    expect([before, await desk.stored(dead.id), dead.received.length, (await desk.stored(alive.id))?.isOn]).toEqual([
      { isOn: true, offReason: null, failures: 2, failing: true, waiting: 1 },
      { isOn: false, offReason: reason, failures: 3, failing: true, waiting: 1 },
      3,
      true,
    ])
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query("select user_id, changes from object_edit where scope = 'webhook' and object_id = $1", [dead.id]),
    )
    expect(rows).toEqual([
      {
        user_id: null,
        changes: [
          { field: 'is_on', from: true, to: false },
          { field: 'off_reason', from: null, to: reason },
        ],
      },
    ])
  })

  test('with 410 is switched off at once: its reason, its history, a mail to each admin and an alert say so', async () => {
    const desk = await open()
    const gone = await desk.endpoint({ kinds: ['status.changed'] })
    gone.answer = response => void response.writeHead(410).end()
    const receiver = await desk.endpoint({ kinds: ['alert.raised'] })
    const ofProject = { kinds: ['alert.raised'], filter: { scope: 'project', id: desk.study.projectId } } as const
    const elsewhere = await desk.endpoint(ofProject)
    await desk.setStatus(STATUS_CODES.paused)
    await passOn(desk)
    desk.clock.aheadMs = HOUR_MS
    await passOn(desk)
    expect(elsewhere.received).toEqual([])
    expect(receiver.verified(receiver.secret).map(({ data }) => data)).toEqual([
      expect.objectContaining({
        kind: 'webhook_off',
        scope: 'account',
        place_id: gone.id,
        place_name: 'Ours',
        pm_proj_ud: null,
        text: alertText('webhook_off', { reason: 'gone' }),
      }),
    ])
    const reason =
      'It answered 410 (Gone), by which a receiver says that it is no longer there. Switch it on again when it is.'
    const edits = await desk.rows("select changes from object_edit where scope = 'webhook' and object_id = $1", [
      gone.id,
    ])
    const admins = await desk.rows('select username from app_user where user_id = $1', [desk.userId])
    expect([gone.received.length, await desk.stored(gone.id), edits]).toEqual([
      1,
      { isOn: false, offReason: reason, failures: 1, failing: true, waiting: 1 },
      [
        {
          changes: [
            { field: 'is_on', from: true, to: false },
            { field: 'off_reason', from: null, to: reason },
          ],
        },
      ],
    ])
    expect(desk.mails.filter(({ to }) => to === admins[0]?.['username'])).toEqual([
      {
        to: admins[0]?.['username'],
        subject: expect.stringMatching(/^A webhook of .+ is switched off$/),
        text: expect.stringContaining(`the desk has switched off the webhook "Ours". ${reason}`),
      },
    ])
  })

  test.each([
    ['in seconds', () => '600', 600_000],
    ['as a date', () => new Date(Date.now() + 600_000).toUTCString(), 600_000],
    ['of a year, for a day', () => String(365 * 24 * 3600), 24 * HOUR_MS],
  ])('rests as long as its Retry-After asks, %s', async (_, retryAfter, restMs) => {
    const desk = await open()
    const busy = await desk.endpoint({ kinds: ['status.changed'] })
    busy.answer = response => void response.writeHead(429, { 'retry-after': retryAfter() }).end()
    await desk.setStatus(STATUS_CODES.paused)
    await passOn(desk)
    desk.clock.aheadMs = restMs - MINUTE_MS / 2
    await passOn(desk)
    expect(busy.received.length).toBe(1)
    desk.clock.aheadMs = restMs + MINUTE_MS / 2
    await passOn(desk)
    expect(busy.received.length).toBe(2)
  })

  test('by a redirect, an inner address, silence or something that is not HTTP says which in the log', async () => {
    const desk = await open()
    const redirecting = await desk.endpoint()
    redirecting.answer = response => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    const silent = await desk.endpoint()
    silent.answer = () => {}
    const rude = await desk.endpoint()
    rude.answer = response => void response.socket?.end('boo\r\n\r\n')
    const inner = await desk.endpoint({ url: 'https://169.254.169.254/latest/meta-data' })
    const gone = await desk.endpoint()
    await gone.stop()
    await desk.setStatus(STATUS_CODES.paused)
    await passOn(desk)
    const faultOf = async ({ id }: { id: number }) => (await desk.log(id))[0]?.attempts[0]?.fault
    expect(await Promise.all([redirecting, silent, rude, inner, gone].map(faultOf))).toEqual([
      'It answered with a redirect (302) to http://10.0.0.1/: redirects are not followed.',
      'The answer was not complete within 15 seconds.',
      'Its answer is not HTTP.',
      'Its address lies inside the desk’s own network, where nothing is sent.',
      'Nothing listens there: the connection was refused.',
    ])
  })

  test('is tried after 1 s, twice as long each time, at last every five minutes', () => {
    expect([0, 1, 2, 8, 9, 40].map(failures => retryPauseMs(WEBHOOK_PAUSES, failures, () => 0.5))).toEqual([
      1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
    ])
    expect([0, 0.999].map(random => retryPauseMs(WEBHOOK_PAUSES, 3, () => random))).toEqual([7_200, 8_798])
  })
})

describe('several platforms', () => {
  test('a worker that is killed in the middle loses nothing: when its lease is over another one goes on, in order', async () => {
    const desk = await open()
    const endpoint = await desk.endpoint({ kinds: ['respondent.completed'] })
    await desk.complete('r1', 'r2', 'r3')
    await desk.collect()
    // the first worker never comes back from its second message
    let isHung = true
    endpoint.answer = (response, at) => {
      if (!isHung || at !== 2) response.writeHead(204).end()
    }
    const killed = desk.worker({ networks: ['127.0.0.0/8'], timeoutMs: 600_000 })
    await killed.begin()
    await endpoint.receives(2)
    const other = desk.worker()
    isHung = false
    await other.drain()
    const whileLeased = endpoint.received.length
    desk.clock.aheadMs += 31_000
    await other.drain()
    expect([whileLeased, endpoint.verified(endpoint.secret).map(({ data }) => data['rid'])]).toEqual([
      2,
      ['r1', 'r2', 'r2', 'r3'],
    ])
    expect((await desk.log(endpoint.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('that collect and deliver at once send each message once, and each endpoint’s in order', async () => {
    const desk = await open()
    const endpoints = await Promise.all([1, 2, 3].map(() => desk.endpoint({ kinds: ['respondent.completed'] })))
    const workers = [desk.worker(), desk.worker(), desk.worker()]
    const rids = Array.from({ length: 60 }, (_, at) => `r${at}`)
    for (let from = 0; from < rids.length; from += 20) {
      await desk.complete(...rids.slice(from, from + 20))
      await Promise.all([...workers.map(() => desk.collect()), ...workers.map(worker => worker.drain())])
    }
    await desk.collect()
    await Promise.all(workers.map(worker => worker.drain()))
    await workers[0]?.drain()
    expect(endpoints.map(endpoint => endpoint.verified(endpoint.secret).map(({ data }) => data['rid']))).toEqual([
      rids,
      rids,
      rids,
    ])
  })

  test('an event not yet collected is not pruned from the feed', async () => {
    const desk = await open()
    const endpoint = await desk.endpoint({ kinds: ['respondent.completed'] })
    await desk.complete('r1')
    // as when the only platform was stopped for a day
    const tomorrow = new Date(Date.now() + 24 * HOUR_MS)
    await desk.database.asSystem(tx => pruneFeed(tx, tomorrow))
    await passOn(desk)
    expect(endpoint.received.length).toBe(1)
    expect(await desk.database.asSystem(tx => pruneFeed(tx, tomorrow))).toBeGreaterThan(0)
  })
})

test('while a secret is rotated messages are signed with the old one as well, and a day later no more', async () => {
  const desk = await open()
  const endpoint = await desk.endpoint()
  const next = makeSecret(desk.key, desk.study.accountId)
  await desk.database.asAccount(desk.study.accountId, tx => rotateSecret(tx, endpoint.id, next))
  await desk.setStatus(STATUS_CODES.paused)
  await passOn(desk)
  desk.clock.aheadMs += 25 * HOUR_MS
  await desk.setStatus(STATUS_CODES.live)
  await passOn(desk)
  const isSignedBy = (secret: string) =>
    endpoint.received.map(({ headers, body }) => {
      try {
        return verify(secret, headers, body).type
      } catch (error) {
        return (error as Error).message
      }
    })
  expect([isSignedBy(endpoint.secret), isSignedBy(next.secret)]).toEqual([
    ['status.changed', 'No matching signature found'],
    ['status.changed', 'status.changed'],
  ])
  expect(endpoint.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([2, 1])
})
