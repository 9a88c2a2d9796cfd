import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'
import type { Tx } from '../db/tx.ts'
import { csvFile } from './csv-file.ts'
import type { FileColumn } from './file-column.ts'
import { readAllLines, type LineReading } from './line-stream.ts'
import { neverSilent } from './never-silent.ts'
import { xlsxFile } from './xlsx-file.ts'

const fresh = useDatabase()

const COLUMNS: readonly FileColumn<string>[] = [
  { id: 'text', label: 'Text', kind: 'text', widthPx: 100, valueOf: line => line },
]
/** A workbook begins once there is much of it, packed: these lines cannot be packed. */
const lotAt = (lot: number): readonly string[] =>
  Array.from({ length: 1_000 }, (_, at) => createHash('sha512').update(`${lot} ${at}`).digest('base64'))
const LOTS = 30

/** Lines of a transaction that the database ends once it has rested for so long. */
const lotsOf = (restMs: number) =>
  async function* (tx: Tx): AsyncGenerator<readonly string[], void, undefined> {
    await tx.client.query(`set local idle_in_transaction_session_timeout = ${restMs}`)
    for (let lot = 0; lot < LOTS; lot += 1) {
      await tx.client.query('select 1')
      yield lotAt(lot)
    }
  }

/** How a file ends whose reader has taken its first bytes, and then rested. */
async function endOf(
  format: 'csv' | 'xlsx',
  restMs: number,
  rest: () => Promise<void>,
  reading: Partial<LineReading> = {},
): Promise<string> {
  const found = await readAllLines(
    fresh().database,
    1,
    { all: lotsOf(restMs) },
    { signal: new AbortController().signal, onEnd: () => undefined, ...reading },
  )
  if (found === undefined) throw new Error('These lines are of nothing that could be missing')
  const file = format === 'csv' ? csvFile(COLUMNS, found.batches) : xlsxFile('Data', COLUMNS, found.batches)
  const parts = neverSilent(file)
  try {
    await parts.next()
    await rest()
    for await (const _part of parts);
    return 'whole'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const LONG_MS = 60_000

test.each(['csv', 'xlsx'] as const)(
  '%s whose reader rests for longer than its patience ends with a fault, so that no client takes it for whole (§2.28)',
  async format => {
    let end = () => {}
    const ended = new Promise<void>(resolve => (end = resolve))
    expect(await endOf(format, LONG_MS, () => ended, { patienceMs: 200, onEnd: () => end() })).toBe(
      'The reader of the lines has gone',
    )
  },
)

/** Transactions that rest, as the database's owner sees them. */
const resting = async () => {
  const [row] = (await asOwner(
    fresh().url,
    `select count(*)::int as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )) as { open: number }[] // of the query above
  return row?.open
}

test.each(['csv', 'xlsx'] as const)(
  '%s whose transaction the database has ended while its reader rested ends with a fault (§2.28)',
  async format => {
    expect(await endOf(format, 200, () => expect.poll(resting).toBe(0))).toContain('The database does not answer')
  },
)

test.each(['csv', 'xlsx'] as const)('%s whose reader rests for less goes on to its end (§2.28)', async format => {
  expect(await endOf(format, LONG_MS, () => expect.poll(resting).toBe(1))).toBe('whole')
})
