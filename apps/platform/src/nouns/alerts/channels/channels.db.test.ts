import { onTestFinished, describe, expect, test } from 'vitest'
import { openEgress } from '#kernel/egress/egress'
import { Receiver } from '#kernel/egress/testing/receiver'
import { silentLog } from '#testing/database/test-server'
import { useDatabase } from '#testing/database/harness'
import { openAlerts } from '../testing/alert-desk.ts'
import { channelKey, sealAddress } from './channel-address.ts'
import { deleteChannel, insertChannel } from './channels.store.ts'
import { AlertPosts } from './post-alerts.ts'
import { expirePosts } from './posts.store.ts'

const fresh = useDatabase()
const KEY = channelKey('secret-key-of-the-tests-0123456789')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A study with channels, whose workers the test runs by hand, at a time of its own. */
async function opened(sources = 1) {
  const { database } = fresh()
  // posts of earlier tests of the file would be sent as well
  await database.asSystem(tx => tx.client.query('delete from alert_channel'))
  const desk = await openAlerts(database, { sources: Array.from({ length: sources }, () => ({})) })
  const { accountId } = desk.study
  const admin = await desk.member({ roleId: 1 })
  await desk.withoutDefault()
  const clock = { aheadMs: 0 }
  const rows = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    database.asSystem(async tx => (await tx.client.query<Row>(text, [...values])).rows)

  return {
    ...desk,
    admin,
    clock,
    rows,
    /** A channel with a real server behind it. */
    async channel({ kind = 'slack', by = admin }: { kind?: 'slack' | 'teams'; by?: number } = {}) {
      const receiver = await Receiver.start()
      onTestFinished(() => receiver.stop())
      const address = sealAddress(KEY, accountId, receiver.url)
      const id = await database.asAccount(accountId, tx =>
        insertChannel(tx, accountId, { name: 'Field', kind, address }, { at: new Date(), userId: by }),
      )
      return Object.assign(receiver, { id })
    },
    /** A rule of the account that posts to these channels. */
    async posting(channelIds: readonly number[], kinds: Parameters<typeof desk.rule>[0]['kinds'] = ['auto_paused']) {
      const rule = await desk.rule({ kinds, bell: 'nobody' })
      await rows('update alert_rule set channel_ids = $2 where alert_rule_id = $1', [rule, [...channelIds]])
      return rule
    },
    /** A platform process that posts. */
    worker(options: Partial<Parameters<typeof openEgress>[0]> = {}) {
      const egress = openEgress({ networks: ['127.0.0.0/8'], timeoutMs: 2_000, ...options })
      onTestFinished(() => egress.close())
      const publicUrl = 'https://desk.example'
      return new AlertPosts({ database, egress, key: KEY, publicUrl, log: silentLog, aheadMs: () => clock.aheadMs })
    },
    posts: () =>
      rows<{ channel: number; state: string; attempts: number; fault: string | null }>(
        `select alert_channel_id as channel, state, attempts_count as attempts, last_fault as fault from alert_post
         where account_id = $1 order by alert_channel_id, alert_id`,
        [accountId],
      ),
    stored: async (id: number) =>
      (
        await rows<{ reason: string | null; fault: string | null; isSent: boolean; failures: number; heldMs: number }>(
          `select stopped_reason as reason, last_fault as fault, last_sent_at is not null as "isSent", failures,
             (extract(epoch from held_until - clock_timestamp()) * 1000)::int as "heldMs" from alert_channel where alert_channel_id = $1`,
          [id],
        )
      )[0],
  }
}

