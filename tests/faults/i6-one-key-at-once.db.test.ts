import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { openViewer } from './stage/viewer.ts'

const AT_ONCE = 50

const fresh = useDatabase()
const processes = useProcesses()

test(
  'I6: one status change sent 50 times at once with one Idempotency-Key, to two platforms, acts once: one line of history, one push',
  { timeout: 90_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 2)
    const platforms = await Promise.all([processes.platform(databaseUrl), processes.platform(databaseUrl)])
    const gateways = await Promise.all(platforms.map(({ url }) => processes.gateway(url)))
    const [here = '', there = ''] = gateways.map(({ url }) => url)
    const token = await signIn(here, study.username)
    const viewers = [here, there].map(gatewayUrl => openViewer({ gatewayUrl, token, surveyId: study.surveyId }))
    await until('both tables are live', promised(10_000), () => viewers.every(viewer => viewer.isLive()))

    const send = async (
      url: string,
      key: string,
      statusid: number,
      version: number,
    ): Promise<{ status: number; text: string }> => {
      const response = await fetch(`${url}/v1/survey-streams`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${token}`,
          'X-Requested-With': 'XMLHttpRequest',
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({
          scope: 'source',
          id: study.sourceId,
          statusid,
          version,
          note: 'Checking',
          command_id: 'command-1',
        }),
      })
      return { status: response.status, text: await response.text() }
    }
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, no) => send(no % 2 === 0 ? here : there, 'one-key', 2, 1)),
    )
    expect([new Set(answers.map(({ status }) => status)), new Set(answers.map(({ text }) => text)).size]).toEqual([
      new Set([200]),
      1,
    ])
    // the last thing that happens: whatever the 50 did is before it
    expect((await send(here, 'another-key', 1, 2)).status).toBe(200)

    const history = await (
      await fetch(`${here}/v1/statuses/source/${study.sourceId}/history`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
      })
    ).json()
    expect((history as { to: number; version: number }[]).map(({ to, version }) => [to, version])).toEqual([
      [1, 3],
      [2, 2],
    ])
    await until('both tables have the last change', promised(5_000), () =>
      viewers.every(({ statuses }) => statuses.some(({ version }) => version === 3)),
    )
    expect(viewers.map(({ statuses }) => statuses.map(({ to, version }) => [to, version]))).toEqual([
      [
        [2, 2],
        [1, 3],
      ],
      [
        [2, 2],
        [1, 3],
      ],
    ])
    const served = await readTable(here, token, study.surveyId)
    expect(viewers.map(viewer => viewer.table())).toEqual([served, served])
    for (const viewer of viewers) viewer.close()
    await expectNoDrift(database)
  },
)
