/** An export of Defender's data as files: 1,000,000 lines, and how much memory they take. */
import type { ExportChoice } from '@desk/platform/defender/export/entrants.store'
import { exportLines } from '@desk/platform/defender/export/export'
import { csvFile } from '@desk/platform/kernel/downloads/csv-file'
import { jsonLinesFile } from '@desk/platform/kernel/downloads/json-lines-file'
import { readAllLines } from '@desk/platform/kernel/downloads/line-stream'
import { neverSilent } from '@desk/platform/kernel/downloads/never-silent'
import { xlsxFile } from '@desk/platform/kernel/downloads/xlsx-file'
import type { Tx } from '@desk/platform/kernel/db/tx'
import { exportColumns } from '@desk/schema/defender/export-columns'
import type { ExportLine } from '@desk/schema/defender/export'
import { fillRespondents } from './defender-lists/fill.ts'
import { startDatabaseServer } from './desk/database.ts'
import { liveStudy } from './desk/study.ts'
import { nowMs } from './harness/clock.ts'
import { unlessQuick } from './harness/quick.ts'
import { byTurns, compare, headline } from './harness/rounds.ts'
import { runBench } from './harness/run.ts'
import { report, rounded } from './measure.ts'

const LINES = unlessQuick(1_000_000, 20_000)
const SOURCES = 6
const DAYS = 30
const ROUNDS = 1
const MOST_MORE_MB = 64
/** A file begins with the first piece of a search, a cancel waits for no more than one: however many entrants, none of them meant. */
const PIECE_MS_MAX = 1_000
/** The gateway takes a platform for failed that sends nothing for 30 s. */
const SILENT_MS_MAX = 15_000
/** Filters that match no respondent, and that no stored count knows. */
const NOBODY = { country: { country: 'ZZ' }, rule: { rule: 'speeder' }, recorded: { mode: 'recorded' } } as const
const HOUR_MS = 3_600_000
const BYTES_OF_MB = 1_000_000
const COLUMNS = exportColumns(true)

const FILES: Readonly<Record<string, (batches: AsyncIterable<readonly ExportLine[]>) => AsyncIterable<Uint8Array>>> = {
  csv: batches => csvFile(COLUMNS, batches),
  xlsx: batches => xlsxFile('Bench', COLUMNS, batches),
  jsonl: batches => jsonLinesFile(COLUMNS, batches),
}

runBench(async cleanup => {
  const server = await startDatabaseServer('defender-export')
  cleanup(() => server.stop())
  const bench = await server.createDatabase()
  const { database } = bench
  const { accountId, sourceIds, supplierId } = await liveStudy(database, SOURCES)
  const endMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  await fillRespondents(
    bench,
    { accountId, sourceIds, supplierId },
    { respondents: LINES, days: DAYS, endMs, marks: 1 },
  )
  const end = endMs / HOUR_MS + 1
  const time = (days: number) => ({ first: end - Math.round(days * 24) - 1, end })

  /** Makes a file and drops it. */
  async function made(format: string, days: number) {
    const stream = await readAllLines(
      database,
      accountId,
      { all: tx => exportLines(tx, accountId, time(days), {}) },
      { signal: new AbortController().signal, onEnd: () => undefined },
    )
    if (stream === undefined) throw new Error('The account is there')
    const startedAtMs = nowMs()
    let bytes = 0
    let mostMemory = 0
    for await (const part of FILES[format]?.(stream.batches) ?? []) {
      bytes += part.length
      mostMemory = Math.max(mostMemory, process.memoryUsage().rss)
    }
    return { ms: nowMs() - startedAtMs, megabytes: bytes / BYTES_OF_MB, memoryMb: mostMemory / BYTES_OF_MB }
  }

  await made('csv', DAYS / 10)
  /**
   * Searches without a match: how long in all, the longest statement of it, and the longest time in which the file
   * gives no byte.
   */
  async function searched(name: string, choice: ExportChoice) {
    let longestPieceMs = 0
    let lastAtMs = nowMs()
    async function* all(tx: Tx) {
      for await (const lines of exportLines(tx, accountId, time(DAYS), choice)) {
        if (lines.length > 0) throw new Error(`${name} means somebody`)
        longestPieceMs = Math.max(longestPieceMs, nowMs() - lastAtMs)
        lastAtMs = nowMs()
        yield lines
      }
    }
    const startedAtMs = nowMs()
    const stream = await readAllLines(
      database,
      accountId,
      { all },
      { signal: new AbortController().signal, onEnd: () => undefined },
    )
    if (stream === undefined) throw new Error('The account is there')
    let silentMs = 0
    let givenAtMs = startedAtMs
    for await (const _part of neverSilent(csvFile(COLUMNS, stream.batches))) {
      silentMs = Math.max(silentMs, nowMs() - givenAtMs)
      givenAtMs = nowMs()
    }
    return {
      searchMs: rounded(nowMs() - startedAtMs),
      longestPieceMs: rounded(longestPieceMs),
      silentMs: rounded(silentMs),
    }
  }
  const nobody: Record<string, Awaited<ReturnType<typeof searched>>> = {}
  for (const [name, choice] of Object.entries(NOBODY)) nobody[name] = await searched(name, choice)
  const sides = await byTurns(ROUNDS, {
    ours: async () => {
      const files: Record<string, Record<string, number>> = {}
      for (const format of Object.keys(FILES)) {
        const tenth = await made(format, DAYS / 10)
        const whole = await made(format, DAYS)
        files[format] = {
          seconds: rounded(whole.ms / 1_000),
          megabytes: rounded(whole.megabytes),
          memoryMb: rounded(whole.memoryMb),
          moreMb: rounded(whole.memoryMb - tenth.memoryMb),
        }
      }
      return files
    },
    peer: async () => {
      const startedAtMs = nowMs()
      const lines: ExportLine[] = []
      await database.readAsAccount(accountId, async tx => {
        for await (const batch of exportLines(tx, accountId, time(DAYS), {})) lines.push(...batch)
      })
      const text = lines.map(line => COLUMNS.map(({ valueOf }) => `"${valueOf(line) ?? ''}"`).join(',')).join('\r\n')
      return {
        seconds: (nowMs() - startedAtMs) / 1_000,
        megabytes: text.length / BYTES_OF_MB,
        memoryMb: process.memoryUsage().rss / BYTES_OF_MB,
      }
    },
  })
  const compared = compare(
    sides,
    ours => ours['csv']?.['memoryMb'] ?? Number.NaN,
    peer => peer.memoryMb,
  )
  report(
    {
      name: 'defender-export',
      ...headline(compared),
      unit: `MB of memory while ${LINES.toLocaleString('en-US')} lines become CSV`,
      goal: `each format takes at most ${MOST_MORE_MB} MB more for all lines than for a tenth of them; a filter that means nobody gives a byte at least each ${SILENT_MS_MAX} ms, and no piece of its search takes longer than ${PIECE_MS_MAX} ms`,
      met:
        sides.ours.every(files => Object.values(files).every(({ moreMb = Number.NaN }) => moreMb <= MOST_MORE_MB)) &&
        Object.values(nobody).every(
          ({ longestPieceMs, silentMs }) => longestPieceMs <= PIECE_MS_MAX && silentMs <= SILENT_MS_MAX,
        ),
    },
    {
      nobody,
      peerIs: 'the same lines all in memory, then as one text',
      files: sides.ours,
      peer: sides.peer,
    },
  )
})
