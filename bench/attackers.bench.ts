/** F12: how much slower an honest client is served while attackers send malformed messages and requests, and hold slow bodies open. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabaseServer } from './desk/database.ts'
import { startGateway, startPlatform } from './desk/processes.ts'
import { liveStudy, signIn, someoneOf } from './desk/study.ts'
import { startProgram } from './harness/program.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline, type Sides } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { report, rounded, roundsOf } from './measure.ts'
import type { Called, HonestClient } from './attackers/honest.ts'
import type { Sent, SlowlySent, Attacker } from './attackers/attacker.ts'

const ROUNDS = unlessQuick(5, 1)
const FLAT_OUT_ROUNDS = unlessQuick(3, 1)
const CALLED_FOR_MS = unlessQuick(5_000, 1_000)
const WARM_UP_MS = unlessQuick(4_000, 500)
/** Long enough for the effects of attackers to end. */
const REST_MS = 500
const CALLS_PER_SECOND = 40
const SOURCES = 30
const SEED = 12
const CASES = 5_000
const STEADY_PER_SECOND = 100
const SLOW_BODIES = 1_000
const STRANGERS_SESSIONS = 8
const GOAL = 2

const KINDS = { readP95Ms: 'source table read', entryP95Ms: 'entry redirected' } as const

/** An honest client's calls beside attackers, and the attackers' messages in that time. */
interface Beside {
  readonly called: Called
  readonly sent: Sent | SlowlySent
}

runBench(async cleanup => {
  const server = await startDatabaseServer('attackers')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const study = await liveStudy(database, SOURCES)
  const honestPerson = await someoneOf(database, study.accountId)
  const strangersPerson = await someoneOf(database, (await liveStudy(database, 1)).accountId)
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const gateway = await startGateway(platform.url)
  cleanup(() => gateway.stop())
  const honest = startProgram<HonestClient>(new URL('./attackers/honest.ts', import.meta.url))
  cleanup(() => honest.stop())
  const attacker = startProgram<Attacker>(new URL('./attackers/attacker.ts', import.meta.url))
  cleanup(() => attacker.stop())

  const tokens: string[] = []
  while (tokens.length < STRANGERS_SESSIONS) tokens.push(await signIn(gateway.url, strangersPerson))
  await attacker.ask('make', { url: gateway.url, tokens, seed: SEED, cases: CASES })
  const calling = {
    url: gateway.url,
    token: await signIn(gateway.url, honestPerson),
    surveyId: study.surveyId,
    entryPath: `/entry/${study.sourceId}?sup=${study.supplierId}&rid=`,
    perSecond: CALLS_PER_SECOND,
  }
  const call = (forMs = CALLED_FOR_MS): Promise<Called> => honest.ask('call', { ...calling, forMs })
  await asOwner('analyze') // autovacuum does so within a minute of the first respondents
  await call(WARM_UP_MS)

  const beside = async (start: () => Promise<void>, stop: () => Promise<Sent | SlowlySent>): Promise<Beside> => {
    await start()
    const called = await call()
    const sent = await stop()
    await sleep(REST_MS)
    return { called, sent }
  }
  const besideSender = (perSecond: number | null) =>
    beside(
      () => attacker.ask('start', { perSecond }),
      () => attacker.ask('stop', undefined),
    )
  const besideSlowBodies = () =>
    beside(
      () => attacker.ask('openSlow', { url: gateway.url, count: SLOW_BODIES }),
      () => attacker.ask('closeSlow', undefined),
    )
  const measure = async (load: string, rounds: number, ours: () => Promise<Beside>) => {
    console.log(load)
    const sides = await byTurns(rounds, { ours, peer: () => call() })
    return (['readP95Ms', 'entryP95Ms'] as const).map(kind => figureOf(load, kind, sides))
  }
  await besideSender(STEADY_PER_SECOND)
  const promised = [
    ...(await measure(`${STEADY_PER_SECOND} malformed messages and requests a second`, ROUNDS, () =>
      besideSender(STEADY_PER_SECOND),
    )),
    ...(await measure(`${SLOW_BODIES} bodies at one byte a second`, ROUNDS, besideSlowBodies)),
  ]
  // more than the goal speaks of, and last, so that nothing of it touches the figures before
  const flatOut = await measure(
    'malformed messages and requests as fast as one process sends them',
    FLAT_OUT_ROUNDS,
    () => besideSender(null),
  )
  const health = await fetch(`${gateway.url}/healthz`)
  if (!health.ok) throw new Error(`The desk is not well after the attackers: ${await health.text()}`)

  for (const { load, call, p95Ms, isMet } of [...promised, ...flatOut]) {
    const { ratio, ratioIs, ours, peer, rounds } = headline(p95Ms)
    console.log(
      `${load}; ${call}: p95 ${rounded(ours)} ms beside ${rounded(peer)} ms without (${ratioIs}): ${rounded(ratio)} ×, in all rounds ${rounds?.ratio[0]} to ${rounds?.ratio[2]}; < ${GOAL}: ${isMet ? 'met' : 'not met'}`,
    )
  }
  const worst = promised.toSorted((a, b) => b.p95Ms.ratio - a.p95Ms.ratio)[0]
  if (!worst) throw new Error('Nothing was measured')
  report(
    {
      name: 'attackers',
      ...headline(worst.p95Ms),
      unit: 'ms, p95 of honest calls',
      goal: `< ${GOAL} × without attackers, each kind of call, at ${STEADY_PER_SECOND} malformed messages and requests a second and beside ${SLOW_BODIES} bodies at one byte a second`,
      met: promised.every(({ isMet }) => isMet),
    },
    {
      measured: `an honest client calls ${CALLS_PER_SECOND} reads of a table of ${SOURCES} sources and ${CALLS_PER_SECOND} entries a second for ${CALLED_FOR_MS / 1_000} s, each timed from the moment in which it was due; platform, gateway, honest client and attackers each in a process of its own on one machine; attackers send the corpus of ${CASES} cases of the fault test (FAULT_SEED=${SEED}) from addresses of their own; the line above is of the worst: ${worst.load}; ${worst.call}`,
      peerIs: 'the same calls of the same round without attackers',
      promised,
      flatOut,
    },
  )
})

/** One kind of call under one load, for the report and the print. */
function figureOf(load: string, kind: keyof typeof KINDS, { ours, peer }: Sides<Beside, Called>) {
  const p95Ms = compare(
    { ours, peer },
    ({ called }) => called[kind],
    called => called[kind],
  )
  return {
    load,
    call: KINDS[kind],
    ratio: rounded(p95Ms.ratio),
    isMet: p95Ms.ratio < GOAL,
    p95Ms,
    slowestMs: {
      ours: roundsOf(ours.map(({ called }) => called.slowestMs)),
      peer: roundsOf(peer.map(({ slowestMs }) => slowestMs)),
    },
    strangersSent: ours.map(({ sent }) => sent),
  }
}
