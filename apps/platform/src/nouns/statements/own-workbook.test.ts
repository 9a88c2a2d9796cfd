import { OtherForm, ownPortions } from '@desk/schema/statements/own-workbook'
import type { SignedCell } from '@desk/schema/statements/signed-file'
import { UnreadableWorkbook, workbookCell } from '@desk/schema/statements/signed-workbook'
import { textOfCell } from '@desk/schema/statements/statement-csv'
import { verifyFile } from '@desk/schema/statements/verify-statement'
import { rowXml, SHEET_END, sheetStart, workbookParts } from '@desk/schema/statements/workbook-form'
import fc from 'fast-check'
import { streamXlsxRows } from 'hucre'
import { describe, expect, test } from 'vitest'
import { nodeCrypto } from './node-crypto.ts'
import { sheetsOf } from './signed-sheets.ts'
import { key, rowsOf } from './testing/sample-statement.ts'
import { workbookOfXml } from './testing/workbook-of-xml.ts'
import { workbookRows } from './testing/workbook-rows.ts'

type Cells = readonly SignedCell[]
const HEAD = ['text', 'cents', 'note']
const WIDTHS = [12, 12, 26]
const sheetOf = (rows: readonly Cells[]): string =>
  sheetStart(WIDTHS) + rows.map((cells, at) => rowXml(at + 1, cells.map(workbookCell))).join('') + SHEET_END

/** The rows that are read in the form that we write; null: it is another form. */
async function ownRows(bytes: Uint8Array): Promise<readonly (readonly string[])[] | null> {
  const rows: (readonly string[])[] = []
  try {
    for await (const portion of ownPortions(bytes)) rows.push(...portion)
  } catch (error) {
    if (error instanceof OtherForm) return null
    throw error
  }
  return rows
}

/** The rows as the library reads them; null: it reads none. */
const carefulRows = (bytes: Uint8Array) =>
  workbookRows(bytes).catch((error: unknown) => {
    if (error instanceof UnreadableWorkbook) return null
    throw error
  })

async function written(rows: readonly Cells[], rowsMax?: number): Promise<Buffer> {
  async function* portions() {
    for (const row of rows) yield await Promise.resolve([row.map(workbookCell)])
  }
  const all: Uint8Array[] = []
  const limit = rowsMax === undefined ? {} : { rowsMax }
  for await (const some of sheetsOf({ head: HEAD, widths: WIDTHS, portions: portions(), ...limit })) all.push(some)
  return Buffer.concat(all)
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '',
    ' a',
    'a ',
    '_x0041_',
    '_x005F_x0041_',
    '\u0001',
    '\r\n',
    '<&>"',
    '=1+1',
    '\uFFFE\uFFFF',
    '\uD800',
    '\u00A0a',
  ),
)
const cell = fc.oneof(text, fc.integer(), fc.double({ noNaN: true }), fc.constant(null))

describe('the form of workbook that we write is read by itself (settlement.md §2)', () => {
  test('whatever its cells hold, as the library reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 9 }), async rows => {
        const workbook = await written(rows, 4)
        const read = await ownRows(workbook)
        expect(read).not.toBeNull()
        expect(read).toEqual(await carefulRows(workbook))
      }),
      { numRuns: 150 },
    )
  })

  test('its texts are those that were written, also those that XML cannot hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async texts => {
        const read = await ownRows(await written(texts.map(each => [each, 1, 'end'])))
        expect(read?.slice(1).map(([first = '']) => textOfCell(first))).toEqual(texts)
      }),
      { numRuns: 100 },
    )
  })

  test('over the borders of what is unpacked at a time', async () => {
    const rows = Array.from({ length: 9_000 }, (_, at) => [`row ${at} ${'é'.repeat(at % 90)}`, at, `_x ${at}`])
    const workbook = await written(rows, 5_000)
    const read = await ownRows(workbook)
    expect(read).toHaveLength(9_001)
    expect(read).toEqual(await carefulRows(workbook))
  })
})

const ROWS: readonly Cells[] = [HEAD, ['one', 250, 'a & b'], ['two', -5, null], [' three', 0, 'end']]
const SHEET = sheetOf(ROWS)
/** What a sheet becomes when this text of it is that. */
const changed = (from: string, to: string): string => {
  expect(SHEET.split(from)).toHaveLength(2)
  return SHEET.replace(from, () => to)
}
const rowOf = (number: number): string => rowXml(number, ROWS[number - 1] ?? [])

