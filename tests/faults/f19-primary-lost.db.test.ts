import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStoredOnce } from './stage/acknowledged.ts'
import { Crowd } from './stage/crowd.ts'
import { startPrimaryAndStandby, type PrimaryAndStandby } from './stage/primary-and-standby.ts'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'

const BACK_WITHIN_MS = 5_000
/** So long a balancer sends everyone to a server that cannot write. */
const STILL_STANDBY_MS = 3_000

const processes = useProcesses()
let servers: PrimaryAndStandby
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
}, 120_000)
afterAll(() => servers.remove())

test(
  'a primary is killed and its standby promoted: each acknowledged step is stored once, until then every answer is 503, and tables come to the new one’s figures (operate.md §3)',
  { timeout: 240_000 },
  async () => {
    const study = await watchedStudy(servers.database, 3)
    const platform = await processes.platform(servers.url)
    const gateway = await processes.gateway(platform.url)
    const token = await signIn(gateway.url, study.username)
    const viewer = openViewer({ gatewayUrl: gateway.url, token, surveyId: study.surveyId })
    const crowd = new Crowd({ url: gateway.url, study, atOnce: 4, paceMs: 20 }).start()
    await until('the table is live', 20_000, () => viewer.isLive())
    await crowd.acknowledgedMore(100)

    await servers.killPrimary()
    servers.pointAtStandby()
    await sleep(STILL_STANDBY_MS)
    const acknowledged = crowd.acknowledged
    await servers.promote()
    const backMs = await until(
      'respondents are acknowledged',
      promised(BACK_WITHIN_MS),
      () => crowd.acknowledged > acknowledged,
    )
    await crowd.acknowledgedMore(100)
    await crowd.leave()

    await expectStoredOnce(servers.database, crowd)
    expect([[...crowd.refusals.keys()], crowd.withoutRetryAfter]).toEqual([[503], 0])
    await expectNoDrift(servers.database)
    const served = await readTable(gateway.url, token, study.surveyId)
    await until(
      'the open table shows what the server has',
      promised(BACK_WITHIN_MS),
      () => viewer.table().totals.figures_version === served.totals.figures_version,
      () => viewer.table(),
    )
    expect(viewer.table()).toEqual(served)
    viewer.close()
    process.stdout.write(`Failover: ${crowd.acknowledged} steps, acknowledged again after ${backMs} ms\n`)
  },
)
