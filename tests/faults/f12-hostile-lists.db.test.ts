import { bookOf } from '@desk/platform/kernel/tables/testing/book-of'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { expect, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { readTable } from './stage/server-table.ts'
import { expectNoDrift, signIn, watchedStudy } from './stage/study.ts'

const ALONE_CALLS = 60
const PACE_MS = 20
const WORKBOOKS = 5

const fresh = useDatabase()
const processes = useProcesses()

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at + 1)).join('')
const book = (content: string): Buffer => bookOf([{ name: 'S', rows: content }])
const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN

/** Small files that would become millions of cells, and the limit that each meets. */
const HOSTILE: readonly (readonly [name: string, bytes: Buffer, limit: RegExp])[] = [
  [
    'last-column.xlsx',
    book(rows(20_000, row => `<row r="${row}"><c r="XFD${row}"><v>1</v></c></row>`)),
    /^Cell XFD1 of the sheet “S” is in column 16,384; the list has at most 1,000 columns/,
  ],
  ...[1, 2, 3, 4].map(
    no =>
      [
        `empty-cells-${no}.xlsx`,
        book(rows(500 + no, row => `<row r="${row}">${'<c/>'.repeat(16_000)}</row>`)),
        /^The file has more than 2,000,000 cells: cell A126 of the sheet “S” is beyond them/,
      ] as const,
  ),
  ['commas.csv', Buffer.alloc(19_000_000, ','), /^The file could not be read: line 1 has more than 1,000 columns/],
  [
    'quotes.csv',
    Buffer.alloc(19_000_000, '"'),
    /^The file could not be read: line 1 is longer than 100,000 characters/,
  ],
  ['lines.csv', Buffer.alloc(19_000_000, '\n'), /^The file has more than 100,000 rows/],
]

test(
  'F12: tiny workbooks and one-line texts that would become millions of cells are refused by the limit that they meet; no process ends, and others are answered within twice their time',
  { timeout: 300_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 2)
    const platform = await processes.platform(databaseUrl)
    const gateway = await processes.gateway(platform.url)
    const pids = [platform.pid, gateway.pid]
    const token = await signIn(gateway.url, study.username)
    const call = async (): Promise<number> => {
      const fromMs = performance.now()
      await readTable(gateway.url, token, study.surveyId)
      return performance.now() - fromMs
    }
    const callUntil = async (isOver: () => boolean): Promise<readonly number[]> => {
      const took: number[] = []
      while (!isOver()) {
        took.push(await call())
        await new Promise(resolve => void setTimeout(resolve, PACE_MS))
      }
      return took
    }
    const upload = async (name: string, bytes: Buffer, signal?: AbortSignal): Promise<string> => {
      const form = new FormData()
      form.append('mode', 'REJECT_LIST')
      form.append('file', new Blob([new Uint8Array(bytes)]), name)
      const answer = await fetch(`${gateway.url}/v1/reconciliation/${study.projectId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
        body: form,
        ...(signal ? { signal } : {}),
      })
      return `${answer.status} ${((await answer.json()) as { message?: string }).message ?? ''}`
    }

    let calls = 0
    await callUntil(() => (calls += 1) > ALONE_CALLS / 4) // code is compiled
    calls = 0
    const alone = await callUntil(() => (calls += 1) > ALONE_CALLS)

    let isOver = false
    // the front takes few large bodies at once: workbooks come together, texts one after the other
    const inTurn = async (lists: typeof HOSTILE): Promise<readonly string[]> => {
      const answered: string[] = []
      for (const [name, bytes] of lists) answered.push(await upload(name, bytes))
      return answered
    }
    const answers = Promise.all([
      ...HOSTILE.slice(0, WORKBOOKS).map(async ([name, bytes]) => [await upload(name, bytes)]),
      inTurn(HOSTILE.slice(WORKBOOKS)),
    ])
      .then(lists => lists.flat())
      .finally(() => (isOver = true))
    const beside = await callUntil(() => isOver)
    expect((await answers).map((answer, at) => [answer.slice(0, 3), HOSTILE[at]?.[2].test(answer.slice(4))])).toEqual(
      HOSTILE.map(() => ['422', true]),
    )
    expect(p95(beside)).toBeLessThan(2 * p95(alone) + promised(50))

    // senders who leave take their work with them: a list that comes after them is not behind it
    const gone = new AbortController()
    const left = HOSTILE.slice(1, 5).map(([name, bytes]) => upload(name, bytes, gone.signal).catch(() => 'gone'))
    await new Promise(resolve => void setTimeout(resolve, PACE_MS * 10))
    gone.abort()
    expect(await Promise.all(left)).toEqual(['gone', 'gone', 'gone', 'gone'])
    const fromMs = performance.now()
    expect(await upload('last.xlsx', HOSTILE[0]?.[1] ?? Buffer.alloc(0))).toMatch(/^422 Cell XFD1/)
    expect(performance.now() - fromMs).toBeLessThan(promised(3_000))

    expect([platform.pid, gateway.pid]).toEqual(pids)
    await expectNoDrift(database)
    process.stdout.write(
      `F12: honest p95 ${Math.round(p95(alone))} ms alone, ${Math.round(p95(beside))} ms beside ${HOSTILE.length} hostile lists (${beside.length} calls)\n`,
    )
  },
)