describe('any other form is not read so, and comes to what the library reads (settlement.md §2)', () => {
  const ONE = '<c r="A2" t="str"><v>one</v></c>'
  const CENTS = '<c r="B2"><v>250</v></c>'
  test.each<readonly [string, () => string]>([
    ['cells out of order', () => changed(ONE + CENTS, CENTS + ONE)],
    ['a cell twice', () => changed(CENTS, CENTS + CENTS)],
    ['a cell of another row', () => changed(CENTS, CENTS.replace('B2', 'B3'))],
    ['a cell without a reference', () => changed(CENTS, '<c><v>250</v></c>')],
    ['a cell that is left out', () => changed(CENTS, '')],
    ['a reference in small letters', () => changed(CENTS, '<c r="b2"><v>250</v></c>')],
    ['a row twice', () => changed(rowOf(2), rowOf(2) + rowOf(2))],
    ['rows out of order', () => changed(rowOf(2) + rowOf(3), rowOf(3) + rowOf(2))],
    ['a row that is left out', () => changed(rowOf(2), '')],
    ['a row without a number', () => changed('<row r="2">', '<row>')],
    ['a hidden row', () => changed('<row r="2">', '<row r="2" hidden="1">')],
    ['a figure as text', () => changed('><v>250<', ' t="str"><v>250 <')],
    ['a figure with zeros before it', () => changed('<v>250<', '<v>0250<')],
    ['a figure with zeros behind it', () => changed('<v>250<', '<v>250.0<')],
    ['a figure with spaces', () => changed('<v>250<', '<v> 250<')],
    ['no figure', () => changed('<v>250<', '<v><')],
    ['a figure with a style', () => changed('<c r="B2">', '<c r="B2" s="1">')],
    ['a formula', () => changed('<c r="B2">', '<c r="B2"><f>5*50</f>')],
    ['a text of a formula', () => changed(ONE, ONE.replace('<v>', '<f>A1</f><v>'))],
    ['two values', () => changed('<v>250</v>', '<v>250</v><v>9</v>')],
    ['a shared string', () => changed('t="str"><v>one', 't="s"><v>0')],
    [
      'a text that stands inline and need not',
      () => changed('t="str"><v>one</v>', 't="inlineStr"><is><t xml:space="preserve">one</t></is>'),
    ],
    ['a text that should stand inline', () => changed('<v>one<', '<v>one <')],
    ['a comment', () => changed('<v>250<', '<v>2<!-- 9 -->50<')],
    ['CDATA', () => changed('<v>one<', '<v><![CDATA[one]]><')],
    ['a processing instruction', () => changed('</row><row r="2">', '</row><?x y?><row r="2">')],
    ['a character by its number', () => changed('<v>one<', '<v>&#111;ne<')],
    ['an entity that we do not write', () => changed('<v>one<', '<v>one&quot;<')],
    ['an entity that nobody knows', () => changed('<v>one<', '<v>one&who;<')],
    ['an entity without its end', () => changed('a &amp; b', 'a & b')],
    ['a bracket that is not escaped', () => changed('<v>one<', '<v>one><')],
    ['an escape that we do not write', () => changed('<v>one<', '<v>_x006F_ne<')],
    ['a character that XML does not know', () => changed('<v>one<', '<v>one\uFFFE<')],
    ['a break in a value', () => changed('<v>one<', '<v>o\nne<')],
    ['spaces between rows', () => changed('</row><row r="2">', '</row>\n<row r="2">')],
    ['another quote', () => changed('<row r="2">', "<row r='2'>")],
    ['another prefix', () => changed('<row r="2">', '<x:row r="2">')],
    ['a document type', () => changed('<worksheet ', '<!DOCTYPE worksheet [<!ENTITY who "x">]><worksheet ')],
    ['a byte order mark', () => `\uFEFF${SHEET}`],
    ['a hidden column', () => changed('min="1" max="1"', 'min="1" max="1" hidden="1"')],
    [
      'merged cells',
      () => changed('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>'),
    ],
    ['rows behind the end', () => SHEET + rowOf(2)],
    ['a second part of rows', () => changed('</sheetData>', `</sheetData><sheetData>${rowOf(2)}</sheetData>`)],
    ['no end', () => SHEET.slice(0, -SHEET_END.length)],
    ['half a row', () => SHEET.slice(0, -SHEET_END.length - 9)],
    ['no rows', () => sheetStart(WIDTHS) + SHEET_END],
    ['a head without cells', () => sheetStart(WIDTHS) + rowXml(1, []) + SHEET_END],
    ['nothing', () => ''],
  ])('%s', async (_, xml) => {
    const workbook = await workbookOfXml([xml()])
    expect(await ownRows(await workbookOfXml([SHEET]))).toHaveLength(4)
    expect(await ownRows(workbook)).toBeNull()
  })

  test('two sheets with different heads', async () => {
    const other = sheetOf([
      ['text', 'cents', 'other'],
      ['x', 1, 'y'],
    ])
    expect(await ownRows(await workbookOfXml([SHEET, SHEET]))).toHaveLength(7)
    expect(await ownRows(await workbookOfXml([SHEET, other]))).toBeNull()
  })

  test('bytes that are no UTF-8', async () => {
    const bytes = Buffer.from(changed('<v>one<', '<v>onÿ<'))
    expect(await ownRows(await workbookOfXml([bytes.toString()]))).toHaveLength(4)
    const latin = Buffer.from(bytes.toString().replace('ÿ', 'y'))
    latin[latin.indexOf('<v>ony<') + 5] = 0xff
    expect(await ownRows(await workbookOfXml([latin]))).toBeNull()
  })

  /** The sheet that we write of the cells that the library reads. */
  async function writtenAgain(workbook: Uint8Array, xml: string): Promise<string> {
    let again = sheetStart([...xml.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width)))
    let row = 0
    for await (const { values } of streamXlsxRows(workbook, { sheet: 0 }))
      again += rowXml(
        (row += 1),
        values.map(value => (typeof value === 'string' || typeof value === 'number' ? workbookCell(value) : null)),
      )
    return again + SHEET_END
  }

  test('edits at random are seen, or read as the library reads them and written again the same', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<v>',
        '</v>',
        '</c>',
        '<c r="A2"',
        ' t="str"',
        '/>',
        '<row r="3">',
        '</row>',
        '&',
        '&amp;',
        '&#65;',
        '<!-- -->',
        '<![CDATA[x]]>',
        ' ',
        '\n',
        '0',
        '-',
        '"',
        '_x0041_',
        '>',
        '<f>1</f>',
        SHEET_END,
      ),
      fc.string({ maxLength: 3 }),
    )
    const edit = fc.record({ at: fc.nat(SHEET.length), drop: fc.nat(12), piece })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), async edits => {
        let xml = SHEET
        for (const { at, drop, piece: put } of edits) xml = xml.slice(0, at) + put + xml.slice(at + drop)
        const workbook = await workbookOfXml([xml])
        const own = await ownRows(workbook)
        if (own === null) return
        expect(own).toEqual(await carefulRows(workbook))
        expect(await writtenAgain(workbook, xml)).toBe(xml)
      }),
      { numRuns: 400 },
    )
  })
})

