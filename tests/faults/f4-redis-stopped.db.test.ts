import { RedisServer } from '@desk/gateway/testing/redis-server'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { Crowd } from './stage/crowd.ts'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { expectNoDrift, manySessions, signOut, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'
import { openViewers } from './stage/viewers.ts'

const CLIENTS = 200
const AWAY_MS = 15_000
const LIVE_WITHIN_MS = 10_000
const AT_ONCE_MS = 2_000

const fresh = useDatabase()
const processes = useProcesses()

test(
  'F4: Redis stopped for 15 s with two gateways: no gap, no repeat, all live, and a sign-out in that time closes the sockets at both (S2)',
  { timeout: 240_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 4)
    const redis = await RedisServer.start()
    const platform = await processes.platform(databaseUrl)
    const gateways = await Promise.all([
      processes.gateway(platform.url, { REDIS_URL: redis.url }),
      processes.gateway(platform.url, { REDIS_URL: redis.url }),
    ])
    const gatewayUrls = gateways.map(({ url }) => url)
    const [leaving = '', ...tokens] = await manySessions(database, study, 51)
    const viewers = await openViewers(processes, { gatewayUrls, tokens, surveyId: study.surveyId, count: CLIENTS })
    await viewers.allLive(promised(LIVE_WITHIN_MS))
    const leavers = gatewayUrls.map(gatewayUrl => openViewer({ gatewayUrl, token: leaving, surveyId: study.surveyId }))
    await until('those who will sign out are live', promised(LIVE_WITHIN_MS), () =>
      leavers.every(leaver => leaver.isLive()),
    )
    const crowd = new Crowd({ url: platform.url, study, atOnce: 2, paceMs: 50 }).start()
    await crowd.acknowledgedMore(20)

    await redis.stop()
    const stoppedAtMs = performance.now()
    await crowd.acknowledgedMore(20)
    await signOut(platform.url, leaving)
    const closedMs = await until('both sockets of the ended session are closed', promised(AT_ONCE_MS), () =>
      leavers.every(({ feed }) => !feed.getSnapshot().context.connected),
    )
    await viewers.allLive(promised(LIVE_WITHIN_MS))
    await until('15 s are over', AWAY_MS, () => performance.now() - stoppedAtMs >= AWAY_MS)
    await crowd.acknowledgedMore(20)
    await redis.start()
    await crowd.acknowledgedMore(20)
    const backMs = await viewers.allLive(promised(LIVE_WITHIN_MS))

    await crowd.leave()
    await viewers.allAsServer(promised(LIVE_WITHIN_MS))
    const { breaks, epochs, frames } = await viewers.look()
    // one epoch at each gateway: no client had to read a new snapshot
    expect({ breaks, epochs }).toEqual({ breaks: [], epochs: 2 })
    await expectNoDrift(database)
    for (const leaver of leavers) leaver.close()
    process.stdout.write(
      `F4: signed out everywhere after ${closedMs} ms without Redis; ${CLIENTS} live ${backMs} ms after its return; ${frames} frames arrived\n`,
    )
  },
)
