import { pruneFeed } from '@desk/platform/ledger/feed/changes.store'
import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { newRdudHex } from '@desk/platform/ledger/facts/rdud'
import { back } from '@desk/platform/ledger/testing/operations'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useProcesses, type DeskProcess } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy, type WatchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { breaksIn, openViewer, type Viewer } from './stage/viewer.ts'

const VIEWERS = 5
const LIVE_WITHIN_MS = 10_000
const COMMITS = 12

const fresh = useDatabase()
const processes = useProcesses()

interface Open {
  readonly database: DeskDatabase
  readonly study: WatchedStudy
  readonly platform: DeskProcess
  readonly gateway: DeskProcess
  readonly token: string
  readonly viewers: readonly Viewer[]
}

/** A desk with open tables whose figures have moved once, so that the gateway's cursor is somewhere within the feed. */
async function openTables(): Promise<Open> {
  const { database, url } = fresh()
  const study = await watchedStudy(database, 3)
  const platform = await processes.platform(url)
  const gateway = await processes.gateway(platform.url)
  const token = await signIn(platform.url, study.username)
  const viewers = Array.from({ length: VIEWERS }, () =>
    openViewer({ gatewayUrl: gateway.url, token, surveyId: study.surveyId }),
  )
  onTestFinished(() => viewers.forEach(viewer => viewer.close()))
  const open = { database, study, platform, gateway, token, viewers }
  await allAsServer(open)
  await moveFigures(database, study, 1)
  await allAsServer(open)
  expect(toldTo(viewers)).toEqual(viewers.map(() => ({ epochs: 1, breaks: [] })))
  return open
}

/** So many people come in by turns, each a commit of its own, and every second one is back with a complete. */
async function moveFigures(database: DeskDatabase, study: WatchedStudy, times: number): Promise<void> {
  const ledger = createLedger(database)
  for (let no = 0; no < times; no++) {
    const sourceId = study.sourceIds[no % study.sourceIds.length] ?? study.sourceId
    const hex = newRdudHex()
    await ledger.write(study.accountId, [
      {
        kind: 'entered',
        atMs: Date.now() - 60_000,
        sourceId,
        supplierId: study.supplierId,
        hex,
        rid: hex,
        isTest: false,
        code: 11,
        refusal: null,
        address: null,
        fingerprint: null,
      },
    ])
    if (no % 2 === 0) await ledger.write(study.accountId, [back(hex, '1000')])
  }
}

/** Rows that webhooks have not read yet are old enough to go by then, too. */
const IN_A_MONTH_MS = 30 * 24 * 3_600_000

/** Deletes all rows of the feed, as pruning does with old ones. */
async function pruneAll(database: DeskDatabase): Promise<void> {
  // rows at or beyond the oldest open transaction of the server stay; other test files share the server
  await until('the feed is empty', promised(LIVE_WITHIN_MS), async () => {
    await database.asSystem(tx => pruneFeed(tx, new Date(Date.now() + IN_A_MONTH_MS)))
    const { rows } = await database.asSystem(tx =>
      sql<{ count: number }>`select count(*)::int as count from change_feed where kind <> 0`.execute(tx),
    )
    return rows[0]?.count === 0
  })
}

/** Resolves when every table shows what the server has, and is live; gives how long that took in ms. */
async function allAsServer({ platform, token, study, viewers }: Open): Promise<number> {
  const served = JSON.stringify(await readTable(platform.url, token, study.surveyId))
  const differing = () => viewers.filter(viewer => !viewer.isLive() || JSON.stringify(viewer.table()) !== served)
  return until(
    'every table is live and the server’s',
    promised(LIVE_WITHIN_MS),
    () => differing().length === 0,
    () => differing().map(viewer => [viewer.freshness(), viewer.table()]),
  )
}

/** The frames of each table: how often it had to begin again, and frames that did not follow on one another. */
const toldTo = (viewers: readonly Viewer[]) =>
  viewers.map(({ heard }) => ({ epochs: new Set(heard.map(({ epoch }) => epoch)).size, breaks: breaksIn(heard) }))

test(
  'F5: the platform is away from the gateway while its feed is pruned: every table takes a snapshot and ends as the server’s',
  { timeout: 120_000 },
  async () => {
    const open = await openTables()
    const { database, study, platform, viewers } = open

    await platform.stop()
    await moveFigures(database, study, COMMITS)
    await pruneAll(database)
    await platform.start()

    const equalMs = await allAsServer(open)
    // the feed goes on from there
    await moveFigures(database, study, 1)
    await allAsServer(open)
    expect(toldTo(viewers)).toEqual(viewers.map(() => ({ epochs: 2, breaks: [] })))
    await expectNoDrift(database)
    process.stdout.write(`F5: platform away, ${VIEWERS} tables equal ${equalMs} ms after its return\n`)
  },
)

test(
  'F5: the gateway sleeps while the feed is pruned behind its cursor: every table takes a snapshot and ends as the server’s',
  { timeout: 120_000 },
  async () => {
    const open = await openTables()
    const { database, study, gateway, viewers } = open

    process.kill(gateway.pid, 'SIGSTOP')
    // the first of them answers the read that the gateway left waiting; the rest is what it will ask for in vain
    await moveFigures(database, study, COMMITS)
    await pruneAll(database)
    process.kill(gateway.pid, 'SIGCONT')

    const equalMs = await allAsServer(open)
    await moveFigures(database, study, 1)
    await allAsServer(open)
    expect(toldTo(viewers)).toEqual(viewers.map(() => ({ epochs: 2, breaks: [] })))
    await expectNoDrift(database)
    process.stdout.write(`F5: gateway asleep, ${VIEWERS} tables equal ${equalMs} ms after it woke\n`)
  },
)
