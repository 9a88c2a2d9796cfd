import { useDatabase } from '@desk/platform/db/testing/harness'
import { formatRdud } from '@desk/platform/respondents/rdud'
import { expect, test } from 'vitest'
import { Crowd } from './stage/crowd.ts'
import { useProcesses } from './stage/processes.ts'
import { seededRandom } from './stage/seeded-random.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'
import { breaksIn, openViewer } from './stage/viewer.ts'

const KILLS = 20
const CODE_OF: Readonly<Record<string, number>> = { '1000': 30, '2000': 31, '4000': 32, '1': 33, '3000': 34 }

const fresh = useDatabase()
const processes = useProcesses()

interface Stored {
  readonly rid: string
  readonly rdud: string
  readonly code: number
  readonly entries: number
  readonly ends: number
}

test('F1: kill -9 of the platform 20 times under ingest loses nothing acknowledged and counts nothing twice', { timeout: 300_000 }, async () => {
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

  const { rows: stored } = await database.readAsSystem(tx =>
    tx.client.query<Stored>(`
      select r.rid, r.rdud, r.code, count(*) filter (where e.from_code is null)::int as entries, count(*) filter (where e.changed and e.to_code >= 30)::int as ends
      from respondent r join respondent_event e on e.account_id = r.account_id and e.rdud = r.rdud group by r.account_id, r.rdud`),
  )
  const byRid = (one: { rid: string }, other: { rid: string }): number => (one.rid < other.rid ? -1 : 1)
  const acknowledged = [...crowd.entered].map(([rid, rdud]) => {
    const inboundCode = crowd.returned.get(rdud)
    return { rid, rdud, code: inboundCode === undefined ? 11 : CODE_OF[inboundCode], entries: 1, ends: inboundCode === undefined ? 0 : 1 }
  })
  // everybody who knocked was acknowledged in the end, so that what is stored is exactly that
  expect(stored.map(row => ({ ...row, rdud: formatRdud(study.accountId, row.rdud.replaceAll('-', '')) })).sort(byRid)).toEqual(acknowledged.sort(byRid))
  expect([...crowd.knocked].sort()).toEqual([...crowd.entered.keys()].sort())
  expect(crowd.withoutRetryAfter).toBe(0)

  const { rows: sums } = await database.readAsSystem(tx => tx.client.query<{ entrants: number; completes: number }>('select entrants, completes from rollup where scope = 2'))
  expect(sums).toEqual([{ entrants: acknowledged.length, completes: acknowledged.filter(({ code }) => code === 30).length }])
  await expectNoDrift(database)

  const served = await readTable(gateway.url, token, study.surveyId)
  await until('the open table shows what the server has', 10_000, () => JSON.stringify(viewer.table()) === JSON.stringify(served), () => viewer.table())
  expect([viewer.table(), breaksIn(viewer.heard)]).toEqual([served, []])
  viewer.close()
  process.stdout.write(`F1: ${crowd.entered.size} entries and ${crowd.returned.size} returns acknowledged over ${KILLS} kills; refused on the way: ${JSON.stringify(Object.fromEntries(crowd.refusals))}\n`)
})