describe('a zip that is laid out otherwise is not read so (settlement.md §2)', () => {
  const zipped = workbookOfXml([SHEET])

  test.each<readonly [string, (zip: Buffer) => Buffer | Promise<Buffer>]>([
    ['bytes before it', zip => Buffer.concat([Buffer.from('PK'), zip])],
    ['bytes behind it', zip => Buffer.concat([zip, Buffer.from('x')])],
    ['another zip behind it', zip => Buffer.concat([zip, zip])],
    ['bytes between its entries and their directory', zip => withBytes(zip, zip.readUInt32LE(zip.length - 6), 'start')],
    ['bytes behind its directory', zip => withBytes(zip, zip.length - 22, 'size')],
    ['a comment', () => workbookOfXml([SHEET], { comment: 'x' })],
    ['parts that are not packed', () => workbookOfXml([SHEET], { isStored: true })],
    ['a part more', () => workbookOfXml([SHEET], { parts: [...workbookParts(1), ['xl/styles.xml', '<styleSheet/>']] })],
    ['a macro', () => workbookOfXml([SHEET], { parts: [...workbookParts(1), ['xl/vbaProject.bin', 'x']] })],
    ['a part less', () => workbookOfXml([SHEET], { parts: workbookParts(1).slice(1) })],
    ['parts in another order', () => workbookOfXml([SHEET], { parts: workbookParts(1).toReversed() })],
    [
      'a part of other text',
      () =>
        workbookOfXml([SHEET], {
          parts: workbookParts(1).map(([path, xml]) => [path, xml.replace('Statement', 'Other')]),
        }),
    ],
    [
      'sheets in another order',
      () =>
        workbookOfXml([SHEET, SHEET], {
          parts: workbookParts(2).map(([path, xml]) => [path, xml.replace('rId1"/><sheet', 'rId2"/><sheet')]),
        }),
    ],
    ['a sheet that the workbook does not name', () => workbookOfXml([SHEET, SHEET], { parts: workbookParts(1) })],
    ['a sheet with a comment', () => workbookOfXml([SHEET], { atSheet: { fileComment: 'x' } })],
    ['a sheet of 64-bit sizes', () => workbookOfXml([SHEET], { atSheet: { forceZip64Format: true } })],
    ['a sheet with other rights', () => workbookOfXml([SHEET], { atSheet: { mode: 0o100755 } })],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s', async (_, other) => {
    expect(await ownRows(await zipped)).toHaveLength(4)
    expect(await ownRows(await other(await zipped))).toBeNull()
  })

  test('a zip that ends early, wherever', async () => {
    const zip = await zipped
    for (let length = 0; length < zip.length; length += 1) expect(await ownRows(zip.subarray(0, length))).toBeNull()
  })

  test('any byte that was changed is seen, or what is read is what the library reads', async () => {
    const zip = await zipped
    for (let at = 0; at < zip.length; at += 1) {
      const other = Buffer.from(zip)
      other[at] = (other[at] ?? 0) ^ (1 << (at % 8))
      const own = await ownRows(other)
      expect([at, own]).toEqual([at, own === null ? null : await carefulRows(other)])
    }
  })

  test('a part that unpacks to more or to less than its heads say', async () => {
    const zip = await zipped
    for (const by of [-1, 1]) {
      const other = Buffer.from(zip)
      const bytes = Buffer.byteLength(SHEET)
      for (let at = other.indexOf(size(bytes)); at !== -1; at = other.indexOf(size(bytes), at + 1))
        other.writeUInt32LE(bytes + by, at)
      expect(await ownRows(other)).toBeNull()
    }
  })

  test('a cell that no memory holds', async () => {
    const bomb = await workbookOfXml([changed('<v>one<', `<v>${'x'.repeat(5_000_000)}<`)])
    expect(bomb.length).toBeLessThan(20_000)
    expect(await ownRows(bomb)).toBeNull()
  })
})

