import { csvRow, type SignedCell } from '@desk/schema/statements/signed-file'
import { STATEMENT_COLUMNS } from '@desk/schema/statements/statement-file'
import { workbookCell } from '@desk/schema/statements/signed-workbook'
import { readCsv, textOfCell } from '@desk/schema/statements/statement-csv'
import { explainVerdict, wordsOfFault } from '@desk/schema/statements/verdict-words'
import { verifyFile } from '@desk/schema/statements/verify-statement'
import { columnName } from '@desk/schema/statements/workbook-form'
import fc from 'fast-check'
import { readXlsx, writeXlsx, writeXlsxStream, type CellValue } from 'hucre'
import { describe, expect, test } from 'vitest'
import { nodeCrypto } from './node-crypto.ts'
import { signedXlsx, type SignedRows } from './signed-files.ts'
import { key, rowsOf } from './testing/sample-statement.ts'
import { workbookOfXml } from './testing/workbook-of-xml.ts'
import { workbookRows } from './testing/workbook-rows.ts'

async function* inPortions(rows: readonly (readonly SignedCell[])[]): SignedRows {
  yield rows.slice(0, 1)
  for (let at = 1; at < rows.length; at += 4) yield await Promise.resolve(rows.slice(at, at + 4))
}

async function bytesOf(portions: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const portion of portions) all.push(portion)
  return Buffer.concat(all)
}
const workbookOf = (rows: readonly (readonly SignedCell[])[]) => bytesOf(signedXlsx(inPortions(rows)))
const faultsOf = async (rows: readonly (readonly SignedCell[])[]) =>
  (await verifyFile(await workbookOf(rows), nodeCrypto))?.faults.map(wordsOfFault)

