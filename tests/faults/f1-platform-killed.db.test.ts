import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { expectStoredOnce } from './stage/acknowledged.ts'
import { Crowd } from './stage/crowd.ts'
import { useProcesses } from './stage/processes.ts'
import { seededRandom } from './stage/seeded-random.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { breaksIn, openViewer } from './stage/viewer.ts'

const KILLS = 20

const fresh = useDatabase()
const processes = useProcesses()

test(
  'F1: kill -9 of the platform 20 times under ingest loses nothing acknowledged and counts nothing twice',
  { timeout: 300_000 },
  async () => {
    const random = seededRandom('F1')
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 4)
    const platform = await processes.platform(databaseUrl)
    const gateway = await processes.gateway(platform.url)
    const token = await signIn(gateway.url, study.username)
    const viewer = openViewer({ gatewayUrl: gateway.url, token, surveyId: study.surveyId })
    const crowd = new Crowd({ url: gateway.url, study, atOnce: 8 }).start()

    for (let kill = 0; kill < KILLS; kill++) {
      await crowd.acknowledgedMore(30 + Math.floor(random() * 120))
      await platform.kill()
      await platform.start()
    }
    await crowd.leave()

    await expectStoredOnce(database, crowd)
    const completes = [...crowd.returned.values()].filter(code => code === '1000').length
    const { rows } = await database.readAsSystem(tx =>
      tx.client.query<object>('select entrants, completes from rollup where scope = 2'),
    )
    expect([rows, crowd.withoutRetryAfter]).toEqual([[{ entrants: crowd.entered.size, completes }], 0])
    await expectNoDrift(database)

    const served = await readTable(gateway.url, token, study.surveyId)
    await until(
      'the open table shows what the server has',
      10_000,
      () => viewer.table().totals.figures_version === served.totals.figures_version,
      () => viewer.table(),
    )
    expect([viewer.table(), breaksIn(viewer.heard)]).toEqual([served, []])
    viewer.close()
    process.stdout.write(
      `F1: ${crowd.entered.size} entries and ${crowd.returned.size} returns acknowledged over ${KILLS} kills; refused on the way: ${JSON.stringify(Object.fromEntries(crowd.refusals))}\n`,
    )
  },
)
