import { countSentRows } from '@desk/schema/sent-tables/count-rows'
import { Effect } from 'effect'
import { writeXlsx } from 'hucre'
import { describe, expect, test } from 'vitest'
import { bookOf } from '#kernel/tables/testing/book-of'
import { readSentList } from './read-list.ts'

const RDUD = '1-0198c0ffee007000800000000000abcd'
const OTHER = '1-0198c0ffee007000800000000000abce'
const ACCOUNT = 1
const read = async (content: string | Buffer) => {
  const list = await Effect.runPromise(readSentList(ACCOUNT, { input: content }))
  return typeof list === 'string' ? list : list.lines
}
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
    ['an empty line and a title above a head', `\nNovember\nrdud\n${RDUD}`, 1],
    ['line ends that differ', `rdud\r\n${RDUD}\n${OTHER}\r${RDUD}`, 3],
    ['semicolons beside commas in a comment', `${RDUD};931;a, b, c\n${OTHER};932;d`, 2],
    ['more rows than the head is looked for in', `rdud\n${`${RDUD}\n\n`.repeat(300)}`, 300],
    ['a quote within a cell', `${RDUD}\t26\tsaid "no"\n${OTHER}\t26\t"said ""no""\n twice"`, 2],
  ])('%s, in as many rows as the screen counts before it is sent', async (_what, content, rows) => {
    const lines = await read(content)
    expect([typeof lines === 'string' ? lines : lines.length, countSentRows(content)]).toEqual([rows, rows])
  })

  test('a workbook, with empty rows, and numbers as they were typed', async () => {
    const bytes = await workbook([['id', 'reason'], [1_234_567_890_123_456, 931], [], [RDUD, '930']])
    expect(await read(bytes)).toEqual([line(2, '1234567890123456', 931), line(4, RDUD, 930)])
  })

  test('a row whose reason is none, which stays as it is', async () => {
    expect(await read(`${RDUD},later`)).toEqual([{ ...line(1, RDUD, null, 'As sent: later'), isBadReason: true }])
  })

  test('exactly 100,000 rows; one more is refused', { timeout: 60_000 }, async () => {
    const rows = `${RDUD}\n`.repeat(100_000)
    const lines = await read(rows)
    expect(typeof lines === 'string' ? lines : lines.length).toBe(100_000)
    expect(await read(`${rows}${RDUD}\n`)).toBe('The file has more than 100,000 rows. Split it.')
    // a title and a head are no rows of the list
    const headed = await read(`October\n\nrdud\n${rows}`)
    expect(typeof headed === 'string' ? headed : headed.length).toBe(100_000)
    expect(await read(`rdud\n${rows}${RDUD}\n`)).toBe('The file has more than 100,000 rows. Split it.')
  })

  test('exactly 20 MB; one byte more is refused', async () => {
    const rows = `${RDUD},26,${'x'.repeat(90_000)}\n`.repeat(222)
    const most = Buffer.concat([Buffer.from(rows), Buffer.alloc(20_000_000 - rows.length, ' ')])
    const lines = await read(most)
    expect(typeof lines === 'string' ? lines : lines.length).toBe(222)
    expect(await read(Buffer.concat([most, Buffer.from('\n')]))).toBe('The file is larger than 20 MB. Split it.')
  })
})

describe('a list is refused with a sentence:', () => {
  test.each([
    ['only empty cells', ',,\n,,\n', 'The file has no rows.'],
    ['only a header', 'rdud,reason_code\n', 'The file has no rows.'],
  ])('%s', async (_what, content, sentence) => {
    expect(await read(content)).toBe(sentence)
  })

  const formulaIn = (column: string): Buffer =>
    bookOf([
      {
        name: 'List',
        rows: `<row r="1"><c t="inlineStr"><is><t>rid</t></is></c><c t="inlineStr"><is><t>price</t></is></c></row>
          <row r="2"><c r="A2"><v>17</v></c>${column === 'B' ? '<c r="B2"><f>A1</f></c>' : ''}</row>
          ${column === 'A' ? '<row r="3"><c r="A3"><f>A1</f></c></row>' : ''}`,
      },
    ])

  test('an id that is a formula without a stored result, with its cell', async () => {
    expect(await read(formulaIn('A'))).toBe(
      'Cell A3 of the sheet “List”: The formula has no stored result. Open the workbook in a spreadsheet, save it, and send it again.',
    )
  })

  test('but not for a formula in a column that is not read', async () => {
    expect(await read(formulaIn('B'))).toEqual([line(2, '17')])
  })
})