describe('an alert of a rule that posts', () => {
  test('is posted once to each of its channels, in the channel’s format, and to no others', async () => {
    const desk = await opened(2)
    const [slack, teams, other] = [await desk.channel(), await desk.channel({ kind: 'teams' }), await desk.channel()]
    await desk.posting([slack.id, teams.id])
    for (const id of desk.study.sourceIds) await desk.pause('redirect_errors', id)
    await desk.collect()
    await desk.worker().drain()
    await desk.worker().drain()
    const bodies = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body))
    expect([
      bodies(slack).map(({ text }) => text),
      bodies(teams).map(({ attachments }) => attachments[0].content.body[0].inlines[0].text),
      other.received.length,
    ]).toEqual([
      Array.from({ length: 2 }, () => expect.stringMatching(/^Auto-paused: redirects fail: .* in Project$/)),
      Array.from({ length: 2 }, () => 'Auto-paused: redirects fail'),
      0,
    ])
    expect(await desk.posts()).toEqual(
      [slack, slack, teams, teams].map(({ id }) => ({ channel: id, state: 'sent', attempts: 1, fault: null })),
    )
    expect((await desk.stored(slack.id))?.isSent).toBe(true)
  })

  test('is posted once to a channel of several rules, also when a later rule raises it again', async () => {
    const desk = await opened()
    const channel = await desk.channel()
    await desk.posting([channel.id])
    await desk.posting([channel.id])
    await desk.pause()
    await desk.collect()
    await desk.posting([channel.id])
    await desk.setStatus(2)
    await desk.collect()
    await desk.worker().drain()
    expect(channel.received.length).toBe(1)
  })

  test('shows a channel only what its maker may see (domain.md §4)', async () => {
    const desk = await opened()
    // an account whose home has a parent, as clients have
    await desk.rows('update account set parent_account_id = $1 where account_id = $1', [desk.study.accountId])
    const [outside, inside] = [
      // an admin until lately
      await desk.channel({ by: await desk.member({ view: 'external' }) }),
      await desk.channel(),
    ]
    await desk.posting([outside.id, inside.id], ['hash_errors'])
    await desk.pause('hash_errors')
    await desk.collect()
    await desk.worker().drain()
    expect([outside.received.length, inside.received.length]).toEqual([0, 1])
  })

  test('of a suspended account is not posted before it is active again', async () => {
    const desk = await opened()
    const channel = await desk.channel()
    await desk.posting([channel.id])
    await desk.pause()
    await desk.collect()
    const suspend = (at: Date | null) =>
      desk.rows('update account set suspended_at = $2 where account_id = $1', [desk.study.accountId, at])
    await suspend(new Date())
    await desk.worker().drain()
    expect(channel.received.length).toBe(0)
    await suspend(null)
    await desk.worker().drain()
    expect(channel.received.length).toBe(1)
  })
})

describe('a channel that fails', () => {
  test('is tried again after a pause that grows, until its posts are a day old', async () => {
    const desk = await opened()
    const channel = await desk.channel()
    channel.answer = response => void response.writeHead(503).end('not now')
    await desk.posting([channel.id])
    await desk.pause()
    await desk.collect()
    const worker = desk.worker()
    await worker.drain()
    await worker.drain()
    expect([channel.received.length, (await desk.stored(channel.id))?.failures]).toEqual([1, 1])
    const pauses: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      const heldMs = (await desk.stored(channel.id))?.heldMs ?? 0
      pauses.push(heldMs - desk.clock.aheadMs)
      desk.clock.aheadMs = heldMs + 1_000
      await worker.drain()
    }
    expect(channel.received.length).toBe(5)
    for (const [turn, pauseMs] of pauses.entries()) {
      const expected = 5_000 * 2 ** turn
      expect([pauseMs > expected * 0.8 - 1_000, pauseMs < expected * 1.2]).toEqual([true, true])
    }
    desk.clock.aheadMs = 24 * HOUR_MS - 2 * MINUTE_MS
    await worker.drain()
    const fault = 'It answered 503; a delivery is any 2xx.'
    expect(await desk.posts()).toEqual([{ channel: channel.id, state: 'failed', attempts: 6, fault }])
    desk.clock.aheadMs = 48 * HOUR_MS
    await worker.drain()
    expect([channel.received.length, (await desk.stored(channel.id))?.fault]).toEqual([6, fault])
  })

  test('rests as long as its Retry-After asks', async () => {
    const desk = await opened(2)
    const channel = await desk.channel()
    channel.answer = response => void response.writeHead(429, { 'retry-after': '120' }).end()
    await desk.posting([channel.id])
    for (const id of desk.study.sourceIds) await desk.pause('low_ir', id)
    await desk.collect()
    const worker = desk.worker()
    await worker.drain()
    expect(channel.received.length).toBe(1)
    expect(Math.round(((await desk.stored(channel.id))?.heldMs ?? 0) / 10_000)).toBe(12)
    desk.clock.aheadMs = 110_000
    await worker.drain()
    expect(channel.received.length).toBe(1)
    channel.answer = response => void response.writeHead(200).end('ok')
    desk.clock.aheadMs = 125_000
    await worker.drain()
    expect([channel.received.length, (await desk.posts()).map(({ state }) => state)]).toEqual([3, ['sent', 'sent']])
  })

  test.each([404, 410])('with %i is stopped, with what waits for it, and gets nothing new', async status => {
    const desk = await opened(3)
    const channel = await desk.channel()
    channel.answer = response => void response.writeHead(status).end('no_service')
    await desk.posting([channel.id])
    const [first, second, third] = desk.study.sourceIds
    await desk.pause('low_ir', first)
    await desk.pause('low_ir', second)
    await desk.collect()
    await desk.worker().drain()
    await desk.pause('low_ir', third)
    await desk.collect()
    await desk.worker().drain()
    const fault = `It answered ${status}; a delivery is any 2xx.`
    expect([channel.received.length, (await desk.stored(channel.id))?.reason]).toEqual([1, fault])
    expect((await desk.posts()).map(post => [post.state, post.fault])).toEqual([
      ['failed', fault],
      ['failed', fault],
    ])
    expect(
      await desk.rows(
        `select act, user_id as by, changes from object_edit where scope = 'alert_channel' and object_id = $1`,
        [channel.id],
      ),
    ).toEqual([{ act: 'edited', by: null, changes: [{ field: 'stopped_reason', from: null, to: fault }] }])
  })

  test('by a redirect or an inner address is not followed there (promises S9)', async () => {
    const desk = await opened()
    const [channel, inner] = [await desk.channel(), await Receiver.start()]
    onTestFinished(() => inner.stop())
    channel.answer = response => void response.writeHead(307, { location: inner.url }).end()
    await desk.posting([channel.id])
    await desk.pause()
    await desk.collect()
    await desk.worker().drain()
    desk.clock.aheadMs = MINUTE_MS
    await desk.worker({ networks: [] }).drain()
    expect([channel.received.length, inner.received.length]).toEqual([1, 0])
    expect((await desk.stored(channel.id))?.fault).toBe(
      'Its address lies inside the desk’s own network, where nothing is sent.',
    )
  })

  test('does not keep other channels waiting', async () => {
    const desk = await opened()
    const [bad, good] = [await desk.channel(), await desk.channel()]
    bad.answer = response => void response.writeHead(500).end()
    await desk.posting([bad.id, good.id])
    await desk.pause()
    await desk.collect()
    await desk.worker().drain()
    expect([bad.received.length, good.received.length]).toEqual([1, 1])
  })
})

