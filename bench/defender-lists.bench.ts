/** The lists of Defender over 10,000,000 rows of the ledger, against the same questions asked of the respondents themselves. */
import { countActivity } from '@desk/platform/defender/activity/activity.store'
import { countEndings } from '@desk/platform/defender/endings/endings.store'
import { findEndedPeople } from '@desk/platform/defender/endings/ended-people.store'
import { listMarks } from '@desk/platform/defender/marks/marks.store'
import { findPerson } from '@desk/platform/defender/people/find-person'
import type { Tx } from '@desk/platform/kernel/db/tx'
import { startDatabaseServer } from './desk/database.ts'
import { liveStudy } from './desk/study.ts'
import { fillRespondents, PEER_SQL } from './defender-lists/fill.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { quantile, report, rounded, roundsOf } from './measure.ts'

/** Two lines of the ledger each: in, and back. */
const RESPONDENTS = unlessQuick(5_000_000, 50_000)
const SOURCES = unlessQuick(30, 6)
const DAYS = 365
const MONTH_DAYS = 31
const MARKS = unlessQuick(100_000, 2_000)
const ROUNDS = unlessQuick(3, 2)
const ASKED = unlessQuick(20, 5)
const GOALS = { listMs: 300, searchMs: 50 }
const HOUR_MS = 3_600_000

runBench(async cleanup => {
  const server = await startDatabaseServer('defender-lists')
  cleanup(() => server.stop())
  const bench = await server.createDatabase()
  const { database } = bench
  const { accountId, sourceIds, supplierId } = await liveStudy(database, SOURCES)
  const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  await fillRespondents(
    bench,
    { accountId, sourceIds, supplierId },
    { respondents: RESPONDENTS, days: DAYS, endMs, marks: MARKS },
  )
  const end = endMs / HOUR_MS
  const month = { first: end - MONTH_DAYS * 24, end }
  const year = { first: Math.floor((end - DAYS * 24) / 24) * 24, end: Math.ceil(end / 24) * 24 }
  const read = <Answer>(ask: (tx: Tx) => Promise<Answer>) => database.readAsAccount(accountId, ask)
  let asked = 0
  /** Each list, asked for another part of it each time. */
  const lists = {
    year: () => read(tx => countEndings(tx, accountId, year, {})),
    yearOfSource: () => read(tx => countEndings(tx, accountId, year, { source: sourceIds[asked % SOURCES] ?? 0 })),
    yearOfPeople: () => read(tx => findEndedPeople(tx, accountId, year, { code: 33 }, undefined, 50)),
    month: () => read(tx => countEndings(tx, accountId, month, {})),
    monthOfSource: () => read(tx => countEndings(tx, accountId, month, { source: sourceIds[asked % SOURCES] ?? 0 })),
    day: () => read(tx => countEndings(tx, accountId, { first: end - 24 - (asked % 24), end: end - (asked % 24) }, {})),
    people: () => read(tx => findEndedPeople(tx, accountId, month, { rule: 'duplicate_fingerprint' }, undefined, 50)),
    peopleOfSource: () =>
      read(tx =>
        findEndedPeople(
          tx,
          accountId,
          month,
          { rule: 'country', source: sourceIds[asked % SOURCES] ?? 0 },
          undefined,
          50,
        ),
      ),
    activity: () => read(tx => countActivity(tx, accountId, 168, endMs)),
    marks: () =>
      read(tx => listMarks(tx, accountId, { list: 'block', text: `farm-${asked % 9}` }, { limit: 100, offset: 0 })),
  }
  const searches = {
    rid: () => read(tx => findPerson(tx, accountId, `rid-${(asked * 7919) % RESPONDENTS}`, true)),
    fingerprint: () => read(tx => findPerson(tx, accountId, `device-${asked % 1_000}`, true)),
    address: () => read(tx => findPerson(tx, accountId, `10.0.${asked % 200}.${asked % 250}`, true)),
  }

  async function p95Of(asks: Readonly<Record<string, () => Promise<unknown>>>): Promise<Record<string, number>> {
    const figures: Record<string, number> = {}
    for (const [name, ask] of Object.entries(asks)) {
      const took: number[] = []
      for (let time = 0; time < ASKED; time++) {
        asked += 1
        const startedAtMs = nowMs()
        await ask()
        took.push(nowMs() - startedAtMs)
      }
      figures[name] = rounded(quantile(took, 0.95))
    }
    return figures
  }

  await p95Of({ ...lists, ...searches }) // plans and caches
  const sides = await byTurns(ROUNDS, {
    ours: async () => ({ lists: await p95Of(lists), searches: await p95Of(searches) }),
    peer: async () => {
      const startedAtMs = nowMs()
      await read(tx => tx.client.query({ text: PEER_SQL, values: [accountId, new Date(endMs - DAYS * 24 * HOUR_MS)] }))
      return { ms: nowMs() - startedAtMs }
    },
  })
  const worst = (figures: Readonly<Record<string, number>>): number => Math.max(...Object.values(figures))
  const compared = compare(
    sides,
    ours => ours.lists['year'] ?? Number.NaN,
    peer => peer.ms,
  )
  const worstList = roundsOf(sides.ours.map(round => worst(round.lists)))
  const worstSearch = roundsOf(sides.ours.map(round => worst(round.searches)))
  report(
    {
      name: 'defender-lists',
      ...headline(compared),
      unit: 'ms, p95 of an overview of a year',
      goal: `p95 of every list ≤ ${GOALS.listMs} ms, of every search ≤ ${GOALS.searchMs} ms`,
      met: worstList.median <= GOALS.listMs && worstSearch.median <= GOALS.searchMs,
    },
    {
      measured: `${2 * RESPONDENTS} lines of the ledger, ${SOURCES} sources, ${MARKS} entries of the block list; each list ${ASKED} times a round`,
      peerIs: 'the overview by GROUP BY over the respondents and the verdict that decided, as without kept counts',
      worstList,
      worstSearch,
      lists: sides.ours.map(round => round.lists),
      searches: sides.ours.map(round => round.searches),
    },
  )
})
