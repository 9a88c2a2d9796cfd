import type { ReadAs, TableReading } from '@desk/schema/sent-tables/table-reading'
import type { TableKindName } from '@desk/schema/sent-tables/table-kinds'
import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { describe, expect, test } from 'vitest'
import { zipOf } from '../files/testing/zip-of.ts'
import { readTable } from './read-table.ts'
import { bookOf, textRow } from './testing/book-of.ts'

const LIMITS = {
  what: 'the list',
  bytesMax: 2_000_000,
  unpackedBytesMax: 8_000_000,
  filledRowsMax: 1_000,
  cellsMax: 10_000,
}

interface Read {
  readonly rows: readonly (readonly [line: number, ...cells: string[]])[]
  readonly reading: TableReading
}

async function read(input: string | Buffer, asked: ReadAs = {}, kind: TableKindName = 'list'): Promise<Read | string> {
  const rows: (readonly [number, ...string[]])[] = []
  const parts = readTable({
    kind,
    input: typeof input === 'string' ? Buffer.from(input) : input,
    limits: LIMITS,
    asked,
  })
  try {
    for (;;) {
      const next = await parts.next()
      if (next.done) return { rows, reading: next.value }
      for (const { row, cells } of next.value.rows) rows.push([row + next.value.linesFrom, ...cells])
    }
  } catch (error) {
    if (error instanceof UnreadableTable) return error.message
    throw error
  }
}
const rowsOf = async (...sent: Parameters<typeof read>) => {
  const found = await read(...sent)
  return typeof found === 'string' ? found : found.rows
}
const readingOf = async (...sent: Parameters<typeof read>) => {
  const found = await read(...sent)
  return typeof found === 'string' ? found : found.reading
}

describe('a text is read (settlement.md, third draft)', () => {
  test.each([
    [
      'with line ends that differ',
      'rid,x\r\na,1\nb,2\rc,3\n',
      [
        [2, 'a', '1'],
        [3, 'b', '2'],
        [4, 'c', '3'],
      ],
    ],
    [
      'by semicolons although a comment has commas',
      'a;931;too fast, x, y\nb;932;ok',
      [
        [1, 'a', '931', 'too fast, x, y'],
        [2, 'b', '932', 'ok'],
      ],
    ],
    [
      'by commas although a comment has a semicolon',
      'a,slow; bad\nb,ok\nc,ok',
      [
        [1, 'a', 'slow; bad'],
        [2, 'b', 'ok'],
        [3, 'c', 'ok'],
      ],
    ],
    [
      'by semicolons although a quoted head has commas',
      'rid;code;"comment (free, any, optional)"\na;1;x',
      [[2, 'a', '1', 'x']],
    ],
    ['by the delimiter that its first line names', '\uFEFFsep=;\r\ncomment;rid\r\na,b,c;x', [[3, 'a,b,c', 'x']]],
    ['from a head below a title', 'Rejects of November\ncomment,rid\nslow,x', [[3, 'slow', 'x']]],
    ['from a head below an empty line', '\ncomment,rid\nslow,x', [[3, 'slow', 'x']]],
    [
      'without a head where rows come first',
      '931,a\nid,b',
      [
        [1, '931', 'a'],
        [2, 'id', 'b'],
      ],
    ],
    [
      'with texts that are protected from being numbers',
      'rid,x\n"=""00017""",1\n="00018",2',
      [
        [2, '00017', '1'],
        [3, '00018', '2'],
      ],
    ],
    [
      'with a quoted cell of two lines, by the lines at which rows begin',
      'rid,x\na,"1\n2"\nb,3',
      [
        [2, 'a', '1\n2'],
        [4, 'b', '3'],
      ],
    ],
    [
      'with a quote within a cell',
      'rid\tx\na\tsaid "no"\nb\t"said ""no"""',
      [
        [2, 'a', 'said "no"'],
        [3, 'b', 'said "no"'],
      ],
    ],
    ['with spaces around quotes', 'rid, x\na, "1, 2" \n', [[2, 'a', '1, 2']]],
  ])('%s', async (_how, text, rows) => {
    expect(await rowsOf(text)).toEqual(rows)
  })

  test('and says which delimiter, head and rows were taken', async () => {
    expect(await readingOf('Rejects\n\ncomment;rid\nslow;x')).toEqual({
      delimiter: ';',
      head_row: 3,
      sheets: [],
      rows_not_read: [{ line: 1, text: 'Rejects' }],
      hidden_rows: 0,
    })
  })

  test('in the way that the caller asks for', async () => {
    expect(await rowsOf('a,b;rid\nc,d;x', { delimiter: ',', head_row: 0 })).toEqual([
      [1, 'a', 'b;rid'],
      [2, 'c', 'd;x'],
    ])
    expect(await rowsOf('x,y\nname,z\nc,d', { head_row: 2 })).toEqual([[3, 'c', 'd']])
    expect(await read('x,y\n\nc,d', { head_row: 2 })).toBe(
      'There is nothing in row 2, which should name the columns. Give another row, or 0 where none does.',
    )
  })

  test('of prices with decimal commas by its semicolons', async () => {
    expect(await readingOf('LOI;12,5;37,5\n10;2,10;3,20\n', {}, 'rates')).toMatchObject({ delimiter: ';', head_row: 1 })
  })
})

