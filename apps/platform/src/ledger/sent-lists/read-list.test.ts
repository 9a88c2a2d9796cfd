import { countSentRows } from '@desk/schema/reconciliation/sent-text'
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { zipOf } from '#kernel/files/testing/zip-of'
import { readListFile, readListText } from './read-list.ts'

const RDUD = '1-0198c0ffee007000800000000000abcd'
const OTHER = '1-0198c0ffee007000800000000000abce'
const read = (content: string | Buffer) => readListFile(Buffer.from(content))
const utf16 = (text: string, mark = true): Buffer => Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
const workbook = async (rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'List', rows: rows.map(row => [...row]) }] }))
const line = (no: number, rawText: string, reasonCode: number | null = null, comment = '') => ({
  line: no,
  rawText,
  reasonCode,
  isBadReason: false,
  comment,
})

describe('a list is read from (settlement.md §1)', () => {
  test.each([
    [
      'CSV with a header in any order',
      `comment,Reason Code,RDUD\r\nslow,933,${RDUD}\r\n`,
      [line(2, RDUD, 933, 'slow')],
    ],
    ['CSV without a header', `${RDUD},931,twice\n${OTHER}\n`, [line(1, RDUD, 931, 'twice'), line(2, OTHER)]],
    [
      'columns in another order without a header',
      `930,${RDUD}\n931,${OTHER}`,
      [line(1, RDUD, 930), line(2, OTHER, 931)],
    ],
    ['semicolons and decimal commas', `rdud;reason_code\n${RDUD};931,0\n`, [line(2, RDUD, 931)]],
    ['tabs', `${RDUD}\t26\tnone`, [line(1, RDUD, 26, 'none')]],
    ['text, a line each', `${RDUD}\n\n${OTHER}`, [line(1, RDUD), line(3, OTHER)]],
    ['a byte order mark and quotes', `\uFEFF"rdud","reason_code"\n"${RDUD}","930"`, [line(2, RDUD, 930)]],
    ['a reason by its name', `${RDUD},Fraud`, [line(1, RDUD, 930)]],
    ['UTF-16 with a byte order mark', utf16(`rdud,reason_code\n${RDUD},930`), [line(2, RDUD, 930)]],
    ['UTF-16 without one', utf16(`rdud,reason_code\n${RDUD},930`, false), [line(2, RDUD, 930)]],
  ])('%s', async (_what, content, lines) => {
    expect(await read(content)).toEqual(lines)
  })

  test.each([
    ['ids alone', `${RDUD}\n${OTHER}\n`, 2],
    ['a head and empty rows', `rdud,reason_code\n${RDUD},930\n,,\n \n${OTHER},931\n`, 2],
    ['a head in quotes behind a byte order mark', `\uFEFF"Respondent ID";"Comment"\r\n"${RDUD}";"a;\r\nb"\r\n`, 1],
    ['an empty line, after which a name of a column is an id', `\nrdud\n${RDUD}`, 2],
    ['a quote within a cell', `${RDUD}\t26\tsaid "no"\n${OTHER}\t26\t"said ""no""\n twice"`, 2],
  ])('%s, in as many rows as the screen counts before it is sent', async (_what, content, rows) => {
    const lines = await readListText(content)
    expect([typeof lines === 'string' ? lines : lines.length, countSentRows(content)]).toEqual([rows, rows])
  })

  test('a workbook, with empty rows, and numbers as they were typed', async () => {
    const bytes = await workbook([['id', 'reason'], [1_234_567_890_123_456, 931], [], [RDUD, '930']])
    expect(await read(bytes)).toEqual([line(2, '1234567890123456', 931), line(4, RDUD, 930)])
  })

  test('a row whose reason is none, which is kept as it is', async () => {
    expect(await read(`${RDUD},later`)).toEqual([{ ...line(1, RDUD), isBadReason: true }])
  })

  test('exactly 100,000 rows; one more is refused', async () => {
    const rows = `${RDUD}\n`.repeat(100_000)
    const lines = await readListText(rows)
    expect(typeof lines === 'string' ? lines : lines.length).toBe(100_000)
    expect(await readListText(`${rows}${RDUD}\n`)).toBe('The file has more than 100,000 rows. Split it.')
  })

  test('exactly 20 MB; one byte more is refused', async () => {
    const rows = `${RDUD},26,${'x'.repeat(90_000)}\n`.repeat(222)
    const most = Buffer.concat([Buffer.from(rows), Buffer.alloc(20_000_000 - rows.length, ' ')])
    const lines = await readListFile(most)
    expect(typeof lines === 'string' ? lines : lines.length).toBe(222)
    expect(await readListFile(Buffer.concat([most, Buffer.from('\n')]))).toBe(
      'The file is larger than 20 MB. Split it.',
    )
  })
})

const WORKBOOK = { name: 'xl/workbook.xml', content: '<workbook/>' }

describe('a list is refused with a sentence:', () => {
  test.each([
    ['nothing', '', 'The file is empty.'],
    ['only empty cells', ',,\n,,\n', 'The file has no rows.'],
    ['only a header', 'rdud,reason_code\n', 'The file has no rows.'],
    ['a PDF named .csv', '%PDF-1.7\n1 0 obj', 'This is a PDF. Upload the list as CSV, TXT or XLSX.'],
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
    ['a binary file', 'a\u0001b,90', 'The file is no list: it holds control characters.'],
    [
      'a workbook with macros',
      zipOf([WORKBOOK, { name: 'xl/vbaProject.bin', content: 'Sub' }]),
      'The workbook has macros. Save it as XLSX without macros, or as CSV.',
    ],
    [
      'a zip bomb',
      zipOf([WORKBOOK, { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(200_000_000) }]),
      'The workbook unpacks to more than 150 MB. Save only the sheet of the list.',
    ],
    [
      'a zip bomb whose directory says that it is small',
      zipOf([WORKBOOK, { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(200_000_000), saidBytes: 1_000 }]),
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

  test('a quote that is not closed, with the line that opens it, however many follow', async () => {
    for (const after of ['', `${RDUD},931\n`.repeat(40)])
      expect(await read(`${RDUD},930\n"${OTHER},930\n${after}`)).toBe(
        'The file could not be read: the quote that line 2 opens is not closed.',
      )
  })

  test('a line of more than 100,000 characters, with the line', async () => {
    expect(await read(`${RDUD},930\n${OTHER},930,${'x'.repeat(200_000)}\n`)).toBe(
      'The file could not be read: line 2 is longer than 100,000 characters. Save the list without what is not part of it.',
    )
  })
})
