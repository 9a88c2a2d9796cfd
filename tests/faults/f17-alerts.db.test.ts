import { channelKey, sealAddress } from '@desk/platform/nouns/alerts/channels/channel-address'
import { insertChannel } from '@desk/platform/nouns/alerts/channels/channels.store'
import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { autoPause } from '@desk/platform/statuses/auto-pause'
import { recordChanges } from '@desk/platform/statuses/record-changes'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { seededRandom } from './stage/seeded-random.ts'
import { watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'

const SOURCES = 12
const RANDOM_KILLS = 6
/** A platform raises an alert and posts it within this. */
const RAISED_WITHIN_MS = 150
const SECRET_KEY = 'the-secret-key-of-the-fault-tests-0123456789'
/** The claim of a killed process, and the time to post what waited meanwhile. */
const CAUGHT_UP_MS = 120_000

const fresh = useDatabase()
const processes = useProcesses()

test(
  'F17: kill -9 of the platform between a cause and its alert, and between an alert and its post, raises each episode once and posts each',
  { timeout: 300_000 },
  async () => {
    const random = seededRandom('F17')
    const { database, url: databaseUrl } = fresh()
    const { accountId, sourceIds, userId } = await watchedStudy(database, SOURCES)
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    await database.asAccount(accountId, async tx => {
      const address = sealAddress(channelKey(SECRET_KEY), accountId, receiver.url)
      const id = await insertChannel(
        tx,
        accountId,
        { name: 'Ours', kind: 'slack', address },
        { at: new Date(), userId },
      )
      await tx.client.query('update alert_rule set channel_ids = array[$2::int] where account_id = $1', [accountId, id])
    })
    const platform = await processes.platform(databaseUrl, { SECRET_KEY, EGRESS_NETWORKS: '127.0.0.0/8' })
    const pause = (id: number) =>
      database.asAccount(accountId, tx =>
        autoPause(tx, accountId, { scope: 'source', id, reason: 'low_ir', at: new Date() }),
      )
    const resume = (id: number) =>
      database.asAccount(accountId, tx =>
        recordChanges(tx, { accountId, userId, reason: null, note: null, commandId: null, at: new Date() }, 'source', [
          { id, from: STATUS_CODES.autoPaused, to: STATUS_CODES.live },
        ]),
      )
    const [killed, dead, hanging] = [sourceIds.slice(0, 4), sourceIds.slice(4, 8), sourceIds.slice(8)]
    const first = killed[0] ?? 0

    // anywhere on the way from the cause to the post: each time another episode of one source
    for (let kill = 0; kill < RANDOM_KILLS; kill++) {
      expect(await pause(first)).toBe(true)
      await sleep(random() * RAISED_WITHIN_MS)
      await platform.kill()
      await resume(first)
      await platform.start()
    }
    for (const id of killed) expect(await pause(id)).toBe(true)

    // between the cause and the alert: whole episodes happen while no platform lives
    await platform.kill()
    for (const id of dead) {
      await pause(id)
      await resume(id)
      await pause(id)
    }
    await platform.start()

    // between the alert and the record of its post: the receiver has the request, and has not answered yet
    receiver.answer = () => {}
    const before = receiver.received.length
    for (const id of hanging) await pause(id)
    await until('a post is under way', 30_000, () => receiver.received.length > before)
    await platform.kill()
    receiver.answer = response => void response.writeHead(200).end('ok')
    await platform.start()

    const stored = async () => {
      const { rows } = await database.readAsSystem(tx =>
        tx.client.query<{ place: number; episodes: number; open: number; posts: number; sent: number }>(
          `select a.place_id as place, count(*)::int as episodes, (count(*) filter (where a.ended_at is null))::int as open,
             count(p)::int as posts, (count(*) filter (where p.state = 'sent'))::int as sent
           from alert a left join alert_post p on p.alert_id = a.alert_id where a.account_id = $1 group by 1 order by 1`,
          [accountId],
        ),
      )
      return rows
    }
    const episodesOf = (id: number) => (id === first ? RANDOM_KILLS + 1 : dead.includes(id) ? 2 : 1)
    const expected = sourceIds.map(id => {
      const episodes = episodesOf(id)
      return { place: id, episodes, open: 1, posts: episodes, sent: episodes }
    })
    const episodes = expected.reduce((sum, each) => sum + each.episodes, 0)
    let last: unknown = null
    await until(
      'every episode is posted',
      CAUGHT_UP_MS,
      async () => {
        const rows = await stored()
        last = rows
        return rows.reduce((sum, { sent }) => sum + sent, 0) === episodes
      },
      () => last,
    )
    expect(await stored()).toEqual(expected)
    // each at least once; a kill comes between at most the posts that were under way
    const came = receiver.received.map(({ body }) => Number(/\?only=(\d+)/.exec(body)?.[1]))
    for (const id of sourceIds) expect(came.filter(place => place === id).length).toBeGreaterThanOrEqual(episodesOf(id))
    expect(came.length - episodes).toBeLessThanOrEqual(RANDOM_KILLS + hanging.length + 1)
    process.stdout.write(`F17: ${episodes} episodes, ${came.length} posts over ${RANDOM_KILLS + 2} kills\n`)
  },
)
