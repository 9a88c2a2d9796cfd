/** B1: from a commit to the callbacks of 1,000 watching clients, and deliveries a second at saturation, against a bare Socket.IO server. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabaseServer, type BenchDatabase } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { completeOf, letIn, liveStudy, signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { startProgram, type Program } from './harness/program.ts'
import { unlessQuick } from './harness/quick.ts'
import { seeded } from './harness/random.ts'
import { byTurns, compare, type Compared, headline } from './harness/rounds.ts'
import { runBench, type Cleanup } from './harness/run.ts'
import { quantile, report, rounded } from './measure.ts'
import type { PushClients } from './push/clients.ts'
import type { Counted, CountingClients } from './push/counting-clients.ts'
import type { PushPeer } from './push/peer.ts'
import type { StubPlatform } from './push/stub-platform.ts'

const CLIENTS = unlessQuick(1_000, 100)
const CLIENT_PROCESSES = 2
const LATENCY_ROUNDS = unlessQuick(3, 2)
const COMMITS_A_ROUND = unlessQuick(40, 5)
const WARM_UP_COMMITS = unlessQuick(5, 1)
/** Apart enough that no frame waits for its topic's next turn (4 frames a second). */
const PAUSE_MS = { least: 260, most: 420 }
const SOURCES = 10

const SATURATION_ROUNDS = unlessQuick(3, 2)
const COUNTING_CLIENTS = unlessQuick(700, 50)
const TOPICS_OF_A_CLIENT = 50
const TOPICS = unlessQuick(250, 100)
const FRAMES_PER_SECOND_OF_A_TOPIC = 4
const STEADY_MS = unlessQuick(2_000, 500)
const COUNTED_MS = unlessQuick(6_000, 1_000)

const LATENCY_GOAL = 1.25
const DELIVERIES_GOAL = 0.9

interface Latency {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
}

runBench(async cleanup => {
  const server = await startDatabaseServer('push')
  cleanup(() => server.stop())
  const latency = await measureLatency(cleanup, await server.createDatabase())
  const deliveries = await measureSaturation(cleanup)
  report(
    {
      name: 'push',
      ...headline(latency.p95Ms),
      unit: 'ms, p95 from commit to callback',
      goal: `≤ ${LATENCY_GOAL} × bare Socket.IO, and ≥ ${DELIVERIES_GOAL} × its deliveries/s`,
      met: latency.p95Ms.ratio <= LATENCY_GOAL && deliveries.perSecond.ratio >= DELIVERIES_GOAL,
    },
    { latency, deliveries: { ...deliveries, ratio: rounded(deliveries.perSecond.ratio) } },
  )
})

async function measureLatency(cleanup: Cleanup, { url: databaseUrl, database }: BenchDatabase) {
  const study = await liveStudy(database, SOURCES)
  const person = await someoneOf(database, study.accountId)
  const ledger = createLedger(database)
  const respondents = await letIn(ledger, study, 2 * LATENCY_ROUNDS * (COMMITS_A_ROUND + WARM_UP_COMMITS))
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, person)
  const topic = `survey:${study.surveyId}`
  const random = seeded(1)

  const programs = Array.from({ length: CLIENT_PROCESSES }, () =>
    startProgram<PushClients>(new URL('./push/clients.ts', import.meta.url)),
  )
  for (const program of programs) cleanup(() => program.stop())
  const inAll = <A>(ask: (program: Program<PushClients>) => Promise<A>): Promise<A[]> => Promise.all(programs.map(ask))

  /** Connects everyone, commits, and gives how long after each commit each client's callback had its frame. */
  async function measure(url: string, clientToken: string): Promise<{ latency: Latency; frame: unknown }> {
    await inAll(program =>
      program.ask('connect', { url, token: clientToken, topic, clients: CLIENTS / CLIENT_PROCESSES }),
    )
    const latenciesMs: number[] = []
    let frame: unknown = null
    for (let commit = 0; commit < WARM_UP_COMMITS + COMMITS_A_ROUND; commit++) {
      await sleep(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least))
      const hex = respondents.pop()
      if (hex === undefined) throw new Error('There is a respondent for each commit')
      const arriving = inAll(program => program.ask('nextFrame', undefined))
      await ledger.write(study.accountId, [completeOf(hex)])
      const committedAtMs = nowMs()
      const arrivals = await arriving
      frame = arrivals[0]?.frame
      if (commit >= WARM_UP_COMMITS)
        for (const { atMs } of arrivals) for (const at of atMs) latenciesMs.push(at - committedAtMs)
    }
    await inAll(program => program.ask('disconnect', undefined))
    return {
      latency: {
        p50Ms: rounded(quantile(latenciesMs, 0.5)),
        p95Ms: rounded(quantile(latenciesMs, 0.95)),
        p99Ms: rounded(quantile(latenciesMs, 0.99)),
      },
      frame,
    }
  }

  let frame: unknown = null
  const sides = await byTurns(LATENCY_ROUNDS, {
    async ours() {
      const gateway = await startGateway(platform.url)
      try {
        const measured = await measure(gateway.url, token)
        frame = measured.frame
        return measured.latency
      } finally {
        await gateway.stop()
      }
    },
    async peer() {
      const peer = startProgram<PushPeer>(new URL('./push/peer.ts', import.meta.url))
      try {
        const url = await peer.ask('start', undefined)
        await peer.ask('broadcastOnCommit', { databaseUrl, topic, frame })
        return (await measure(url, 'none')).latency
      } finally {
        await peer.stop()
      }
    },
  })
  await inAll(program => program.stop())
  await platform.stop()
  return {
    measured: `${CLIENTS} Socket.IO clients in ${CLIENT_PROCESSES} processes watch one survey; from the moment in which the ledger's commit of one complete has resolved to each client's callback, on the machine's monotonic clock`,
    peerIs:
      'a bare Socket.IO server that listens to the same notification of the database and broadcasts the same frame, ready made, to a room of as many clients',
    frameBytes: JSON.stringify(frame).length,
    p50Ms: compare(
      sides,
      ours => ours.p50Ms,
      bare => bare.p50Ms,
    ),
    p95Ms: compare(
      sides,
      ours => ours.p95Ms,
      bare => bare.p95Ms,
    ),
    p99Ms: compare(
      sides,
      ours => ours.p99Ms,
      bare => bare.p99Ms,
    ),
  }
}

