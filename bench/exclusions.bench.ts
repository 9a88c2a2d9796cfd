/**
 * The cost of an exclusion of 1,000,000 people for an entrant, against the same source without one, on the same
 * PostgreSQL.
 */
import { createLedger, type Ledger } from '@desk/platform/ledger/batches/ledger'
import type { Study } from '@desk/platform/ledger/testing/study'
import { startDatabaseServer } from './desk/database.ts'
import { liveStudy } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { seeded } from './harness/random.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { marksOf } from './ledger/traffic.ts'
import { report, rounded, roundsOf } from './measure.ts'

const EXCLUDED = unlessQuick(1_000_000, 5_000)
const BATCH_SIZES = [1, 100]
const HEADLINE_BATCH_SIZE = 100
const ROUNDS = unlessQuick(7, 2)
const MEASURED_MS = unlessQuick(2_000, 300)
const WARM_UP_BATCHES = unlessQuick(50, 5)
const GOAL_MS = 0.3

/** Lets new people into a study's source, who were in no other project. */
function entering(ledger: Ledger, study: Study, prefix: string): (batchSize: number) => Promise<void> {
  const random = seeded(4)
  let entrants = 0
  return async batchSize => {
    const outcomes = await ledger.write(
      study.accountId,
      Array.from({ length: batchSize }, () => ({
        kind: 'enter' as const,
        atMs: Date.now(),
        sourceId: study.sourceId,
        supplierId: study.supplierId,
        rid: `${prefix}-${entrants++}`,
        testToken: null,
        invitation: null,
        language: 'en',
        device: 1 as const,
        fromDatacentre: false,
        parameters: new Map<string, string>(),
        ...marksOf(random),
      })),
    )
    for (const outcome of outcomes)
      if (outcome.kind !== 'sent' || outcome.code !== 11)
        throw new Error(`Every one of these enters: ${JSON.stringify(outcome)}`)
  }
}

/** Entrants a second. */
async function entriesPerSecond(batchSize: number, write: (batchSize: number) => Promise<void>): Promise<number> {
  for (let warmUp = 0; warmUp < 3; warmUp++) await write(batchSize)
  const startedAtMs = nowMs()
  let entries = 0
  while (nowMs() - startedAtMs < MEASURED_MS) {
    await write(batchSize)
    entries += batchSize
  }
  return entries / ((nowMs() - startedAtMs) / 1_000)
}

runBench(async cleanup => {
  const server = await startDatabaseServer('exclusions')
  cleanup(() => server.stop())
  const { database, asOwner } = await server.createDatabase()
  const earlier = await liveStudy(database, 1)
  const { accountId } = earlier
  const [excluding, open] = [await liveStudy(database, 1, accountId), await liveStudy(database, 1, accountId)]
  await asOwner(`insert into respondent (account_id, rdud, source_id, survey_id, project_id, supplier_id, rid, code, loi_stated_seconds, entered_at, ended_at, address, fingerprint)
    select ${accountId}, gen_random_uuid(), ${earlier.sourceId}, ${earlier.surveyId}, ${earlier.projectId}, ${earlier.supplierId}, 'person-' || n, 30, 600,
      now() - make_interval(secs => n), now() - make_interval(secs => n), '2001:db8::'::inet + n, 'device-' || n
    from generate_series(1, ${EXCLUDED}) n`)
  await database.asAccount(accountId, tx =>
    tx.client.query(`insert into source_exclusion values ($1, $2, $3, 'completes', 90, 1)`, [
      accountId,
      excluding.sourceId,
      [earlier.projectId],
    ]),
  )
  await asOwner('analyze') // autovacuum does so within a minute
  const ledger = createLedger(database)
  const ours = entering(ledger, excluding, 'ours')
  const peer = entering(ledger, open, 'peer')
  for (let batch = 0; batch < WARM_UP_BATCHES; batch++) {
    await ours(HEADLINE_BATCH_SIZE)
    await peer(HEADLINE_BATCH_SIZE)
  }

  const results = []
  for (const batchSize of BATCH_SIZES) {
    const sides = await byTurns(ROUNDS, {
      ours: () => entriesPerSecond(batchSize, ours),
      peer: () => entriesPerSecond(batchSize, peer),
    })
    const compared = compare(
      sides,
      one => one,
      other => other,
    )
    const moreMs = roundsOf(sides.ours.map((one, round) => 1_000 / one - 1_000 / (sides.peer[round] ?? Number.NaN)))
    results.push({
      batchSize,
      ...compared,
      ratio: rounded(compared.ratio),
      moreMsAnEntrant: moreMs,
      met: moreMs.median <= GOAL_MS,
    })
  }

  const first = results.find(({ batchSize }) => batchSize === HEADLINE_BATCH_SIZE)
  if (!first) throw new Error('The headline is one of the batch sizes')
  for (const { batchSize, moreMsAnEntrant } of results)
    console.log(`batches of ${batchSize}: ${rounded(moreMsAnEntrant.median)} ms more for each entrant`)
  report(
    {
      name: 'exclusions',
      ...headline(first),
      unit: 'entries/s',
      goal: `≤ ${GOAL_MS} ms more for each entrant, alone or in batches of 100`,
      met: results.every(({ met }) => met),
    },
    {
      measured: `entrants of a source that excludes a project of ${EXCLUDED} completes, each with a fingerprint and an address, one batch after the other; each commit durable; nobody of them is excluded`,
      peerIs: 'the same entrants of a source of the same account without an exclusion',
      excluded: EXCLUDED,
      byBatchSize: results,
    },
  )
})
