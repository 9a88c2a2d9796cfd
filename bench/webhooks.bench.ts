/** A complete's commit → the first attempt at its webhook, at 100 events a second over 50 endpoints, against the same posts by a bare undici loop. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { formatRdud } from '@desk/platform/ledger/facts/rdud'
import { makeSecret, webhookKey } from '@desk/platform/nouns/webhooks/webhook-secret'
import { insertWebhook } from '@desk/platform/nouns/webhooks/webhooks.store'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { completeOf, letIn, liveStudy } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { startProgram } from './harness/program.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report } from './measure.ts'
import type { Came, Endpoints } from './webhooks/endpoints.ts'

const ROUNDS = unlessQuick(3, 1)
const SECONDS_A_ROUND = unlessQuick(20, 3)
const PER_SECOND = 100
const ENDPOINTS = 50
const EVENTS_A_ROUND = SECONDS_A_ROUND * PER_SECOND
const WARM_UP = PER_SECOND
const GOAL_MS = 1_000
const CATCH_UP_MS = 60_000
const SECRET_KEY = 'the-secret-key-of-the-benches-0123456789'

interface Round {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
  readonly lost: number
  readonly outOfOrder: number
}

runBench(async cleanup => {
  const server = await startDatabaseServer('webhooks')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const study = await liveStudy(database, ENDPOINTS)
  const ledger = createLedger(database)
  cleanup(() => ledger.drain())
  const hexes = await letIn(ledger, study, WARM_UP + ROUNDS * EVENTS_A_ROUND)
  const endpoints = startProgram<Endpoints>(new URL('./webhooks/endpoints.ts', import.meta.url))
  cleanup(() => endpoints.stop())
  const url = await endpoints.ask('start', undefined)
  const secret = makeSecret(webhookKey(SECRET_KEY), study.accountId)
  const userId = await someUser()
  await database.asAccount(study.accountId, async tx => {
    for (const [at, sourceId] of study.sourceIds.entries())
      await insertWebhook(
        tx,
        study.accountId,
        {
          description: `Endpoint ${at}`,
          url: `${url}/${at}`,
          kinds: ['respondent.completed'],
          filter: { scope: 'source', id: sourceId },
          is_on: true,
        },
        secret,
        { at: new Date(), userId },
      )
  })
  await asOwner('analyze')
  const platform = await startPlatform(databaseUrl, { SECRET_KEY, EGRESS_NETWORKS: '127.0.0.0/8' })
  cleanup(() => platform.stop())
  const agent = new Agent({ connections: 4, pipelining: 1 })
  cleanup(() => agent.close())

  let taken = 0
  const sourceOf = (number: number) => (number + 1) % ENDPOINTS
  const next = () => {
    const number = taken++
    return { hex: hexes[number] ?? '', path: `/${sourceOf(number)}` }
  }

  /** Makes events at an even pace; gives the moment that each one's latency counts from, in their order, by path. */
  async function atPace(events: number, make: (hex: string, path: string) => Promise<number>) {
    const startedAtMs = nowMs()
    const made = new Map<string, { hex: string; atMs: Promise<number> }[]>()
    for (let at = 0; at < events; at++) {
      const waitMs = startedAtMs + (at * 1_000) / PER_SECOND - nowMs()
      if (waitMs > 0) await sleep(waitMs)
      const { hex, path } = next()
      const event = { hex, atMs: make(hex, path) }
      const ofPath = made.get(path)
      if (ofPath) ofPath.push(event)
      else made.set(path, [event])
    }
    const untilMs = nowMs() + CATCH_UP_MS
    while ((await endpoints.ask('count', undefined)) < events && nowMs() < untilMs) await sleep(50)
    return judge(made, await endpoints.ask('take', undefined))
  }

  const ours = (events: number) =>
    atPace(events, async hex => {
      await ledger.return(study.accountId, completeOf(hex))
      return nowMs()
    })
  const peer = (events: number) =>
    atPace(events, async (hex, path) => {
      const atMs = nowMs()
      const rdud = formatRdud(study.accountId, hex)
      const body = JSON.stringify({
        type: 'respondent.completed',
        timestamp: new Date().toISOString(),
        data: { rdud, rid: hex, is_test: false, filler: 'x'.repeat(300) },
      })
      const headers = { 'content-type': 'application/json' }
      const answered = await request(`${url}${path}`, { method: 'POST', dispatcher: agent, headers, body })
      await answered.body.dump()
      return atMs
    })

  await ours(WARM_UP)
  const peerHexesFrom = taken
  const sides = await byTurns(ROUNDS, {
    ours: () => ours(EVENTS_A_ROUND),
    // the peer writes no ledger: it may tell of anybody again
    peer: async () => {
      const before = taken
      taken = peerHexesFrom
      const round = await peer(EVENTS_A_ROUND)
      taken = before
      return round
    },
  })
  const compared = compare(
    sides,
    one => one.p95Ms,
    other => other.p95Ms,
  )
  const lost = sides.ours.reduce((sum, round) => sum + round.lost, 0)
  const outOfOrder = sides.ours.reduce((sum, round) => sum + round.outOfOrder, 0)
  report(
    {
      name: 'webhooks',
      ...headline(compared),
      unit: 'ms p95',
      goal: `≤ ${GOAL_MS} ms, 0 lost, in order per endpoint`,
      met: compared.ours.median <= GOAL_MS && lost === 0 && outOfOrder === 0,
    },
    {
      measured: `from a complete's commit (${PER_SECOND} a second, evenly, durable, one account, ${ENDPOINTS} sources) to the arrival of its message at the endpoint of its source, ${ENDPOINTS} endpoints; collected from the feed, queued, signed, posted and recorded by a platform process`,
      peerIs:
        'the same number of posts of about the same size at the same pace by a bare undici loop in the process of the bench, over kept-alive connections to the same endpoints',
      p95Ms: compared,
      p50Ms: compare(
        sides,
        one => one.p50Ms,
        other => other.p50Ms,
      ),
      maxMs: compare(
        sides,
        one => one.maxMs,
        other => other.maxMs,
      ),
      lost,
      outOfOrder,
    },
  )

  async function someUser(): Promise<number> {
    const rows = await asOwner(
      `insert into app_user (home_account_id, username, firstname, lastname, role_id, password_hash)
       values (${study.accountId}, 'bench@acme.example', 'Ada', 'Byron', 1, '') returning user_id as id`,
    )
    return (rows[0] as { id: number }).id // it was just made
  }
})

/**
 * Compares the events that were made with the messages that came: first arrivals alone, since a message may come twice.
 */
async function judge(
  made: ReadonlyMap<string, readonly { hex: string; atMs: Promise<number> }[]>,
  came: Readonly<Record<string, readonly Came[]>>,
): Promise<Round> {
  const latencies: number[] = []
  let lost = 0
  let outOfOrder = 0
  for (const [path, events] of made) {
    const first = new Map<string, { atMs: number; place: number }>()
    for (const { hex, atMs } of came[path] ?? []) if (!first.has(hex)) first.set(hex, { atMs, place: first.size })
    for (const [place, { hex, atMs }] of events.entries()) {
      const arrived = first.get(hex)
      if (arrived === undefined) lost += 1
      else {
        latencies.push(arrived.atMs - (await atMs))
        if (arrived.place !== place) outOfOrder += 1
      }
    }
  }
  return {
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    maxMs: Math.max(...latencies),
    lost,
    outOfOrder,
  }
}
