import { Effect } from 'effect'
import { describe, expect, test } from 'vitest'
import { bookOf } from '#kernel/tables/testing/book-of'
import { gridCells, gridCsv } from './grid-cells.ts'
import { readRateFile } from './read-file.ts'
import { workbookOf } from './workbook-of.ts'

const sent = (content: Buffer | string, filename = 'card.csv') => ({
  filename,
  base64: Buffer.from(content).toString('base64'),
})
const ACCOUNT = 1
const read = (content: Buffer | string) => Effect.runPromise(readRateFile(ACCOUNT, sent(content), {}))
const ROWS = [
  ['LOI', 90, 50.5],
  [10, 2.1, 3],
  [20, null, 3.35],
]
const GRID = {
  loi_minutes: [10, 20],
  ir_percents: [90, 50.5],
  prices_minor: [
    [210, 300],
    [null, 335],
  ],
  cpi_min: null,
  cpi_max: null,
}

describe('a rate card is read from (§7.29, api:C2)', () => {
  test.each([
    ['commas', 'LOI,90,50.5\r\n10,2.10,3\r\n20,,3.35\r\n'],
    ['semicolons and decimal commas', 'LOI;90;50,5\n10;2,10;3\n20;;3,35'],
    ['tabs', 'LOI\t90\t50.5\n10\t2.10\t3\n20\t\t3.35\n\n\n'],
    ['a byte order mark and quotes', '\uFEFF"LOI","90","50.5"\n"10","2.10","3"\n"20","","3.35"\n'],
  ])('CSV with %s', async (_what, text) => {
    expect(await read(text)).toMatchObject({ faults: [], grid: GRID, csv: Buffer.from(text) })
  })

  test('a workbook', async () => {
    expect(await read(await workbookOf(ROWS))).toMatchObject({ faults: [], grid: GRID, csv: null })
  })

  test('a table below a title, whose faults name the cells of the file', async () => {
    expect(await read('Prices of 2026\n\n;LOI;12,5;37,5\n;10;2,10;3,20\n')).toMatchObject({
      faults: [],
      grid: { loi_minutes: [10], ir_percents: [37.5, 12.5], prices_minor: [[320, 210]] },
      reading: { delimiter: ';', head_row: 3, rows_not_read: [{ line: 1, text: 'Prices of 2026' }] },
    })
    expect(await read('Prices of 2026\n\n;LOI;12,5;37,5\n;10;2,10;x\n')).toMatchObject({
      faults: [{ row: 1, column: 2, cell: 'D4' }],
      grid: null,
    })
  })

  test('a price that is a formula without a stored result is a fault of its cell, and no quote', async () => {
    const rows = `<row r="1"><c t="inlineStr"><is><t>LOI</t></is></c><c><v>90</v></c><c><v>50</v></c></row>
      <row r="2"><c><v>10</v></c><c><v>2.1</v></c><c r="C2"><f>B2*1.5</f></c></row>`
    expect(await read(bookOf([{ name: 'S', rows }]))).toMatchObject({
      faults: [
        {
          cell: 'C2',
          message: 'The formula has no stored result. Open the workbook in a spreadsheet, save it, and send it again',
        },
      ],
      grid: null,
    })
  })

  test('its own exports: the same grid comes back, cell by cell (api:C4)', async () => {
    const csv = gridCsv(GRID, 'LOI, or IR')
    expect(csv.toString()).toBe('\uFEFF"LOI, or IR",90,50.5\r\n10,2.10,3.00\r\n20,,3.35\r\n')
    expect(await read(csv)).toMatchObject({ grid: GRID })
    const workbook = await workbookOf(gridCells(GRID, 'LOI'))
    expect(await read(workbook)).toMatchObject({
      grid: GRID,
      cells: [
        ['LOI', '90', '50.5'],
        ['10', '2.1', '3'],
        ['20', '', '3.35'],
      ],
    })
  })
})

describe('a file is refused with a sentence: (§7.29)', () => {
  test.each([
    ['a PDF named .csv', '%PDF-1.7\n1 0 obj', 'This is a PDF. Upload the rate card as CSV, TXT or XLSX.'],
    [
      'an old workbook, or one with a password',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      'This is an old Excel file (XLS), or one with a password. Save it as XLSX without a password, or as CSV.',
    ],
    ['nothing', '', 'The file is empty.'],
    ['only empty cells', ',,\n,,\n', 'The file is empty.'],
    [
      'text of another encoding',
      Buffer.from([0x4c, 0xe4, 0x2c, 0x39]),
      'The file is no text in UTF-8 or UTF-16. Save it as CSV UTF-8, or as XLSX.',
    ],
    ['a binary file', 'LOI\u0000\u0001,90', 'The file is not the rate card: it has control characters.'],
    ['too many rows', 'LOI,90\n'.repeat(402), 'The file has more than 401 rows.'],
    ['too many columns', `LOI${',90'.repeat(401)}\n10`, 'The file has more than 401 columns.'],
    ['too many cells', `LOI${',90'.repeat(200)}\n`.repeat(200), 'The file has more than 20000 cells.'],
  ])('%s', async (_what, content, sentence) => {
    expect(await read(content)).toBe(sentence)
  })

  test('CSV with a quote that is not closed, with the line', async () => {
    expect(await read('LOI,90\n10,"2')).toBe('The file could not be read: the quote that line 2 opens is not closed.')
  })
})
