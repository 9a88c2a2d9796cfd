import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { Crowd } from './stage/crowd.ts'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { expectNoDrift, manySessions, watchedStudy } from './stage/study.ts'
import { openViewers } from './stage/viewers.ts'

const CLIENTS = Number(process.env['FAULT_CLIENTS'] ?? 1_000)
/** Four tabs each. */
const SESSIONS = Math.ceil(CLIENTS / 4)
const LIVE_WITHIN_MS = 10_000
/** For the first 1,000 at once, in processes that have just begun, which no promise speaks of. */
const FIRST_LIVE_WITHIN_MS = 30_000

const fresh = useDatabase()
const processes = useProcesses()

test(
  'F3: the gateway restarted under its clients, in order and by kill -9: no gap, no repeat, all live within 10 s',
  { timeout: 600_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 4)
    const platform = await processes.platform(databaseUrl)
    const gateway = await processes.gateway(platform.url)
    const tokens = await manySessions(database, study, SESSIONS)
    const viewers = await openViewers(processes, {
      gatewayUrls: [gateway.url],
      tokens,
      surveyId: study.surveyId,
      count: CLIENTS,
    })
    const firstMs = await viewers.allLive(promised(FIRST_LIVE_WITHIN_MS))
    // straight to the platform: figures go on moving while the gateway is away
    const crowd = new Crowd({ url: platform.url, study, atOnce: 2, paceMs: 700 }).start()
    await crowd.acknowledgedMore(6)

    await gateway.stop()
    await crowd.acknowledgedMore(6)
    await gateway.start()
    const restartedMs = await viewers.allLive(promised(LIVE_WITHIN_MS))
    await crowd.acknowledgedMore(6)

    await gateway.kill()
    await crowd.acknowledgedMore(6)
    await gateway.start()
    const killedMs = await viewers.allLive(promised(LIVE_WITHIN_MS))
    await crowd.acknowledgedMore(6)

    await crowd.leave()
    await viewers.allAsServer(promised(10_000))
    const { breaks, epochs, frames } = await viewers.look()
    expect({ breaks: breaks.slice(0, 5), epochs }).toEqual({ breaks: [], epochs: 3 })
    await expectNoDrift(database)
    process.stdout.write(
      `F3: ${CLIENTS} live first after ${firstMs} ms, after a restart ${restartedMs} ms, after kill -9 ${killedMs} ms; ${frames} frames arrived\n`,
    )
  },
)