describe('several platforms', () => {
  test('send each post once between them', async () => {
    const desk = await opened(6)
    const channels = [await desk.channel(), await desk.channel(), await desk.channel()]
    await desk.posting(channels.map(({ id }) => id))
    for (const id of desk.study.sourceIds) await desk.pause('low_ir', id)
    await desk.collect()
    await Promise.all(Array.from({ length: 4 }, () => desk.worker().drain()))
    expect(channels.map(({ received }) => new Set(received.map(({ body }) => body)).size)).toEqual([6, 6, 6])
    expect(channels.map(({ received }) => received.length)).toEqual([6, 6, 6])
  })

  test('send what one that was killed had claimed, when its claim is over', async () => {
    const desk = await opened()
    const channel = await desk.channel()
    await desk.posting([channel.id])
    await desk.pause()
    await desk.collect()
    await desk.rows(
      `update alert_post set leased_until = clock_timestamp() + interval '60 seconds' where account_id = $1`,
      [desk.study.accountId],
    )
    await desk.worker().drain()
    expect(channel.received.length).toBe(0)
    desk.clock.aheadMs = 61_000
    await desk.worker().drain()
    expect(channel.received.length).toBe(1)
  })
})

test('a deleted channel takes its posts along, and leaves the rules that posted to it', async () => {
  const desk = await opened()
  const [gone, stays] = [await desk.channel(), await desk.channel()]
  const rule = await desk.posting([gone.id, stays.id])
  await desk.pause()
  await desk.collect()
  const { accountId } = desk.study
  await fresh().database.asAccount(accountId, tx => deleteChannel(tx, accountId, gone.id))
  await desk.worker().drain()
  expect([gone.received.length, stays.received.length]).toEqual([0, 1])
  expect(await desk.rows('select channel_ids, version from alert_rule where alert_rule_id = $1', [rule])).toEqual([
    { channel_ids: [stays.id], version: 2 },
  ])
})

test('what could not be tried within a day has failed', async () => {
  const desk = await opened()
  const channel = await desk.channel()
  await desk.posting([channel.id])
  await desk.pause()
  await desk.collect()
  await desk.rows(`update alert_post set queued_at = queued_at - interval '24 hours' where account_id = $1`, [
    desk.study.accountId,
  ])
  await desk.worker().drain()
  await fresh().database.asSystem(expirePosts)
  expect([channel.received.length, await desk.posts()]).toEqual([
    0,
    [{ channel: channel.id, state: 'failed', attempts: 0, fault: 'It could not be posted within 24 hours.' }],
  ])
})