describe('a workbook is read', () => {
  const HEAD = ['rid', 'code']

  test('from all shown sheets that name the columns; the others are named', async () => {
    const book = bookOf([
      { name: 'Chart', kind: 'chartsheet', rows: '' },
      { name: 'Values', state: 'hidden', rows: textRow(1, ['rid']) + textRow(2, ['hidden']) },
      { name: 'Notes', rows: textRow(1, ['Read me']) },
      { name: 'Week 1', rows: textRow(1, HEAD) + textRow(3, ['a', '931']) },
      {
        name: 'Week 2',
        rows: textRow(2, ['November']) + textRow(5, HEAD, '', 'D') + textRow(6, ['b', '932'], '', 'D'),
      },
    ])
    expect(await read(book)).toEqual({
      rows: [
        [3, 'a', '931'],
        [9, '', '', '', 'b', '932'],
      ],
      reading: {
        delimiter: null,
        head_row: null,
        sheets: [
          { name: 'Values', is_hidden: true, is_read: false, head_row: null, lines_from: 0 },
          { name: 'Notes', is_hidden: false, is_read: false, head_row: null, lines_from: 0 },
          { name: 'Week 1', is_hidden: false, is_read: true, head_row: 1, lines_from: 0 },
          { name: 'Week 2', is_hidden: false, is_read: true, head_row: 5, lines_from: 3 },
        ],
        rows_not_read: [{ line: 5, text: 'November' }],
        hidden_rows: 0,
      },
    })
    expect(await rowsOf(book, { sheet: 'Values' })).toEqual([[2, 'hidden']])
    expect(await read(book, { sheet: 'Week 3' })).toBe(
      'The workbook has no sheet “Week 3”. Its sheets: Values, Notes, Week 1, Week 2.',
    )
  })

  test('with the rows that a filter hides, which are counted', async () => {
    const rows = textRow(1, HEAD) + textRow(2, ['a', '1'], 'hidden="1"') + textRow(3, ['b', '2'])
    expect(await read(bookOf([{ name: 'S', rows }]))).toMatchObject({
      rows: [
        [2, 'a', '1'],
        [3, 'b', '2'],
      ],
      reading: { hidden_rows: 1 },
    })
  })

  test('with numbers as the spreadsheet shows them', async () => {
    const formats =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    const cells = ['0.9', '45000', '17', '1234567890123456', '930.9999999999999'].map(
      (value, style) => `<c s="${style + 1}"><v>${value}</v></c>`,
    )
    const book = bookOf(
      [{ name: 'S', rows: `<row r="1">${cells.join('')}<c t="s"><v>0</v></c><c t="b"><v>1</v></c></row>` }],
      [
        { name: 'xl/styles.xml', content: formats },
        {
          name: 'xl/sharedStrings.xml',
          content: '<sst><si><r><t>sha</t></r><r><t>red</t></r><rPh><t>no</t></rPh></si></sst>',
        },
      ],
    )
    expect(await rowsOf(book)).toEqual([
      [1, '90%', '2023-03-15T00:00:00.000Z', '00017', '1234567890123456', '931', 'shared', 'true'],
    ])
  })

  test('with a fault at a formula whose result is not stored', async () => {
    const rows = `<row r="2"><c r="B2"><f>A1</f></c><c r="C2"><f>A1</f><v></v></c><c r="D2" t="str"><f>""</f><v></v></c></row>`
    const parts = readTable({ kind: 'list', input: bookOf([{ name: 'S', rows }]), limits: LIMITS, asked: {} })
    const part = await parts.next()
    expect(part.done === true ? [] : part.value.rows.map(({ faults }) => faults?.map(({ column }) => column))).toEqual([
      [1, 2],
    ])
  })
})

