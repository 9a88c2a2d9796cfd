import { readXlsx } from 'hucre'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { entriesOf } from '../files/testing/zip-entries.ts'
import { csvFile, notesFile } from './csv-file.ts'
import type { FileColumn } from './file-column.ts'
import { jsonLinesFile } from './json-lines-file.ts'
import { xlsxFile } from './xlsx-file.ts'

interface Line {
  readonly text: string
  readonly money: number | null
}

const TEXT: FileColumn<Line> = { id: 'text', label: 'Text', kind: 'text', widthPx: 100, valueOf: ({ text }) => text }
const COLUMNS: readonly FileColumn<Line>[] = [
  TEXT,
  { id: 'money', label: 'Money', kind: 'money', widthPx: 100, valueOf: ({ money }) => money },
]
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', 'a "quoted", text']
const LINES: readonly Line[] = FORMULAS.map((text, at) => ({ text, money: at === 0 ? -2.5 : null }))

async function* inBatches(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  yield lines.slice(0, 3)
  yield lines.slice(3)
}

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part)
  return Buffer.concat(parts)
}

test('CSV quotes every cell with CRLF, and no text of it runs in a spreadsheet (§9.11)', async () => {
  const text = (await bytesOf(csvFile(COLUMNS, inBatches(LINES)))).toString()
  expect(text.split('\r\n')).toEqual([
    '\uFEFF"Text","Money"',
    '"\'=1+1","-2.50"',
    '"\'+1",""',
    '"\'-1",""',
    '"\'@SUM(A1)",""',
    '"\'\t=1",""',
    '"\'\r=1",""',
    '"\'＝1",""',
    '"a ""quoted"", text",""',
    '',
  ])
})

test('the notes of a file are a CSV of their own (§9.11)', async () => {
  const text = (await bytesOf(notesFile([['As of', '2026-11-28']]))).toString()
  expect(text).toBe('\uFEFF"Note","Words"\r\n"As of","2026-11-28"\r\n')
})

test('a workbook has texts as texts and figures as numbers', async () => {
  const bytes = await bytesOf(xlsxFile('Data', COLUMNS, inBatches(LINES.slice(0, 5))))
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  expect(sheets[0]?.rows.map(row => row.slice(0, 2))).toEqual([
    ['Text', 'Money'],
    ['=1+1', -2.5],
    ...FORMULAS.slice(1, 5).map(text => [text, null]),
  ])
})

test('a workbook with a note has it in the first row of each sheet, above the names of the columns', async () => {
  const bytes = await bytesOf(xlsxFile('Data', COLUMNS, inBatches(LINES.slice(0, 1)), 'Unsigned copy'))
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  expect(sheets[0]?.rows.map(([first]) => first)).toEqual(['Unsigned copy', 'Text', '=1+1'])
})

test('a workbook holds what XML cannot, and what reads like its escapes', async () => {
  const texts = ['\uFFFE and \uFFFF', 'half \uD83D', '\u0001', '_x0041_', '_x005F_x0041_', 'whole 😀']
  const columns: readonly FileColumn<Line>[] = [{ ...TEXT, label: 'Text \uFFFF' }]
  const lines = texts.map(text => ({ text, money: null }))
  const bytes = await bytesOf(xlsxFile('Data', columns, inBatches(lines)))
  for (const xml of (await entriesOf(bytes)).values())
    expect(() => new SaxesParser({ xmlns: true }).write(xml).close()).not.toThrow()
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  expect(sheets[0]?.rows.map(([text]) => text)).toEqual(['Text \uFFFF', ...texts])
})

test('JSON lines are objects by the columns’ ids', async () => {
  const lines = (await bytesOf(jsonLinesFile(COLUMNS, inBatches(LINES)))).toString().trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual(LINES)
})

test.each(['csv', 'xlsx', 'jsonl'] as const)(
  '%s takes the next lines only when the reader wants more, and stops when the reader has gone',
  async format => {
    let taken = 0
    let isEnded = false
    async function* endless(): AsyncGenerator<readonly Line[]> {
      try {
        for (;;) {
          taken += 1
          yield Array.from({ length: 1_000 }, (_, at) => ({ text: `${taken} ${at} ${'x'.repeat(50)}`, money: at }))
        }
      } finally {
        isEnded = true
      }
    }
    const file = {
      csv: () => csvFile(COLUMNS, endless()),
      xlsx: () => xlsxFile('Data', COLUMNS, endless()),
      jsonl: () => jsonLinesFile(COLUMNS, endless()),
    }[format]()
    let bytes = 0
    while (bytes < 200_000) {
      const { value, done } = await file.next()
      if (done === true) break
      bytes += value.length
    }
    // 1,000 lines are some 60,000 bytes before they are packed
    expect(taken).toBeLessThan(format === 'xlsx' ? 200 : 6)
    await file.return()
    expect(isEnded).toBe(true)
  },
)