async function measureSaturation(cleanup: Cleanup) {
  const surveyIds = Array.from({ length: TOPICS }, (_, at) => at + 1)
  const topics = surveyIds.map(id => `survey:${id}`)
  const topicsOfClients = Array.from({ length: COUNTING_CLIENTS }, (_, client) =>
    Array.from(
      { length: TOPICS_OF_A_CLIENT },
      (_unused, at) => topics[(client + at * (TOPICS / TOPICS_OF_A_CLIENT)) % TOPICS] ?? '',
    ),
  )
  const start = <A extends PushPeer | StubPlatform | CountingClients>(file: string): Program<A> => {
    const program = startProgram<A>(new URL(file, import.meta.url))
    cleanup(() => program.stop())
    return program
  }
  const stub = start<StubPlatform>('./push/stub-platform.ts')
  const peer = start<PushPeer>('./push/peer.ts')
  const clientsOf = {
    ours: start<CountingClients>('./push/counting-clients.ts'),
    peer: start<CountingClients>('./push/counting-clients.ts'),
  }
  const gateway = await startGateway(await stub.ask('start', undefined))
  cleanup(() => gateway.stop())
  await Promise.all([
    clientsOf.ours.ask('connect', { url: gateway.url, token: 'anyone', topics: topicsOfClients }),
    clientsOf.peer.ask('connect', {
      url: await peer.ask('start', undefined),
      token: 'anyone',
      topics: topicsOfClients,
    }),
  ])

  const forMs = STEADY_MS + COUNTED_MS + 500
  const count = (side: 'ours' | 'peer') => clientsOf[side].ask('count', { afterMs: STEADY_MS, forMs: COUNTED_MS })
  let frame: unknown = null
  const sides = await byTurns<Counted, Counted>(SATURATION_ROUNDS, {
    async ours() {
      const [counted] = await Promise.all([
        count('ours'),
        stub.ask('changeAll', { surveyIds, perSecond: FRAMES_PER_SECOND_OF_A_TOPIC, forMs }),
      ])
      frame = await clientsOf.ours.ask('newest', undefined)
      return counted
    },
    async peer() {
      const [counted] = await Promise.all([
        count('peer'),
        peer.ask('broadcastAll', { topics, perSecond: FRAMES_PER_SECOND_OF_A_TOPIC, frame, forMs }),
      ])
      return counted
    },
  })
  const perSecond: Compared = compare(
    sides,
    ours => ours.deliveriesPerSecond,
    bare => bare.deliveriesPerSecond,
  )
  return {
    measured: `${COUNTING_CLIENTS} connections watch ${TOPICS_OF_A_CLIENT} of ${TOPICS} surveys each; every survey changes ${FRAMES_PER_SECOND_OF_A_TOPIC} times a second, as often as the gateway sends a topic; the real gateway reads a feed that a stub of the platform serves; counted at the connections, which decode nothing`,
    peerIs: 'a bare Socket.IO server with the same rooms that broadcasts the same frame, ready made, as often',
    frameBytes: JSON.stringify(frame).length,
    offeredPerSecond: COUNTING_CLIENTS * TOPICS_OF_A_CLIENT * FRAMES_PER_SECOND_OF_A_TOPIC,
    perSecond,
    clientsCpu: compare(
      sides,
      ours => ours.cpu,
      bare => bare.cpu,
    ),
  }
}