describe('a statement’s workbook (settlement.md §2)', () => {
  test('is whole as it was signed, whatever its texts hold, and has the cells of the CSV', async () => {
    const rows = rowsOf(20)
    const workbook = await workbookOf(rows)
    expect(await verifyFile(workbook, nodeCrypto)).toMatchObject({
      isWhole: true,
      lines: 20,
      isSigned: true,
      publicKey: key,
      faults: [],
    })
    expect(await workbookRows(workbook)).toEqual(readCsv(rows.map(csvRow).join('')))
  })

  test('its amounts are figures and its texts are texts, so that a spreadsheet adds up and runs nothing', async () => {
    const { sheets } = await readXlsx(await workbookOf(rowsOf(2)))
    const amount = STATEMENT_COLUMNS.indexOf('amount_cents')
    const rid = STATEMENT_COLUMNS.indexOf('rid')
    expect(sheets[0]?.rows.slice(0, 3).map(row => [row[amount], row[rid]])).toEqual([
      ['amount_cents', 'rid'],
      [250, "'quoted"],
      [250, '  0012 '],
    ])
  })

  test('stays whole when a spreadsheet saves it again', async () => {
    const { sheets } = await readXlsx(await workbookOf(rowsOf(12)))
    const again = await writeXlsx({
      sheets: [{ name: 'Saved', rows: (sheets[0]?.rows ?? []).map(row => row.map(asWritten)) }, { name: 'Empty' }],
    })
    expect(await verifyFile(again, nodeCrypto)).toMatchObject({ isWhole: true, lines: 12 })
  })

  test('names what was changed, is missing or was added', async () => {
    const rows = rowsOf(9)
    const amount = STATEMENT_COLUMNS.indexOf('amount_cents')
    const dearer = rows.with(4, rows[4]?.map((cell, at) => (at === amount ? 950 : cell)) ?? [])
    expect(await faultsOf(dearer)).toEqual(['Line 4 was changed (row 5 of the file)'])
    expect(await faultsOf(rows.toSpliced(2, 2))).toEqual(['Lines 2 to 3 are missing'])
    expect(await faultsOf(rows.toSpliced(5, 0, ['a note']))).toEqual([
      'Row 6 of the file was added: it is no line of such a file',
    ])
    expect(await verifyFile(await workbookOf(rows.slice(0, -1)), nodeCrypto)).toMatchObject({
      isWhole: false,
      seal: null,
    })
  })

  test('a computed cell makes it invalid although its value of today fits, and is said', async () => {
    const sheetOf = (amount: string) =>
      workbookOfXml([
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rowsOf(3)
          .map((cells, at) => xmlRow(cells, at + 1, amount))
          .join('')}</sheetData></worksheet>`,
      ])
    expect(await verifyFile(await sheetOf(''), nodeCrypto)).toMatchObject({ isWhole: true, hasFormulas: false })
    for (const formula of [
      '<f>IF(TODAY()&lt;50000,250,950)</f>',
      '<f t="shared" si="0"/>',
      '<x:f xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">A1</x:f>',
    ]) {
      const verdict = await verifyFile(await sheetOf(formula), nodeCrypto)
      expect(verdict).toMatchObject({ isWhole: false, isSigned: true, faults: [], hasFormulas: true })
      expect(verdict && explainVerdict(verdict)).toEqual([
        'Not valid: Panel, October 2026, by Acme, "Research".',
        `It is signed by the key ${verdict?.fingerprint}.`,
        'Cells of this workbook hold formulas, which none had when it was signed: what a spreadsheet shows of them may differ from what fits. Ask for the file as it was signed.',
      ])
    }
  })

  test('goes on over further sheets, whose heads are no lines', async () => {
    const [head = [], ...rows] = rowsOf(25)
    async function* cells() {
      for (const row of rows) yield await Promise.resolve(row.map(workbookCell))
    }
    const columns = head.map(name => ({ header: String(name) }))
    const workbook = await bytesOf(writeXlsxStream(cells(), { name: 'Statement', columns, maxRowsPerSheet: 10 }))
    expect((await readXlsx(workbook)).sheets).toHaveLength(3)
    expect(await verifyFile(workbook, nodeCrypto)).toMatchObject({ isWhole: true, lines: 25 })
  })

  test('another workbook, a zip that is none and a broken one are no statement', async () => {
    const other = await writeXlsx({ sheets: [{ name: 'List', rows: [['rdud'], ['1-0']] }] })
    expect(await verifyFile(other, nodeCrypto)).toBeUndefined()
    expect(await verifyFile((await workbookOf(rowsOf(3))).subarray(0, 900), nodeCrypto)).toBeUndefined()
    expect(await verifyFile(Buffer.from('PK and nothing more'), nodeCrypto)).toBeUndefined()
  })

  test('texts come back as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme', maxLength: 12 }),
            fc.constantFrom('_x0041_', '_x005F_', '\u0001', '\r', '_', "'quoted", '=1+1'),
          ),
          { minLength: 1, maxLength: 8 },
        ),
        async texts => {
          const rows = [['text', 'end'], ...texts.map(text => [text, 'end'])]
          const read = await workbookRows(await workbookOf(rows))
          expect(read?.map(([cell = '']) => textOfCell(cell))).toEqual(['text', ...texts])
        },
      ),
      { numRuns: 60 },
    )
  })
})

/** A workbook that is read and written again: what reads like an escape is a text. */
const asWritten = (value: CellValue | undefined): CellValue =>
  typeof value === 'string' ? String(workbookCell(value)) : (value ?? null)

/** A row as another program writes it. @param formula of the amount of the first line */
function xmlRow(cells: readonly SignedCell[], row: number, formula: string): string {
  const amount = STATEMENT_COLUMNS.indexOf('amount_cents')
  const cellsXml = cells.map((cell, column) => {
    const start = `<c r="${columnName(column)}${row}"`
    if (typeof cell === 'number') return `${start}>${row === 2 && column === amount ? formula : ''}<v>${cell}</v></c>`
    return cell === null ? `${start}/>` : `${start} t="str"><v>${escaped(String(workbookCell(cell)))}</v></c>`
  })
  return `<row r="${row}">${cellsXml.join('')}</row>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
