import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { openSlowReader } from './stage/slow-reader.ts'
import { stablePort } from './stage/stable-port.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'

const SOURCES = 400
const SLOW = 20
const QUICK = 5
const MEASURED = 12
const MOST_BACKLOG_BYTES = 256 * 1024
const RSS_NOISE_BYTES = 64 * 1024 * 1024

const fresh = useDatabase()
const processes = useProcesses()

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

test(
  'F9: clients that read 1 KB/s cost the gateway a bounded memory, and delay no other client',
  { timeout: 240_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, SOURCES)
    const metricsPort = await stablePort()
    const platform = await processes.platform(databaseUrl)
    const gateway = await processes.gateway(platform.url, { METRICS_PORT: String(metricsPort) })
    const token = await signIn(platform.url, study.username)
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(new RegExp(`^${name} ([-+.e\\d]+)$`, 'm').exec(text)?.[1])
    }

    // each fast client reports when it received a status version
    const heardAtMs = Array.from({ length: QUICK }, () => new Map<number, number>())
    const viewers = heardAtMs.map(heard => {
      const viewer = openViewer({ gatewayUrl: gateway.url, token, surveyId: study.surveyId })
      viewer.feed.onStatus(({ scope, version }) => void (scope === 'project' && heard.set(version, performance.now())))
      return viewer
    })
    await until('the tables are live', promised(15_000), () => viewers.every(viewer => viewer.isLive()))

    let standing = { statusid: 1, version: 1 }
    /** The project pauses or goes on: one frame with every source's whole row. Gives how long each quick client waited for it. */
    const commitOne = async (): Promise<number[]> => {
      const answer = await fetch(`${platform.url}/v1/survey-streams`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Requested-With': 'XMLHttpRequest',
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({
          scope: 'project',
          id: study.projectId,
          statusid: standing.statusid === 1 ? 2 : 1,
          version: standing.version,
        }),
      })
      const committedAtMs = performance.now()
      standing = ((await answer.json()) as { status: typeof standing }).status // api:P9
      await until('every quick client has it', promised(10_000), () =>
        heardAtMs.every(heard => heard.has(standing.version)),
      )
      return heardAtMs.map(heard => Math.max(0, (heard.get(standing.version) ?? 0) - committedAtMs))
    }
    const waits = async (commits: number): Promise<number[]> => {
      const all: number[] = []
      for (let no = 0; no < commits; no++) all.push(...(await commitOne()))
      return all
    }

    await waits(3) // the first rows are sent whole, and code is compiled
    const alone = await waits(MEASURED)
    const frameBytes = JSON.stringify(await readTable(platform.url, token, study.surveyId)).length
    const slow = await Promise.all(
      Array.from({ length: SLOW }, () => openSlowReader(gateway.url, token, `survey:${study.surveyId}`)),
    )
    const besideSlow = await waits(MEASURED)
    let commitsUntilSlow = MEASURED
    await until('the gateway has found every slow client out', promised(60_000), async () => {
      await waits(2)
      commitsUntilSlow += 2
      return (await metric('desk_gateway_slow_clients_total')) >= SLOW
    })
    const before = {
      backlog: await metric('desk_gateway_backlog_bytes'),
      rss: await metric('process_resident_memory_bytes'),
    }
    besideSlow.push(...(await waits(MEASURED)))
    const after = {
      backlog: await metric('desk_gateway_backlog_bytes'),
      rss: await metric('process_resident_memory_bytes'),
    }

    const unbounded = MEASURED * SLOW * frameBytes
    expect({
      slowClientsFoundOut: (await metric('desk_gateway_slow_clients_total')) >= SLOW,
      backlogIsBounded: before.backlog <= SLOW * (MOST_BACKLOG_BYTES + 2 * frameBytes),
      backlogGrew: after.backlog > before.backlog,
      memoryGrew: after.rss - before.rss > Math.min(RSS_NOISE_BYTES, unbounded),
      othersWaited: middle(besideSlow) > 2 * middle(alone) + promised(50),
    }).toEqual({
      slowClientsFoundOut: true,
      backlogIsBounded: true,
      backlogGrew: false,
      memoryGrew: false,
      othersWaited: false,
    })
    expect(viewers.map(viewer => viewer.table())).toEqual(Array.from({ length: QUICK }, () => viewers[0]?.table()))
    expect(viewers[0]?.table()).toEqual(await readTable(platform.url, token, study.surveyId))
    for (const each of [...slow, ...viewers]) each.close()
    await expectNoDrift(database)
    process.stdout.write(
      `F9: others waited ${Math.round(middle(alone))} ms alone, ${Math.round(middle(besideSlow))} ms beside ${SLOW} slow clients; backlog ${before.backlog} then ${after.backlog} bytes of ${frameBytes} a frame; ` +
        `memory ${Math.round(before.rss / 1e6)} then ${Math.round(after.rss / 1e6)} MB; found out after ${commitsUntilSlow} frames\n`,
    )
  },
)
