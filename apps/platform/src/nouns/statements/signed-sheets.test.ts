import type { SignedCell } from '@desk/schema/statements/signed-file'
import { workbookCell } from '@desk/schema/statements/signed-workbook'
import { verifyFile } from '@desk/schema/statements/verify-statement'
import { readXlsx } from 'hucre'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { describe, expect, test, vi } from 'vitest'
import { entriesOf } from '#kernel/files/testing/zip-entries'
import { nodeCrypto } from './node-crypto.ts'
import { signedXlsx } from './signed-files.ts'
import { sheetsOf } from './signed-sheets.ts'

const compress = promisify(deflateRaw)
type Rows = readonly (readonly SignedCell[])[]
async function* inPortions(...portions: readonly Rows[]) {
  for (const portion of portions) yield await Promise.resolve(portion)
}
async function bytesOf(portions: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const portion of portions) all.push(portion)
  return Buffer.concat(all)
}
const HEAD = ['text', 'cents', 'end']
const workbookOf = (rows: Rows, rowsMax?: number) =>
  bytesOf(
    sheetsOf({
      head: HEAD,
      widths: [12, 12, 26],
      portions: inPortions([], rows.slice(0, 2), [], rows.slice(2)),
      ...(rowsMax === undefined ? {} : { rowsMax }),
    }),
  )

/** The cells of a sheet as a strict reader of XML has them: where each stands, how it is typed, and its characters. */
function cellsOf(xml: string): string[][] {
  const rows: string[][] = []
  const parser = new SaxesParser({ xmlns: true })
  let cell = ''
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([])
    if (name === 'c') cell = `${attributes['r']?.value} ${attributes['t']?.value ?? 'n'}:`
  })
  parser.on('text', text => (cell += text))
  parser.on('closetag', ({ name }) => {
    if (name === 'c') rows.at(-1)?.push(cell)
  })
  parser.write(xml).close()
  return rows
}