/** A zip with four bytes more there, whose end says that its directory starts later, or is longer. */
function withBytes(zip: Buffer, at: number, what: 'start' | 'size'): Buffer {
  const other = Buffer.concat([zip.subarray(0, at), Buffer.alloc(4), zip.subarray(at)])
  const field = other.length - (what === 'start' ? 6 : 10)
  other.writeUInt32LE(other.readUInt32LE(field) + 4, field)
  return other
}

const size = (bytes: number): Buffer => {
  const four = Buffer.alloc(4)
  four.writeUInt32LE(bytes)
  return four
}

test('a statement is verified alike in our form and in another one, whole or changed (settlement.md §2)', async () => {
  const rows = rowsOf(12)
  const texts = (cells: readonly Cells[]) =>
    sheetStart([]) + cells.map((each, at) => rowXml(at + 1, each.map(workbookCell))).join('')
  for (const cells of [rows, rows.with(3, (rows[3] ?? []).with(12, 999)), rows.toSpliced(5, 1), rows.slice(0, -1)]) {
    const own = await workbookOfXml([texts(cells) + SHEET_END])
    const other = await workbookOfXml([`${texts(cells)}\n${SHEET_END}`])
    expect(await ownRows(own)).not.toBeNull()
    expect(await ownRows(other)).toBeNull()
    const verdict = await verifyFile(own, nodeCrypto)
    expect(verdict).toEqual(await verifyFile(other, nodeCrypto))
    expect(verdict?.isWhole).toBe(cells === rows)
    expect(verdict?.publicKey).toBe(cells.length === rows.length - 1 && cells.at(-1)?.[0] !== 'seal' ? null : key)
  }
})
