/** B4: events that the ledger takes in batches, against bare inserts of the same rows on the same PostgreSQL. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { startDatabaseServer } from './desk/database.ts'
import { liveStudy } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { PEER_TABLES, peerWriter } from './ledger/insert-peer.ts'
import { peerRowsOf } from './ledger/peer-rows.ts'
import { ledgerTraffic } from './ledger/traffic.ts'
import { report, rounded } from './measure.ts'

/** Batches and the least ratio that is promised of each. */
const PROMISED = [
  { batchSize: 100, goal: 0.6 },
  { batchSize: 500, goal: 0.75 },
]
const HEADLINE_BATCH_SIZE = 500
const WARM_UP_BATCHES = unlessQuick(40, 5)
const ROUNDS = unlessQuick(7, 2)
const MEASURED_MS = unlessQuick(3_000, 400)
const SOURCES = 30
const GOAL_EVENTS_PER_SECOND = 10_000

/** Events a second of a writer that is called over and over. */
async function eventsPerSecond(batchSize: number, write: () => Promise<unknown>): Promise<number> {
  for (let warmUp = 0; warmUp < 3; warmUp++) await write()
  const startedAtMs = nowMs()
  let events = 0
  while (nowMs() - startedAtMs < MEASURED_MS) {
    await write()
    events += batchSize
  }
  return Math.round(events / ((nowMs() - startedAtMs) / 1000))
}

runBench(async cleanup => {
  const server = await startDatabaseServer('ledger')
  cleanup(() => server.stop())
  const { url, database, asOwner } = await server.createDatabase()
  await asOwner(PEER_TABLES)
  const study = await liveStudy(database, SOURCES)
  const peer = await peerWriter(url, study.accountId)
  cleanup(() => peer.close())
  const writeTraffic = ledgerTraffic(createLedger(database), study)
  const peerRows = peerRowsOf(study)
  for (let batch = 0; batch < WARM_UP_BATCHES; batch++) {
    await writeTraffic(HEADLINE_BATCH_SIZE)
    await peer.write(peerRows(HEADLINE_BATCH_SIZE))
  }
  await asOwner('analyze') // autovacuum does so within a minute of the first respondents

  const results = []
  for (const { batchSize, goal } of PROMISED) {
    const sides = await byTurns(ROUNDS, {
      ours: () => eventsPerSecond(batchSize, () => writeTraffic(batchSize)),
      peer: () => eventsPerSecond(batchSize, () => peer.write(peerRows(batchSize))),
    })
    const compared = compare(
      sides,
      ours => ours,
      bare => bare,
    )
    results.push({
      batchSize,
      ...compared,
      ratio: rounded(compared.ratio),
      goal,
      met: compared.ratio >= goal && compared.ours.median >= GOAL_EVENTS_PER_SECOND,
    })
  }

  const first = results.find(({ batchSize }) => batchSize === HEADLINE_BATCH_SIZE)
  if (!first) throw new Error('The headline is one of the batch sizes')
  report(
    {
      name: 'ledger',
      ...headline(first),
      unit: 'events/s',
      goal: `${PROMISED.map(({ batchSize, goal }) => `≥ ${goal} × in batches of ${batchSize}`).join(', ')}; ≥ ${GOAL_EVENTS_PER_SECOND} events/s of one account`,
      met: results.every(({ met }) => met),
    },
    {
      measured: `batches of one account, one batch after the other: half entrants, half completes of former entrants; each commit durable`,
      peerIs:
        'every row that the ledger writes, inserted by unnest into tables like its own (respondents, events, queue with their indexes; what the ledger changes in place, in tables without one), pipelined, in one durable commit; nothing is read or judged',
      sources: SOURCES,
      byBatchSize: results,
    },
  )
})
