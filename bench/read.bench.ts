/** B5: the source table at 10,000 and at 10,000,000 lines of the ledger, and a full table against a bare Express route that sends the same bytes. */
import type { SourceRow } from '@desk/schema/figures/figures'
import { isDeepStrictEqual } from 'node:util'
import { startDatabaseServer, type BenchDatabase, type BenchServer } from './desk/database.ts'
import { startPlatform } from './desk/processes.ts'
import { liveStudy, signIn, someoneOf } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { startProgram } from './harness/program.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench, type Cleanup } from './harness/run.ts'
import { report, rounded } from './measure.ts'
import { fillLedger, recountSql } from './read/generate.ts'
import type { ReadPeer } from './read/peer.ts'
import { medianMs, read, type Read } from './read/reader.ts'

const FEW_LINES = 10_000
const MANY_LINES = unlessQuick(10_000_000, 100_000)
const TABLE_SOURCES = 30
const FULL_TABLE_SOURCES = 300
const ROUNDS = unlessQuick(7, 2)
const READS_A_ROUND = unlessQuick(100, 20)
const SIZE_GOAL = 1.2
const BYTES_GOAL = 2

interface Desk {
  readonly database: BenchDatabase
  readonly tableSourceIds: readonly number[]
  readonly readTable: () => Promise<Read>
  readonly readFullTable: () => Promise<Read>
  /** The same after an unrelated commit in the database. */
  readonly readFullTableAfterCommit: () => Promise<Read>
}

async function startDesk(cleanup: Cleanup, server: BenchServer, lines: number): Promise<Desk> {
  const database = await server.createDatabase()
  const study = await liveStudy(database.database, TABLE_SOURCES)
  const fullStudy = await liveStudy(database.database, FULL_TABLE_SOURCES, study.accountId)
  const startedAtMs = nowMs()
  await fillLedger(database, study.accountId, [study, fullStudy], lines)
  console.log(`filled the ledger with ${lines} lines in ${Math.round((nowMs() - startedAtMs) / 1000)} s`)
  const platform = await startPlatform(database.url)
  cleanup(() => platform.stop())
  const token = await signIn(platform.url, await someoneOf(database.database, study.accountId))
  const headers = { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' }
  const readFullTable = (): Promise<Read> =>
    read(`${platform.url}/v1/survey-stream-metrics/${fullStudy.surveyId}?limit=${FULL_TABLE_SOURCES}`, headers)
  return {
    database,
    tableSourceIds: study.sourceIds,
    readTable: () => read(`${platform.url}/v1/survey-stream-metrics/${study.surveyId}`, headers),
    readFullTable,
    async readFullTableAfterCommit() {
      await database.database.asSystem(tx => tx.client.query('select pg_current_xact_id()'))
      return readFullTable()
    },
  }
}

/** Counts the sources again from the ledger, shows that the table says the same, and gives how long the count took. */
async function recount({ database, tableSourceIds, readTable }: Desk): Promise<number> {
  const startedAtMs = nowMs()
  const counted = await database.asOwner(recountSql(tableSourceIds))
  const tookMs = nowMs() - startedAtMs
  const rows = JSON.parse((await readTable()).bytes.toString()) as SourceRow[] // api:U2
  const shown = rows.map(({ stmid, entrants, terms, completes, expense, loi }) => ({
    sourceId: stmid,
    entrants,
    terms,
    completes,
    expenseCents: Math.round((expense ?? 0) * 100),
    loiMedianSeconds: loi === null ? null : Math.round(loi * 600) / 10,
  }))
  if (!isDeepStrictEqual(shown, counted))
    throw new Error(
      `The table and the ledger do not say the same: ${JSON.stringify({ shown: shown[0], counted: counted[0] })}`,
    )
  return tookMs
}

runBench(async cleanup => {
  const server = await startDatabaseServer('read')
  cleanup(() => server.stop())
  const few = await startDesk(cleanup, server, FEW_LINES)
  const many = await startDesk(cleanup, server, MANY_LINES)
  const { bytes } = await many.readFullTable()
  const peer = startProgram<ReadPeer>(new URL('./read/peer.ts', import.meta.url))
  cleanup(() => peer.stop())
  const peerUrl = await peer.ask('start', bytes)
  const warmUp = [few.readTable, many.readTable, many.readFullTable, () => read(peerUrl)]
  for (const readOnce of warmUp) await medianMs(READS_A_ROUND, readOnce)

  const bySize = compare(
    await byTurns(ROUNDS, {
      ours: () => medianMs(READS_A_ROUND, many.readTable),
      peer: () => medianMs(READS_A_ROUND, few.readTable),
    }),
    ours => ours,
    atFew => atFew,
  )
  const byBytes = compare(
    await byTurns(ROUNDS, {
      ours: () => medianMs(READS_A_ROUND, many.readFullTable),
      peer: () => medianMs(READS_A_ROUND, () => read(peerUrl)),
    }),
    ours => ours,
    bare => bare,
  )
  const byBytesAtBusyDesk = compare(
    await byTurns(ROUNDS, {
      ours: () => medianMs(READS_A_ROUND, many.readFullTableAfterCommit),
      peer: () => medianMs(READS_A_ROUND, () => read(peerUrl)),
    }),
    ours => ours,
    bare => bare,
  )
  const recountMs = await recount(many)

  report(
    {
      name: 'read',
      ...headline(bySize),
      unit: 'ms',
      goal: `≤ ${SIZE_GOAL} × the time at ${FEW_LINES} lines, and a full table ≤ ${BYTES_GOAL} × a bare Express route that sends the same bytes`,
      met: bySize.ratio <= SIZE_GOAL && byBytes.ratio <= BYTES_GOAL,
    },
    {
      measured: `GET /v1/survey-stream-metrics/{id} of ${TABLE_SOURCES} sources over a kept-alive connection, one after the other, to the last byte; ours at ${MANY_LINES} lines of the ledger, the peer at ${FEW_LINES}, each with its own platform process and database`,
      tableMs: bySize,
      fullTable: {
        sources: FULL_TABLE_SOURCES,
        bytes: bytes.length,
        peerIs: 'an Express route that sends these bytes',
        ms: byBytes,
        ratio: rounded(byBytes.ratio),
        whileOthersWrite: { ms: byBytesAtBusyDesk, ratio: rounded(byBytesAtBusyDesk.ratio) },
      },
      recountByGroupBy: {
        ms: Math.round(recountMs),
        timesTheTable: rounded(recountMs / bySize.ours.median),
        sources: TABLE_SOURCES,
      },
    },
  )
})
