import { describe, expect, test } from 'vitest'
import { zipOf } from '#kernel/files/testing/zip-of'
import { gridCells, gridCsv } from './grid-cells.ts'
import { readRateFile } from './read-file.ts'
import { xlsxCells, xlsxOf } from './xlsx-cells.ts'

const sent = (content: Buffer | string, filename = 'card.csv') => ({
  filename,
  base64: Buffer.from(content).toString('base64'),
})
const read = (content: Buffer | string) => readRateFile(sent(content))
const WORKBOOK = { name: 'xl/workbook.xml', content: '<workbook/>' }
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

  test('a workbook, of which the first sheet counts', async () => {
    expect(await read(await xlsxOf(ROWS))).toMatchObject({ faults: [], grid: GRID, csv: null })
  })

  test('its own exports: the same grid comes back, cell by cell (api:C4)', async () => {
    const csv = gridCsv(GRID, 'LOI, or IR')
    expect(csv.toString()).toBe('"LOI, or IR",90,50.5\r\n10,2.10,3.00\r\n20,,3.35\r\n')
    expect(await read(csv)).toMatchObject({ grid: GRID })
    const workbook = await xlsxOf(gridCells(GRID, 'LOI'))
    expect(await xlsxCells(workbook)).toEqual(ROWS.map(row => row.map(value => (value === null ? '' : String(value)))))
    expect(await read(workbook)).toMatchObject({ grid: GRID })
  })
})

describe('a file is refused with a sentence: (§7.29)', () => {
  test.each([
    ['a PDF named .csv', '%PDF-1.7\n1 0 obj', 'This is a PDF. Upload the rate card as CSV or XLSX.'],
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
      'The file is no text in UTF-8. Save it as CSV UTF-8, or as XLSX.',
    ],
    ['a binary file', 'LOI\u0000\u0001,90', 'The file is no CSV: it holds control characters.'],
    ['too many rows', 'LOI,90\n'.repeat(402), 'The file has more than 401 rows.'],
    ['too many columns', `LOI${',90'.repeat(401)}\n10`, 'The file has more than 401 columns.'],
    ['too many cells', `LOI${',90'.repeat(200)}\n`.repeat(200), 'The file has more than 20000 cells.'],
    [
      'a zip that is no workbook',
      zipOf([{ name: 'a.txt', content: 'a' }]),
      'This is a zip, and no workbook. Upload the rate card as CSV or XLSX.',
    ],
    [
      'a workbook with macros',
      zipOf([WORKBOOK, { name: 'xl/vbaProject.bin', content: 'Sub' }]),
      'The workbook has macros. Save it as XLSX without macros, or as CSV.',
    ],
    [
      'a workbook with a document type',
      zipOf([
        WORKBOOK,
        { name: 'xl/worksheets/sheet1.xml', content: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>' },
      ]),
      'The workbook has a document type, which no spreadsheet writes.',
    ],
    [
      'a zip bomb',
      zipOf([WORKBOOK, { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(60_000_000) }]),
      'The workbook unpacks to more than 8 MB. Save only the sheet of the rate card.',
    ],
    [
      'a zip bomb whose directory says that it is small',
      zipOf([WORKBOOK, { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(60_000_000), saidBytes: 1_000 }]),
      'The file is no workbook that can be read. Save it again as XLSX, or as CSV.',
    ],
    [
      'a zip of many entries',
      zipOf([WORKBOOK, ...Array.from({ length: 200 }, (_, at) => ({ name: `${at}.xml`, content: '' }))]),
      'The workbook unpacks to more than 8 MB. Save only the sheet of the rate card.',
    ],
    [
      'the beginning of a zip',
      Buffer.from('PK\u0003\u0004'),
      'The file is no workbook that can be read. Save it again as XLSX, or as CSV.',
    ],
    [
      'a workbook without sheets',
      zipOf([WORKBOOK]),
      'The workbook could not be read. Save it again as XLSX, or as CSV.',
    ],
  ])('%s', async (_what, content, sentence) => {
    expect(await read(content)).toBe(sentence)
  })

  test('CSV with a quote that is not closed, with the line', async () => {
    expect(await read('LOI,90\n10,"2')).toMatch(/^The CSV could not be read: .*quote.*\.$/i)
  })
})
