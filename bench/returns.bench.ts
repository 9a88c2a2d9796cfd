/** B3: return redirects a second through HTTP, with ledger, rollups and feed, against a bare Express route that answers 302. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { formatRdud } from '@desk/platform/ledger/facts/rdud'
import type { Study } from '@desk/platform/ledger/testing/study'
import { startDatabaseServer } from './desk/database.ts'
import { readFeed } from './desk/feed-reader.ts'
import { startPlatform } from './desk/processes.ts'
import { letIn, liveStudy } from './desk/study.ts'
import { startProgram } from './harness/program.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { report } from './measure.ts'
import type { ReturnsClient } from './returns/client.ts'
import type { ReturnsPeer } from './returns/peer.ts'

const ROUNDS = unlessQuick(5, 2)
const RETURNS_A_ROUND = unlessQuick(20_000, 2_000)
const WARM_UP = unlessQuick(5_000, 500)
const CONNECTIONS = 128
const ACCOUNTS = 3
const SOURCES = 10
const GOAL = 0.65

runBench(async cleanup => {
  const server = await startDatabaseServer('returns')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const studies: Study[] = []
  for (let account = 0; account < ACCOUNTS; account++) studies.push(await liveStudy(database, SOURCES))
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const peer = startProgram<ReturnsPeer>(new URL('./returns/peer.ts', import.meta.url))
  cleanup(() => peer.stop())
  const client = startProgram<ReturnsClient>(new URL('./returns/client.ts', import.meta.url))
  cleanup(() => client.stop())

  const ledger = createLedger(database)
  const respondents: string[][] = []
  for (const study of studies) {
    const hexes = await letIn(ledger, study, Math.ceil((WARM_UP + ROUNDS * RETURNS_A_ROUND) / ACCOUNTS))
    respondents.push(hexes.map(hex => formatRdud(study.accountId, hex)))
  }
  await asOwner('analyze') // autovacuum does so within a minute of the first respondents
  let taken = 0
  const nextPaths = (amount: number): string[] =>
    Array.from({ length: amount }, () => {
      const rdud = respondents[taken % ACCOUNTS]?.[Math.floor(taken / ACCOUNTS)]
      taken += 1
      return `/return?inbound_code=1000&rdud=${rdud}`
    })

  const peerUrl = await peer.ask('start', undefined)
  const run = (url: string, amount: number) =>
    client.ask('run', { url, paths: nextPaths(amount), connections: CONNECTIONS })
  const stopReading = readFeed(platform.url)
  await run(platform.url, WARM_UP)
  await client.ask('run', { url: peerUrl, paths: ['/return'], connections: 1 })

  const completesBefore = await completes()
  const peerPaths = Array.from(
    { length: RETURNS_A_ROUND },
    (_, at) => `/return?inbound_code=1000&rdud=2s-${at.toString(16).padStart(32, '0')}`,
  )
  const sides = await byTurns(ROUNDS, {
    ours: () => run(platform.url, RETURNS_A_ROUND),
    peer: () => client.ask('run', { url: peerUrl, paths: peerPaths, connections: CONNECTIONS }),
  })
  const counted = (await completes()) - completesBefore
  if (counted !== ROUNDS * RETURNS_A_ROUND)
    throw new Error(`Every return counts once: ${ROUNDS * RETURNS_A_ROUND} were answered, ${counted} were counted`)
  const feed = await stopReading()

  const compared = compare(
    sides,
    ours => ours.redirectsPerSecond,
    bare => bare.redirectsPerSecond,
  )
  report(
    {
      name: 'returns',
      ...headline(compared),
      unit: 'redirects/s',
      goal: `≥ ${GOAL} × a bare Express route`,
      met: compared.ratio >= GOAL,
    },
    {
      measured: `GET /return on the platform's own port, every one a first complete of its respondent, committed durably before it is answered; ${ACCOUNTS} accounts × ${SOURCES} sources; ${CONNECTIONS} kept-alive connections; a reader follows the feed meanwhile`,
      peerIs:
        'an Express route that answers 302, in a process of its own, asked by the same client over as many connections',
      redirectsPerSecond: compared,
      p50Ms: compare(
        sides,
        ours => ours.p50Ms,
        bare => bare.p50Ms,
      ),
      p99Ms: compare(
        sides,
        ours => ours.p99Ms,
        bare => bare.p99Ms,
      ),
      feed,
    },
  )

  async function completes(): Promise<number> {
    const rows = await asOwner('select coalesce(sum(completes), 0)::int as completes from rollup where scope = 3')
    return (rows[0] as { completes: number }).completes
  }
})
