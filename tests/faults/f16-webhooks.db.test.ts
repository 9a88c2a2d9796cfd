import { makeSecret, webhookKey } from '@desk/platform/nouns/webhooks/webhook-secret'
import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { insertWebhook } from '@desk/platform/nouns/webhooks/webhooks.store'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, onTestFinished, test } from 'vitest'
import { Crowd } from './stage/crowd.ts'
import { useProcesses } from './stage/processes.ts'
import { watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'

const KILLS = 3
const SECRET_KEY = 'the-secret-key-of-the-fault-tests-0123456789'
/** A lease of a killed process, and the time to deliver the messages that waited. */
const CAUGHT_UP_MS = 90_000

const fresh = useDatabase()
const processes = useProcesses()

test(
  'F16: kill -9 of the platform under ingest loses no complete for a webhook, and each one’s come in their order',
  { timeout: 240_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 2)
    const receivers = await Promise.all(study.sourceIds.map(() => Receiver.start()))
    onTestFinished(async () => void (await Promise.all(receivers.map(receiver => receiver.stop()))))
    const secret = makeSecret(webhookKey(SECRET_KEY), study.accountId)
    await database.asAccount(study.accountId, async tx => {
      for (const [at, { url }] of receivers.entries())
        await insertWebhook(
          tx,
          study.accountId,
          {
            description: 'Ours',
            url,
            kinds: ['respondent.completed'],
            filter: { scope: 'source', id: study.sourceIds[at] ?? 0 },
            is_on: true,
          },
          secret,
          { at: new Date(), userId: study.userId },
        )
    })
    const platform = await processes.platform(databaseUrl, { SECRET_KEY, EGRESS_NETWORKS: '127.0.0.0/8' })
    const crowd = new Crowd({ url: platform.url, study, atOnce: 6 }).start()
    for (let kill = 0; kill < KILLS; kill++) {
      await crowd.acknowledgedMore(150)
      await platform.kill()
      await platform.start()
    }
    await crowd.acknowledgedMore(50)
    await crowd.leave()

    const { rows } = await database.readAsSystem(tx =>
      tx.client.query<{ sourceId: number; rdud: string }>(
        `select source_id as "sourceId", replace(rdud::text, '-', '') as rdud from respondent_event where to_code = 30 and changed order by position`,
      ),
    )
    const told = (receiver: Receiver) =>
      receiver.verified(secret.secret).map(({ data }) => String(data['rdud']).split('-')[1] ?? '')
    await until(
      'every complete was delivered',
      CAUGHT_UP_MS,
      () => new Set(receivers.flatMap(told)).size === rows.length,
      () => [new Set(receivers.flatMap(told)).size, rows.length],
    )
    for (const [at, receiver] of receivers.entries()) {
      const ofSource = rows.filter(({ sourceId }) => sourceId === study.sourceIds[at]).map(({ rdud }) => rdud)
      const came = told(receiver)
      // each once or, where a kill came between, again right after; the order of their first coming is that of the ledger
      expect([...new Set(came)]).toEqual(ofSource)
      expect(came.length - ofSource.length).toBeLessThanOrEqual(KILLS)
      expect(came.every((rdud, turn) => came.indexOf(rdud) === turn || came[turn - 1] === rdud)).toBe(true)
    }
    process.stdout.write(`F16: ${rows.length} completes told over ${KILLS} kills\n`)
  },
)
