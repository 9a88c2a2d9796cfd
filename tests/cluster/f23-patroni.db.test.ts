import { setTimeout as sleep } from 'node:timers/promises'
import { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { migrate } from '@desk/platform/migrations/migrate'
import { silentLog } from '@desk/platform/testing/database/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStoredOnce } from '../faults/stage/acknowledged.ts'
import { Crowd } from '../faults/stage/crowd.ts'
import { startDeskTwice, type DeskTwice } from '../faults/stage/desk-twice.ts'
import { useProcesses } from '../faults/stage/processes.ts'
import { promised } from '../faults/stage/promised.ts'
import { readTable } from '../faults/stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from '../faults/stage/study.ts'
import { until } from '../faults/stage/until.ts'
import { openViewer } from '../faults/stage/viewer.ts'
import { PatroniMachines, type PatroniCluster } from './patroni.ts'

const SOON_MS = 30_000
const VIEWERS = 4
/** So long nothing leads to the primary. */
const AWAY_MS = 4_000

const processes = useProcesses()
const machines = new PatroniMachines()
let cluster: PatroniCluster
let database: DeskDatabase
let desk: DeskTwice
beforeAll(async () => {
  cluster = await machines.start(processes)
  await until('the primary is reached', SOON_MS, () =>
    migrate(cluster.url).then(
      () => true,
      () => false,
    ),
  )
  database = new DeskDatabase({ url: cluster.url, log: silentLog, maxConnections: 5 })
  desk = await startDeskTwice(processes, cluster.url)
})
afterAll(async () => {
  await database?.close()
  await machines.remove()
})

/** Respondents come and go while the fault happens, and people watch; all is well after it. */
async function bear(name: string, backWithinMs: number, fault: (crowd: Crowd) => Promise<void>): Promise<void> {
  const study = await watchedStudy(database, 3)
  const token = await signIn(desk.url, study.username)
  const viewers = Array.from({ length: VIEWERS }, () =>
    openViewer({ gatewayUrl: desk.url, token, surveyId: study.surveyId }),
  )
  await until('the tables are live', SOON_MS, () => viewers.every(viewer => viewer.isLive()))
  const crowd = new Crowd({ url: desk.url, study, name, atOnce: 8, paceMs: 100 }).start()
  await crowd.acknowledgedMore(50)
  await fault(crowd)
  await crowd.acknowledgedMore(50)
  await crowd.leave()

  process.stdout.write(
    `${name}: ${crowd.acknowledged} steps acknowledged, none for ${crowd.longestGapMs} ms at most, ${crowd.refusals.get(503) ?? 0} × 503\n`,
  )
  await expectStoredOnce(database, crowd)
  expect([[...crowd.refusals.keys()].filter(status => status !== 503), crowd.withoutRetryAfter]).toEqual([[], 0])
  await expectNoDrift(database)
  expect(crowd.longestGapMs).toBeLessThanOrEqual(promised(backWithinMs))
  const served = await readTable(desk.url, token, study.surveyId)
  for (const viewer of viewers) {
    await until(
      'the open table shows what the server has',
      promised(5_000),
      () => viewer.table().totals.figures_version === served.totals.figures_version,
      () => viewer.table(),
    )
    expect(viewer.table()).toEqual(served)
    viewer.close()
  }
}

describe('F23: two platforms and two gateways over three nodes of Patroni lose no acknowledged step, double none and answer only 503 with Retry-After (operate.md §3)', () => {
  test('when PostgreSQL and Patroni of the primary are killed', () =>
    bear('killed', 30_000, async () => {
      await cluster.isWhole()
      const primary = await cluster.primary()
      await cluster.kill(primary)
      await cluster.replaced(primary)
      cluster.start(primary)
    }))

  test('when the way to the primary is gone for some seconds', () =>
    bear('no way', AWAY_MS + 5_000, async crowd => {
      await cluster.haproxy.kill()
      await sleep(AWAY_MS)
      cluster.haproxy.start()
      await crowd.acknowledgedMore(1)
    }))

  test('when an operator switches over to the synchronous standby', () =>
    bear('switched over', 5_000, async () => {
      const standby = await cluster.isWhole()
      const primary = await cluster.primary()
      await cluster.switchOver(primary, standby)
      await cluster.replaced(primary)
    }))

  test('when the primary freezes, is replaced and wakes again', () =>
    bear('frozen', 30_000, async crowd => {
      await cluster.isWhole()
      const primary = await cluster.primary()
      const thaw = cluster.freeze(primary)
      await cluster.replaced(primary)
      await crowd.acknowledgedMore(50)
      thaw()
      await cluster.isWhole()
    }))
})
