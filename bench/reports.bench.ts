/** B10: a report of 1,000,000 lines is downloaded over HTTP as CSV and as XLSX, against COPY of the same rows by PostgreSQL itself. */
import { readFileSync } from 'node:fs'
import { startDatabaseServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { liveStudy, signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { report, roundsOf } from './measure.ts'

const ROUNDS = unlessQuick(3, 1)
const SOURCES = unlessQuick(100, 4)
const LINES = unlessQuick(1_000_000, 4_000)
const GOALS = { csvLinesASecond: 100_000, xlsxLinesASecond: 40_000, megabytes: 200 }
const MEGABYTE = 1024 * 1024

/** The most memory that a process had in use. */
function peakMegabytes(pid: number): number {
  const [, kilobytes = 'NaN'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / MEGABYTE
}

/** The platform among the children of the bench. */
function platformPid(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
  const pid = children.find(child => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('platform'))
  if (pid === undefined) throw new Error('The platform is no child of the bench')
  return pid
}

runBench(async cleanup => {
  const server = await startDatabaseServer('reports')
  cleanup(() => server.stop())
  const { url: databaseUrl, database, asOwner } = await server.createDatabase()
  const study = await liveStudy(database, SOURCES)
  const { accountId } = study
  const person = await someoneOf(database, accountId)
  await asOwner(`
    insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live)
    select ${accountId}, 3, s.source_id, '2020-01-01T00:00:00Z'::timestamptz + make_interval(hours => n), 1 + n % 90, n % 40
    from source s, generate_series(0, ${LINES / SOURCES - 1}) n where s.account_id = ${accountId};
    analyze`)
  const platform = await startPlatform(databaseUrl)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, person)
  const pid = platformPid()

  /** Lines a second of one download, which is taken as fast as it comes. */
  async function download(format: 'csv' | 'xlsx'): Promise<{ readonly linesASecond: number; readonly bytes: number }> {
    const startedAtMs = nowMs()
    const answer = await fetch(`${platform.url}/v1/reports/hours/file?format=${format}&by=source&and=project`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
    })
    if (!answer.ok || answer.body === null) throw new Error(`The file answered ${answer.status}`)
    let bytes = 0
    for await (const part of answer.body) bytes += part.byteLength
    return { linesASecond: LINES / ((nowMs() - startedAtMs) / 1_000), bytes }
  }

  const sides = await byTurns(ROUNDS, {
    ours: async () => ({ csv: await download('csv'), xlsx: await download('xlsx') }),
    peer: async () => {
      const startedAtMs = nowMs()
      await asOwner(`
        copy (
          select h.hour, s.name as source, p.name as project, h.entrants, h.completes_live
          from hour_bucket h join source s on s.source_id = h.scope_id join project p on p.project_id = s.project_id
          where h.account_id = ${accountId} and h.scope = 3 order by h.hour desc, h.entrants desc, s.source_id
        ) to stdout csv header`)
      return { linesASecond: LINES / ((nowMs() - startedAtMs) / 1_000) }
    },
  })
  const compared = compare(
    sides,
    ours => ours.csv.linesASecond,
    peer => peer.linesASecond,
  )
  const xlsx = roundsOf(sides.ours.map(round => round.xlsx.linesASecond))
  const peak = peakMegabytes(pid)
  report(
    {
      name: 'reports',
      ...headline(compared),
      unit: 'lines/s, CSV',
      goal: `CSV ≥ ${GOALS.csvLinesASecond} lines/s, XLSX ≥ ${GOALS.xlsxLinesASecond}, the platform within ${GOALS.megabytes} MB`,
      met:
        compared.ours.median >= GOALS.csvLinesASecond &&
        xlsx.median >= GOALS.xlsxLinesASecond &&
        peak <= GOALS.megabytes,
    },
    {
      measured: `hourly completes of ${SOURCES} sources by source and project, ${LINES} lines, downloaded over HTTP`,
      peerIs: 'COPY of the same rows in the same order to a client that throws them away',
      csv: compared.ours,
      xlsx,
      bytes: sides.ours.at(-1),
      platformPeakMegabytes: peak,
    },
  )
})
