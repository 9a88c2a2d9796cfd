/** B3 with Defender: entries and returns a second through HTTP with every rule recording, against the same without any, in one run; of traffic as panels send it, and of crowded networks. */
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
import { report, rounded } from './measure.ts'
import type { Redirected, ReturnsClient, TRAFFIC } from './returns/client.ts'

const ROUNDS = unlessQuick(11, 2)
const A_ROUND = unlessQuick(10_000, 1_000)
const WARM_UP = unlessQuick(3_000, 300)
const CONNECTIONS = 128
const SOURCES = 10
const GOAL = 0.85

/** Entries and returns of a round. */
interface Both {
  readonly entries: Redirected
  readonly returns: Redirected
  /** The same entries from crowded networks: the worst case. */
  readonly crowded: Redirected
}

runBench(async cleanup => {
  const server = await startDatabaseServer('defender')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const judged = await liveStudy(database, SOURCES)
  const plain = await liveStudy(database, SOURCES)
  // the rules of the most robust level, in recording mode: they count and write as much as rules can, and refuse no one
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
    await run(side.entries(WARM_UP), 'spread')
    await run(side.returns(WARM_UP), 'spread')
  }
  /** How many of these entrants some rule spoke against. */
  const flagged = new Map<keyof typeof TRAFFIC, { flagged: number; verdicts: number; entrants: number }>()
  const countFlagged = async (traffic: keyof typeof TRAFFIC, first: number): Promise<void> => {
    const [row] = (await asOwner(
      `select count(distinct r.rdud)::int as flagged, count(v.rdud)::int as verdicts, count(distinct r.rdud) filter (where v.rdud is null)::int as clean from respondent r
       left join rule_verdict v on v.account_id = r.account_id and v.rdud = r.rdud where r.account_id = ${judged.accountId} and r.rid ~ '^b-' and substr(r.rid, 3)::int > ${first}`,
    )) as { flagged: number; verdicts: number; clean: number }[]
    if (row === undefined) return
    const before = flagged.get(traffic) ?? { flagged: 0, verdicts: 0, entrants: 0 }
    flagged.set(traffic, {
      flagged: before.flagged + row.flagged - row.clean,
      verdicts: before.verdicts + row.verdicts,
      entrants: before.entrants + row.flagged,
    })
  }
  const measure = async (side: typeof sides.judged): Promise<Both> => {
    const { entries, returns, entered } = side
    const isJudged = side === sides.judged
    const first = entered()
    const realistic = await run(entries(A_ROUND), 'spread', first)
    if (isJudged) await countFlagged('spread', first)
    const back = await run(returns(A_ROUND), 'spread')
    const second = entered()
    const crowded = await run(entries(A_ROUND), 'crowded', second)
    if (isJudged) await countFlagged('crowded', second)
    return { entries: realistic, returns: back, crowded }
  }
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
  const ofCrowded = compare(
    rounds,
    ours => ours.crowded.redirectsPerSecond,
    bare => bare.crowded.redirectsPerSecond,
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
      measured: `GET /entry and GET /return on the platform's own port, each durable before it is answered, of an account whose every rule records; ${SOURCES} sources, a device each, 15 of 16 entrants from a network of their own and one from a busy one; ${CONNECTIONS} kept-alive connections; the worse of the two stands in the line`,
      peerIs:
        'the same entries and returns of an account without rules, by turns, by the same platform in the same run',
      entriesPerSecond: ofEntries,
      returnsPerSecond: ofReturns,
      crowdedIs:
        'the worst case, no part of the goal: the same entries from 40 networks of 256 addresses each, where nearly every entrant is one of many of a network and has verdicts',
      crowdedEntriesPerSecond: ofCrowded,
      withVerdicts: Object.fromEntries(
        [...flagged].map(([traffic, { flagged: some, verdicts: all, entrants }]) => [
          traffic,
          { share: rounded(some / entrants), verdictsAnEntrant: rounded(all / entrants) },
        ]),
      ),
      verdicts: verdicts.verdicts,
    },
  )

  function run(paths: readonly string[], traffic: keyof typeof TRAFFIC, from = 0): Promise<Redirected> {
    return client.ask('run', { url: platform.url, paths, connections: CONNECTIONS, traffic, from })
  }

  /** The paths of an account's entrants, and of those who are in its surveys already. */
  async function sideOf(study: Study) {
    const inside = await letIn(ledger, study, WARM_UP + ROUNDS * A_ROUND)
    let entered = 0
    let returned = 0
    return {
      /** How many have come in. */
      entered: () => entered,
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
