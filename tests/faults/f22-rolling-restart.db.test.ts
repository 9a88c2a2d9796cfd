import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { expectStoredOnce } from './stage/acknowledged.ts'
import { Crowd } from './stage/crowd.ts'
import { startDeskTwice } from './stage/desk-twice.ts'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'

const SOON_MS = 30_000
/** Longer than the balancer takes to see that a process is not ready any more. */
const DRAIN = { DRAIN_NOTICE_MS: '4000' }

const fresh = useDatabase()
const processes = useProcesses()

test(
  'F22: two platforms and two gateways behind HAProxy are restarted one after the other: no step is refused, each is stored once, and an open table comes to the same figures (operate.md §2)',
  { timeout: 300_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 3)
    const { url, parts, isServed } = await startDeskTwice(processes, databaseUrl, DRAIN)

    const token = await signIn(url, study.username)
    const viewer = openViewer({ gatewayUrl: url, token, surveyId: study.surveyId })
    await until('the table is live', SOON_MS, () => viewer.isLive())
    const crowd = new Crowd({ url, study, atOnce: 16, paceMs: 80 }).start()
    await crowd.acknowledgedMore(100)
    const startedMs = performance.now()
    const before = crowd.acknowledged
    for (const [name, part] of Object.entries(parts)) {
      await part.stop()
      await part.start()
      await isServed(name)
      await crowd.acknowledgedMore(50)
    }
    const steps = crowd.acknowledged - before
    const seconds = (performance.now() - startedMs) / 1_000
    await crowd.leave()

    expect(Object.fromEntries(crowd.refusals)).toEqual({})
    await expectStoredOnce(database, crowd)
    await expectNoDrift(database)
    const served = await readTable(url, token, study.surveyId)
    await until(
      'the open table shows what the server has',
      promised(5_000),
      () => viewer.table().totals.figures_version === served.totals.figures_version,
      () => viewer.table(),
    )
    expect(viewer.table()).toEqual(served)
    viewer.close()
    process.stdout.write(`Rolling restart: ${steps} steps, ${Math.round(steps / seconds)} a second, none refused\n`)
  },
)
