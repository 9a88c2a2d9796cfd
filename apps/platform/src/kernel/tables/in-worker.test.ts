import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { describe, expect, test } from 'vitest'
import { readInWorker, type WorkerLimits } from './in-worker.ts'
import type { TableJob } from './table-parts.ts'

const job = (input: string): TableJob => ({
  kind: 'list',
  input,
  limits: { what: 'the list', bytesMax: 20e6, unpackedBytesMax: 20e6, filledRowsMax: 1e6, cellsMax: 1e8 },
  asked: {},
})
const LONG = `${'a,b,c,d,e,f,g,h\n'.repeat(100_000)}`
const never = new AbortController().signal

async function firstFault(limits: WorkerLimits): Promise<unknown> {
  try {
    for await (const _ of readInWorker(job(LONG), never, limits));
  } catch (error) {
    return error
  }
  return null
}

describe('a thread that reads a table', { timeout: 60_000 }, () => {
  test('gives its rows in parts', async () => {
    const rows: number[] = []
    for await (const part of readInWorker(job('rid\na\nb'), never)) rows.push(...part.rows.map(({ row }) => row))
    expect(rows).toEqual([2, 3])
  })

  test('ends with its call', async () => {
    const gone = new AbortController()
    const parts = readInWorker(job(LONG), gone.signal)
    expect((await parts.next()).done).toBe(false)
    gone.abort()
    await expect(parts.next()).rejects.toThrow('aborted')
    expect(await parts.next()).toEqual({ done: true, value: undefined })
  })

  test('refuses a table that takes too much memory or time, and ends nothing else', async () => {
    expect(await firstFault({ memoryMb: 8, stepMostMs: 60_000 })).toEqual(
      new UnreadableTable('The file takes more than 8 MB of memory to read. Split it, or save it as CSV.'),
    )
    expect(await firstFault({ memoryMb: 384, stepMostMs: 1 })).toEqual(
      new UnreadableTable('The file was not read within 0.001 seconds. Split it, or save it as CSV.'),
    )
  })
})
