import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { channelKey, sealAddress } from '@desk/platform/nouns/alerts/channels/channel-address'
import { insertChannel } from '@desk/platform/nouns/alerts/channels/channels.store'
import { recordChanges } from '@desk/platform/statuses/record-changes'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, onTestFinished, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'

const SOURCES = 40
const KILLS = 3
const PAUSED_AT_ONCE = 10
const POSTS_BEFORE_A_KILL = 4
const SECRET_KEY = 'the-secret-key-of-the-fault-tests-0123456789'
/** A claim of a killed process, and the time to post the alerts that waited. */
const CAUGHT_UP_MS = 120_000

const fresh = useDatabase()
const processes = useProcesses()

test(
  'F17: kill -9 of the platform between cause, alert and post raises each alert once, and posts each',
  { timeout: 300_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, SOURCES)
    const { accountId, sourceIds } = study
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    const posted = (): number[] => receiver.received.map(({ body }) => Number(/only=(\d+)/.exec(body)?.[1]))
    await database.asAccount(accountId, async tx => {
      const address = sealAddress(channelKey(SECRET_KEY), accountId, receiver.url)
      const fields = { name: 'Field', kind: 'slack' as const, address }
      const channelId = await insertChannel(tx, accountId, fields, { at: new Date(), userId: study.userId })
      await tx.client.query('delete from alert_rule where account_id = $1', [accountId])
      await tx.client.query(
        `insert into alert_rule (account_id, name, kinds, scope, bell, digest, channel_ids, is_on)
         values ($1, 'Paused', '{auto_paused}', 'all', 'everybody', false, array[$2::int], true)`,
        [accountId, channelId],
      )
    })
    const platform = await processes.platform(databaseUrl, { SECRET_KEY, EGRESS_NETWORKS: '127.0.0.0/8' })
    // A reader of the feed that is new begins at the present.
    await until('alerts are collected', CAUGHT_UP_MS, async () => {
      const { rows: readers } = await database.readAsSystem(tx =>
        tx.client.query(`select from feed_reader where name = 'alerts'`),
      )
      return readers.length === 1
    })
    const pause = async (ids: readonly number[]) => {
      for (const id of ids)
        await database.asAccount(accountId, tx =>
          recordChanges(
            tx,
            { accountId, userId: null, reason: 'redirect_errors', note: null, commandId: null, at: new Date() },
            'source',
            [{ id, from: STATUS_CODES.live, to: STATUS_CODES.autoPaused }],
          ),
        )
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const before = posted().length
      const pausing = pause(sourceIds.slice(kill * PAUSED_AT_ONCE, (kill + 1) * PAUSED_AT_ONCE))
      await until(
        `${POSTS_BEFORE_A_KILL} more posts`,
        CAUGHT_UP_MS,
        () => posted().length >= before + POSTS_BEFORE_A_KILL,
        () => posted().length - before,
        1,
      )
      await platform.kill()
      await pausing
      await platform.start()
    }
    await pause(sourceIds.slice(KILLS * PAUSED_AT_ONCE))
    await until(
      'every alert was posted',
      CAUGHT_UP_MS,
      () => new Set(posted()).size === SOURCES,
      () => [new Set(posted()).size, posted().length],
    )
    const { rows } = await database.readAsSystem(tx =>
      tx.client.query<{ id: number; alerts: number; bells: number }>(
        `select a.place_id as id, count(distinct a.alert_id)::int as alerts, count(r.*)::int as bells
         from alert a left join alert_recipient r using (account_id, alert_id) where a.account_id = $1 group by 1 order by 1`,
        [accountId],
      ),
    )
    expect(rows).toEqual([...sourceIds].toSorted((a, b) => a - b).map(id => ({ id, alerts: 1, bells: 1 })))
    const repeated = posted().length - SOURCES
    // A channel has one post at a time on its way.
    expect(repeated).toBeLessThanOrEqual(KILLS)
    process.stdout.write(`F17: ${SOURCES} alerts posted over ${KILLS} kills, ${repeated} twice\n`)
  },
)