describe('the sheets of a signed workbook (settlement.md §2)', () => {
  test('a plain text is the value of its cell; one with spaces, breaks, escapes or what XML cannot hold stands inline; each says where it stands', async () => {
    const entries = await entriesOf(
      await workbookOf([
        ['a <b> & "c"', -250, 'end'],
        ['  spaced', null, 'line\r\nbreak\u0001'],
        ['', 0, '=1+1'],
        ['\uFFFE', 1, 'a\uFFFFb\uD800'].map(workbookCell),
      ]),
    )
    expect(cellsOf(entries.get('xl/worksheets/sheet1.xml') ?? '')).toEqual([
      ['A1 str:text', 'B1 str:cents', 'C1 str:end'],
      ['A2 str:a <b> & "c"', 'B2 n:-250', 'C2 str:end'],
      ['A3 inlineStr:  spaced', 'B3 n:', 'C3 inlineStr:line_x000D_\nbreak_x0001_'],
      ['A4 inlineStr:', 'B4 n:0', 'C4 str:=1+1'],
      ['A5 inlineStr:_xFFFE_', 'B5 n:1', 'C5 inlineStr:a_xFFFF_b_xD800_'],
    ])
    for (const xml of entries.values()) expect(() => new SaxesParser({ xmlns: true }).write(xml).close()).not.toThrow()
  })

  test('columns behind the 26th have two letters', async () => {
    const wide = await bytesOf(sheetsOf({ head: Array<string>(28).fill('x'), widths: [], portions: inPortions() }))
    const [head] = cellsOf((await entriesOf(wide)).get('xl/worksheets/sheet1.xml') ?? '')
    expect(head?.slice(24)).toEqual(['Y1 str:x', 'Z1 str:x', 'AA1 str:x', 'AB1 str:x'])
  })

  test('rows that one sheet cannot hold stand in the next, below the head', async () => {
    const rows: Rows = Array.from({ length: 9 }, (_, at) => [`row ${at}`, at, 'end'])
    const { sheets } = await readXlsx(await workbookOf(rows, 4))
    expect(sheets.map(({ name, rows: read }) => [name, read])).toEqual([
      ['Statement', [HEAD, ...rows.slice(0, 3)]],
      ['Statement_2', [HEAD, ...rows.slice(3, 6)]],
      ['Statement_3', [HEAD, ...rows.slice(6)]],
    ])
  })

  test('a sheet that is exactly full has none after it, and one without rows has its head', async () => {
    const full: Rows = [1, 2, 3].map(at => ['row', at, 'end'])
    expect((await readXlsx(await workbookOf(full, 4))).sheets.map(({ rows }) => rows)).toEqual([[HEAD, ...full]])
    expect((await readXlsx(await workbookOf([]))).sheets.map(({ rows }) => rows)).toEqual([[HEAD]])
  })

  test('lines that cannot be read end the file with their error', async () => {
    async function* failing() {
      yield [['line', 'hash']]
      yield await Promise.resolve([[1, 'abc']])
      throw new Error('the database is gone')
    }
    await expect(bytesOf(signedXlsx(failing()))).rejects.toThrow('the database is gone')
  })

  test('a file that nobody reads on ends the reading of its lines', async () => {
    let isEnded = false
    let rows = 0
    async function* endless() {
      try {
        yield [['line', 'hash']]
        for (;;) yield await Promise.resolve(Array.from({ length: 500 }, () => [(rows += 1), nodeHash(rows)]))
      } finally {
        isEnded = true
      }
    }
    const file = signedXlsx(endless())
    for (let read = 0; read < 3; read += 1) expect((await file.next()).done).toBe(false)
    await file.return()
    expect(isEnded).toBe(true)
    const rowsThen = rows
    await new Promise(resolve => setImmediate(resolve))
    expect(rows).toBe(rowsThen)
  })

  test('a file that nobody reads on ends the reading of its lines also while those that came with its head are written', async () => {
    let isEnded = false
    async function* portions() {
      try {
        // more than is written ahead of its reader
        yield [['line', 'hash'], ...Array.from({ length: 20_000 }, (_, at) => [at, nodeHash(at)])]
        yield await Promise.resolve([[0, 'never read']])
      } finally {
        isEnded = true
      }
    }
    const file = signedXlsx(portions())
    expect((await file.next()).done).toBe(false)
    expect(isEnded).toBe(false)
    await file.return()
    expect(isEnded).toBe(true)
  })

  test('of sheets that nobody reads on no more rows are asked for, when those come that were asked for before', async () => {
    const portion = Array.from({ length: 5_000 }, () => [1, 'the same in every row'])
    let come: (given: IteratorResult<Rows, undefined>) => void = () => {}
    let asks = 0
    const portions: AsyncIterator<Rows, undefined> = {
      next: () => {
        asks += 1
        return asks === 1
          ? new Promise(resolve => {
              come = resolve
            })
          : Promise.resolve({ done: false, value: portion })
      },
    }
    const file = sheetsOf({ head: HEAD, widths: [], portions })
    expect((await file.next()).done).toBe(false)
    await vi.waitFor(() => expect(asks).toBe(1))
    await file.return()
    come({ done: false, value: portion })
    // rows that were still compressed for nobody would be done by then
    for (let round = 0; round < 20; round += 1) await compress(Buffer.alloc(100_000))
    expect(asks).toBe(1)
  })

  test('a workbook of the form before, with references and inline texts, is valid', async () => {
    const before = await readFile(new URL('testing/statement-of-inline-texts.xlsx', import.meta.url))
    expect(await verifyFile(before, nodeCrypto)).toMatchObject({ isWhole: true, lines: 12, isSigned: true, faults: [] })
  })
})

/** A text that does not shrink when it is compressed. */
const nodeHash = (of: number): string => Math.sin(of).toString(36).repeat(3)