describe('a file is refused with a sentence:', () => {
  const sheet = (rows: string) => bookOf([{ name: 'S', rows }])
  const many = (count: number, row: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => row(at + 1)).join('')
  const WORKBOOK = { name: 'xl/workbook.xml', content: '<workbook/>' }
  const whole = (rows: string, ...more: Parameters<typeof zipOf>[0]) => bookOf([{ name: 'S', rows }], more)
  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a PDF named .csv', '%PDF-1.7\n1 0 obj', 'This is a PDF. Upload the list as CSV, TXT or XLSX.'],
    [
      'a web page named .xls',
      '<html><body><table><tr><td>rid</td></tr></table></body></html>',
      'This is a web page or XML, not a table. Open it in a spreadsheet, and save it as XLSX or CSV.',
    ],
    [
      'a workbook as XML',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>',
      'This is a web page or XML, not a table. Open it in a spreadsheet, and save it as XLSX or CSV.',
    ],
    [
      'an old workbook, or one with a password',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      'This is an old Excel file (XLS), or one with a password. Save it as XLSX without a password, or as CSV.',
    ],
    [
      'more than one encoding',
      Buffer.concat([Buffer.from('größe\n'), Buffer.from([0x67, 0x72, 0xf6, 0xdf, 0x65])]),
      'The file is no text in UTF-8 or UTF-16. Save it as CSV UTF-8, or as XLSX.',
    ],
    ['a binary file', 'a\u0001b,90', 'The file is not the list: it has control characters.'],
    ['too many bytes', Buffer.alloc(2_000_001, 'a'), 'The file is larger than 2 MB. Split it.'],
    ['too many rows', 'a\n'.repeat(1_021), 'The file has more than 1,000 rows. Split it.'],
    ['too many lines of nothing', '\n'.repeat(1_000_002), 'The file has more than 1,000 rows. Split it.'],
    [
      'a quote that is not closed, with the line that opens it',
      `a,930\n"b,930\n${'c,931\n'.repeat(40)}`,
      'The file could not be read: the quote that line 2 opens is not closed.',
    ],
    [
      'a quote that would take the next rows into its cell',
      'a,1\n"b,2\nc,3\nd,"e"\n',
      'The file could not be read: the quote that line 2 opens is not closed.',
    ],
    [
      'a line that is too long',
      `a,930\nb,930,${'x'.repeat(200_000)}\n`,
      'The file could not be read: line 2 is longer than 100,000 characters. Remove everything that is not part of the list, and save it again.',
    ],
    [
      'a line of commas',
      `a,b\n${','.repeat(50_000)}`,
      'The file could not be read: line 2 has more than 1,000 columns. Remove everything that is not part of the list, and save it again.',
    ],
    [
      'too many cells',
      `a${',b'.repeat(99)}\n`.repeat(101),
      'The file has more than 10,000 cells: line 101 is beyond them. Save only the columns of the list.',
    ],
    [
      'a cell in the last column of a sheet (F12)',
      sheet(many(20_000, row => `<row r="${row}"><c r="XFD${row}"><v>1</v></c></row>`)),
      'Cell XFD1 of the sheet “S” is in column 16,384; the list has at most 1,000 columns. Save only the columns of the list.',
    ],
    [
      'too many empty cells (F12)',
      sheet(many(100, row => `<row r="${row}">${'<c/>'.repeat(1_000)}</row>`)),
      'The file has more than 10,000 cells: cell A11 of the sheet “S” is beyond them. Save only the columns of the list.',
    ],
    [
      'too many elements',
      sheet('<x/>'.repeat(50_000)),
      'The workbook has more than 40,000 elements. Save only the sheet of the list.',
    ],
    [
      'rows out of order',
      sheet(textRow(2, ['a']) + textRow(2, ['b'])),
      'Row 2 of the sheet “S” is there twice or out of order. Save the workbook again as XLSX, or as CSV.',
    ],
    [
      'a workbook that shows no sheet with rows',
      bookOf([
        { name: 'S', rows: '' },
        { name: 'T', state: 'veryHidden', rows: textRow(1, ['rid']) },
      ]),
      'The workbook shows no sheet with rows. Hidden sheets are not read: “T”. Show the right one, and save the workbook.',
    ],
    [
      'a zip that is no workbook',
      zipOf([{ name: 'a.txt', content: 'a' }]),
      'This is a zip, and no workbook. Upload the list as CSV or XLSX.',
    ],
    [
      'a workbook with macros',
      whole('', { name: 'xl/vbaProject.bin', content: 'Sub' }),
      'The workbook has macros. Save it as XLSX without macros, or as CSV.',
    ],
    [
      'a workbook with a document type',
      zipOf([{ name: 'xl/workbook.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' }]),
      'The workbook has a document type, which no spreadsheet writes.',
    ],
    [
      'a zip bomb',
      whole('', { name: 'xl/media/a', content: Buffer.alloc(10_000_000) }),
      'The workbook unpacks to more than 8 MB. Save only the sheet of the list.',
    ],
    [
      'a zip bomb whose directory says that it is small',
      zipOf([{ ...WORKBOOK, content: `<workbook>${' '.repeat(10_000_000)}</workbook>`, saidBytes: 1_000 }]),
      'The file is no workbook that can be read. Save it again as XLSX, or as CSV.',
    ],
    [
      'a zip of many entries',
      whole('', ...Array.from({ length: 200 }, (_, at) => ({ name: `${at}.xml`, content: '' }))),
      'The workbook unpacks to more than 8 MB. Save only the sheet of the list.',
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
})
