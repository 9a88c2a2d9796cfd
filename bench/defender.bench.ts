/** B3 with Defender: entries and returns a second through HTTP with every rule recording, against the same without any, in one run. */
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { formatRdud } from '@desk/platform/ledger/facts/rdud'
import type { Study } from '@desk/platform/ledger/testing/study'
import { LEVEL_RULES } from '@desk/schema/defender/levels'
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { letIn, liveStudy } from './desk/study.ts'
import { startProgram } from './harness/program.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { report } from './measure.ts'
import type { Redirected, ReturnsClient } from './returns/client.ts'

const ROUNDS = unlessQuick(5, 2)
const A_ROUND = unlessQuick(10_000, 1_000)
const WARM_UP = unlessQuick(3_000, 300)
const CONNECTIONS = 128
const SOURCES = 10
const GOAL = 0.85

/** Entries and returns of a round. */
interface Both {
  readonly entries: Redirected
  readonly returns: Redirected
}

runBench(async cleanup => {
  const server = await startDatabaseServer('defender')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const judged = await liveStudy(database, SOURCES)
  const plain = await liveStudy(database, SOURCES)
  // what the most robust level judges by, recorded: it counts and writes as much as a rule can, and refuses nobody
  await database.asAccount(judged.accountId, tx =>
    tx.client.query('insert into account_defender (account_id, rules, version) values ($1, $2, 1)', [
      judged.accountId,
      JSON.stringify(LEVEL_RULES[5]),
    ]),
  )
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const client = startProgram<ReturnsClient>(new URL('./returns/client.ts', import.meta.url))
  cleanup(() => client.stop())

  const ledger = createLedger(database)
  const sides = { judged: await sideOf(judged), plain: await sideOf(plain) }
  await asOwner('analyze') // autovacuum does so within a minute of the first respondents
  for (const side of [sides.judged, sides.plain]) {
    await run(side.entries(WARM_UP))
    await run(side.returns(WARM_UP))
  }
  const measure = async ({ entries, returns }: typeof sides.judged): Promise<Both> => ({
    entries: await run(entries(A_ROUND)),
    returns: await run(returns(A_ROUND)),
  })
  const rounds = await byTurns(ROUNDS, {
    ours: () => measure(sides.judged),
    peer: () => measure(sides.plain),
  })
  const [verdicts] = (await asOwner('select count(*)::int as verdicts from rule_verdict')) as { verdicts: number }[]
  if (!verdicts || verdicts.verdicts === 0) throw new Error('No rule spoke: nothing was judged')

  const ofEntries = compare(
    rounds,
    ours => ours.entries.redirectsPerSecond,
    bare => bare.entries.redirectsPerSecond,
  )
  const ofReturns = compare(
    rounds,
    ours => ours.returns.redirectsPerSecond,
    bare => bare.returns.redirectsPerSecond,
  )
  const worse = ofEntries.ratio < ofReturns.ratio ? ofEntries : ofReturns
  report(
    {
      name: 'defender',
      ...headline(worse),
      unit: 'redirects/s',
      goal: `entries and returns each ≥ ${GOAL} × without rules`,
      met: worse.ratio >= GOAL,
    },
    {
      measured: `GET /entry and GET /return on the platform's own port, each durable before it is answered, of an account whose every rule records; ${SOURCES} sources, 10,000 addresses, a device each; ${CONNECTIONS} kept-alive connections; the worse of the two stands in the line`,
      peerIs:
        'the same entries and returns of an account without rules, by turns, by the same platform in the same run',
      entriesPerSecond: ofEntries,
      returnsPerSecond: ofReturns,
      verdicts: verdicts.verdicts,
    },
  )

  function run(paths: readonly string[]): Promise<Redirected> {
    return client.ask('run', { url: platform.url, paths, connections: CONNECTIONS })
  }

  /** The paths of an account's entrants, and of those who are in its surveys already. */
  async function sideOf(study: Study) {
    const inside = await letIn(ledger, study, WARM_UP + ROUNDS * A_ROUND)
    let entered = 0
    let returned = 0
    return {
      entries: (amount: number): string[] =>
        Array.from({ length: amount }, () => {
          const number = (entered += 1)
          return `/entry/${study.sourceIds[number % SOURCES]}?sup=${study.supplierId}&rid=b-${number}&fp=d-${number}`
        }),
      returns: (amount: number): string[] =>
        Array.from(
          { length: amount },
          () => `/return?inbound_code=1000&rdud=${formatRdud(study.accountId, inside[returned++] ?? '')}`,
        ),
    }
  }
})
