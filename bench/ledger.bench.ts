/** B4: events that the ledger takes in batches, against a plain multi-row INSERT of the same lines on the same PostgreSQL. */
import { createLedger, type Ledger } from '@desk/platform/respondents/ledger'
import type { LedgerOperation } from '@desk/platform/respondents/ledger-operations'
import { newRdudHex } from '@desk/platform/respondents/rdud'
import type { Study } from '@desk/platform/respondents/testing/study'
import { startDatabaseServer } from './desk/database.ts'
import { liveStudy } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { pick, seeded } from './harness/random.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { PLAIN_TABLE, plainWriter, type PlainEvent } from './ledger/plain-insert.ts'
import { report, rounded } from './measure.ts'

const BATCH_SIZES = [100, 500, 1_000]
const HEADLINE_BATCH_SIZE = 500
const WARM_UP_BATCHES = unlessQuick(40, 5)
const ROUNDS = unlessQuick(5, 2)
const MEASURED_MS = unlessQuick(3_000, 400)
const SOURCES = 30
const GOAL = 0.4
const INTERVIEW_SECONDS = { from: 180, to: 1_020 }

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

/**
 * Traffic as it stands in the field: half of each batch are entrants, the other half are those of former batches who come
 * back with a complete.
 */
function ledgerTraffic(ledger: Ledger, study: Study): (batchSize: number) => Promise<void> {
  const random = seeded(4)
  const inSurvey: { hex: string; enteredAtMs: number }[] = []
  let entrants = 0
  return async batchSize => {
    const back = inSurvey.splice(0, batchSize / 2)
    const entering = batchSize - back.length
    const enteredAtMs = Date.now() - INTERVIEW_SECONDS.to * 1_000
    const operations: LedgerOperation[] = back.map(({ hex, enteredAtMs: since }) => ({
      kind: 'return',
      atMs: since + interviewSeconds(random) * 1_000,
      hex,
      inboundCode: '1000',
      viaServer: false,
      parameters: new Map(),
      sent: null,
    }))
    for (let at = 0; at < entering; at++) {
      operations.push({
        kind: 'enter',
        atMs: enteredAtMs,
        sourceId: pick(random, study.sourceIds),
        supplierId: study.supplierId,
        rid: `panelist-${entrants++}`,
        testToken: null,
        fingerprint: null,
        address: null,
        country: null,
        device: 1,
        fromDatacentre: false,
        parameters: new Map(),
      })
    }
    const outcomes = await ledger.write(study.accountId, operations)
    for (const outcome of outcomes) {
      if (outcome.kind !== 'sent' || outcome.address === null || outcome.repeat)
        throw new Error(`Every one of these is sent on: ${JSON.stringify(outcome)}`)
      if (outcome.code === 11) inSurvey.push({ hex: outcome.hex, enteredAtMs })
      else if (outcome.code !== 30)
        throw new Error(`Every one of these enters or completes: ${JSON.stringify(outcome)}`)
    }
  }
}

function interviewSeconds(random: () => number): number {
  return INTERVIEW_SECONDS.from + Math.floor(random() * (INTERVIEW_SECONDS.to - INTERVIEW_SECONDS.from))
}

function plainEvents(study: Study): (batchSize: number) => PlainEvent[] {
  const random = seeded(4)
  return batchSize =>
    Array.from({ length: batchSize }, (_, at) => {
      const isReturn = at < batchSize / 2
      return {
        at: new Date(),
        rdud: newRdudHex(),
        sourceId: pick(random, study.sourceIds),
        fromCode: isReturn ? 11 : null,
        toCode: isReturn ? 30 : 11,
        interviewSeconds: isReturn ? interviewSeconds(random) : null,
        cpiCents: isReturn ? 250 : null,
        sellPriceCents: isReturn ? 500 : null,
      }
    })
}

runBench(async cleanup => {
  const server = await startDatabaseServer('ledger')
  cleanup(() => server.stop())
  const { url, database, asOwner } = await server.createDatabase()
  await asOwner(PLAIN_TABLE)
  const study = await liveStudy(database, SOURCES)
  const plain = await plainWriter(url, study.accountId)
  cleanup(() => plain.close())
  const writeTraffic = ledgerTraffic(createLedger(database), study)
  const makeEvents = plainEvents(study)
  for (let batch = 0; batch < WARM_UP_BATCHES; batch++) {
    await writeTraffic(HEADLINE_BATCH_SIZE)
    await plain.values(makeEvents(HEADLINE_BATCH_SIZE))
  }
  await asOwner('analyze') // autovacuum does so within a minute of the first respondents

  const results = []
  for (const batchSize of BATCH_SIZES) {
    const arrays: number[] = []
    const sides = await byTurns(ROUNDS, {
      ours: () => eventsPerSecond(batchSize, () => writeTraffic(batchSize)),
      async peer() {
        const values = await eventsPerSecond(batchSize, () => plain.values(makeEvents(batchSize)))
        arrays.push(await eventsPerSecond(batchSize, () => plain.arrays(makeEvents(batchSize))))
        return values
      },
    })
    const compared = compare(
      sides,
      ours => ours,
      peer => peer,
    )
    const byArrays = compare(
      { ours: sides.ours, peer: arrays },
      ours => ours,
      peer => peer,
    )
    results.push({
      batchSize,
      ...compared,
      ratio: rounded(compared.ratio),
      peerByArrays: byArrays.peer,
      ratioToPeerByArrays: rounded(byArrays.ratio),
    })
  }

  const first = results.find(({ batchSize }) => batchSize === HEADLINE_BATCH_SIZE)
  if (!first) throw new Error('The headline is one of the batch sizes')
  report(
    {
      name: 'ledger',
      ...headline(first),
      unit: 'events/s',
      goal: `≥ ${GOAL} × plain INSERT`,
      met: first.ratio >= GOAL,
    },
    {
      measured: `batches of ${HEADLINE_BATCH_SIZE} events of one account, one batch after the other: half entrants, half completes of former entrants; each commit durable`,
      peerIs:
        'one multi-row INSERT … VALUES into a table like respondent_event (same partitions, index, sequence); peerByArrays: the same rows by unnest',
      sources: SOURCES,
      byBatchSize: results,
    },
  )
})
