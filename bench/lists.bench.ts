/** Lists at 10,000 projects and 100,000 sources against bare Express routes that read the same rows; the palette's search at 10,000 of each kind. */
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { signIn, someoneOf } from './desk/study.ts'
import { startProgram } from './harness/program.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { fillLists } from './lists/fill.ts'
import { listCases } from './lists/lists.ts'
import type { ListsPeer } from './lists/peer.ts'
import { quantile, report, rounded, roundsOf } from './measure.ts'
import { read, type Read } from './read/reader.ts'
import { StudyMaker } from '@desk/platform/testing/study'

const PROJECTS = unlessQuick(10_000, 200)
const SOURCES = unlessQuick(100_000, 1_000)
const OTHERS = unlessQuick(10_000, 200)
const ROUNDS = unlessQuick(5, 2)
const READS_A_ROUND = unlessQuick(120, 10)
const GOAL = 2
const SEARCH_GOAL_MS = 50
/** Whole words, beginnings, several words, a number, an id, and two that are mistyped. */
const SEARCHES = [
  'streaming',
  's',
  'snacks tr',
  'wave 7',
  'P-7777',
  '10042',
  'straeming',
  'baning concept',
  'germany panel',
  'question 99',
]

async function p95(times: number, readOnce: () => Promise<Read>): Promise<number> {
  const tookMs: number[] = []
  for (let at = 0; at < times; at++) tookMs.push((await readOnce()).tookMs)
  return quantile(tookMs, 0.95)
}

runBench(async cleanup => {
  const server = await startDatabaseServer('lists')
  cleanup(() => server.stop())
  const database = await server.createDatabase()
  const accountId = await new StudyMaker(database.database).account({ name: 'Big', isStaff: true })
  await fillLists(database, accountId, { projects: PROJECTS, sources: SOURCES, others: OTHERS })
  const platform = await startPlatform(database.url)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, await someoneOf(database.database, accountId))
  const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' }
  const ours = (path: string): Promise<Read> => read(platform.url + path, headers)

  const [middle] = (await database.asOwner(
    `select project_id as "projectId", survey_id as "surveyId" from survey where account_id = ${accountId} order by survey_id offset ${Math.floor(PROJECTS / 2)} limit 1`,
  )) as { projectId: number; surveyId: number }[] // its columns
  if (!middle) throw new Error('There is no survey.')
  const cases = listCases(accountId, middle.projectId, middle.surveyId)
  const peer = startProgram<ListsPeer>(new URL('./lists/peer.ts', import.meta.url))
  cleanup(() => peer.stop())
  const peerUrl = await peer.ask('start', {
    databaseUrl: database.url,
    lists: cases.map(({ path, sql }) => ({ path, sql })),
  })

  const lists = []
  for (const { name, ours: path, path: peerPath, ids } of cases) {
    const readPeer = (): Promise<Read> => read(peerUrl + peerPath)
    const idsOf = ({ bytes }: Read): string =>
      JSON.stringify((JSON.parse(bytes.toString()) as Record<string, unknown>[]).map(row => row[ids])) // both send arrays of rows
    const [mine, bare] = [await ours(path), await readPeer()]
    if (idsOf(mine) !== idsOf(bare)) throw new Error(`${name}: the two do not send the same rows`)
    await p95(READS_A_ROUND, () => ours(path))
    await p95(READS_A_ROUND, readPeer)
    console.log(name)
    const ms = compare(
      await byTurns(ROUNDS, {
        ours: () => p95(READS_A_ROUND, () => ours(path)),
        peer: () => p95(READS_A_ROUND, readPeer),
      }),
      mineMs => mineMs,
      bareMs => bareMs,
    )
    lists.push({
      name,
      rows: (JSON.parse(mine.bytes.toString()) as unknown[]).length,
      bytes: { ours: mine.bytes.length, peer: bare.bytes.length },
      p95Ms: ms,
      ratio: rounded(ms.ratio),
    })
  }

  const searchRounds: number[] = []
  const slowest: Record<string, number> = {}
  for (let round = 0; round <= ROUNDS; round++) {
    const tookMs: number[] = []
    for (const text of SEARCHES) {
      for (let time = 0; time < READS_A_ROUND / 10; time++) {
        const one = (await ours(`/v1/search?text=${encodeURIComponent(text)}`)).tookMs
        tookMs.push(one)
        if (round > 0) slowest[text] = rounded(Math.max(slowest[text] ?? 0, one))
      }
    }
    // the first round warms up
    if (round > 0) searchRounds.push(quantile(tookMs, 0.95))
  }
  const search = roundsOf(searchRounds)
  const worst = lists.toSorted((a, b) => b.ratio - a.ratio)[0]
  if (!worst) throw new Error('Nothing was measured.')

  report(
    {
      name: 'lists',
      ...headline(worst.p95Ms),
      unit: 'ms',
      goal: `p95 of each list ≤ ${GOAL} × a bare Express route that reads and sends the same rows, and of the search ≤ ${SEARCH_GOAL_MS} ms`,
      met: worst.ratio <= GOAL && search.median <= SEARCH_GOAL_MS,
    },
    {
      measured: `p95 of ${READS_A_ROUND} reads one after the other over a kept-alive connection, ${PROJECTS} projects, ${PROJECTS} surveys, ${SOURCES} sources, ${OTHERS} suppliers and qualifications in one account; the line above is of the list with the worst ratio: ${worst.name}`,
      peerIs:
        'an Express route that runs one prepared statement for the same rows as the owner of the tables, without session, roles or row-level security, and sends them with response.json',
      lists,
      search: { p95Ms: search, slowestMs: slowest, texts: SEARCHES },
    },
  )
})
