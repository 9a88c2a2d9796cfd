import { csvRow } from '@desk/schema/statements/signed-file'
import { csvText, readCsv, textOfCell, type FileVersion } from '@desk/schema/statements/statement-csv'
import { statementCells } from '@desk/schema/statements/statement-file'
import { lineText } from '@desk/schema/statements/statement-line'
import { explainVerdict, wordsOfFault, wordsOfNoStatement } from '@desk/schema/statements/verdict-words'
import { verifyFile, verifyStatement } from '@desk/schema/statements/verify-statement'
import fc from 'fast-check'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { nodeCrypto } from './node-crypto.ts'
import { hashOf, key, lineNo, rowsOf } from './testing/sample-statement.ts'

const verdictOf = async (rows: readonly string[]) => {
  const verdict = await verifyStatement(rows.join(''), nodeCrypto)
  if (verdict === undefined) throw new Error('The file is a statement')
  return verdict
}
const faultsOf = async (rows: readonly string[]) => (await verdictOf(rows)).faults.map(wordsOfFault)

describe('a statement’s file (settlement.md §2)', () => {
  test('is whole as it was signed, whatever its texts hold', async () => {
    const verdict = await verdictOf(rowsOf(6))
    expect(verdict).toMatchObject({
      isWhole: true,
      lines: 6,
      isSigned: true,
      publicKey: key,
      faults: [],
      differences: [],
    })
    expect(explainVerdict(verdict)[0]).toBe('Valid: Panel, October 2026, by Acme, "Research". 6 lines, 5.00 USD.')
  })

  test('of the first version stays valid as it was issued, and differs with a byte order mark', async () => {
    const issued = await readFile(new URL('testing/statement-of-version-1.csv', import.meta.url), 'utf8')
    const whole = { isWhole: true, lines: 11, isSigned: true, faults: [] }
    expect(await verifyStatement(issued, nodeCrypto)).toMatchObject({ ...whole, differences: [] })
    expect(await verifyStatement(`\uFEFF${issued}`, nodeCrypto)).toMatchObject({
      ...whole,
      differences: ['byte order mark'],
    })
    expect(await verifyStatement(issued.replace(',＝1+1,', ",'＝1+1,"), nodeCrypto)).toMatchObject({ isWhole: false })
  })

  test('lets no spreadsheet run a text that begins with a full-width sign', () => {
    expect(['＝1+1', '＋1', '－1', '＠SUM(1)'].map(text => csvText(text))).toEqual([
      "'＝1+1",
      "'＋1",
      "'－1",
      "'＠SUM(1)",
    ])
  })

  describe('that another program saved is valid cell by cell, and the verdict says what differs', () => {
    /** The file in another form: a separator, a line end, quotes around all cells. */
    const saved = (separator: string, lineEnd: string, isQuoted: boolean, pad = ''): string =>
      readCsv(rowsOf(11).join(''))
        .map(cells => {
          const written = cells.map(cell =>
            isQuoted || cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
          )
          return written.join(separator) + (cells[0] === 'seal' ? pad : '') + lineEnd
        })
        .join('')
    test.each([
      ['semicolons', `\uFEFF${saved(';', '\r\n', false)}`, ['semicolons']],
      ['tabs', `\uFEFF${saved('\t', '\r\n', false)}`, ['tabs']],
      ['no byte order mark', saved(',', '\r\n', false), ['byte order mark']],
      ['line feeds', `\uFEFF${saved(',', '\n', false)}`, ['line ends']],
      ['no last line end', rowsOf(11).join('').slice(0, -2), ['line ends']],
      ['quotes around all cells', `\uFEFF${saved(',', '\r\n', true)}`, ['quotes']],
      [
        'empty cells up to the width of the table',
        `\uFEFF${saved(',', '\r\n', false, ',,,,,,,,,,,')}`,
        ['empty cells'],
      ],
      [
        'all of it',
        saved(';', '\n', true, ';;'),
        ['semicolons', 'line ends', 'quotes', 'byte order mark', 'empty cells'],
      ],
    ])('%s', async (_form, text, differences) => {
      expect(await verifyStatement(text, nodeCrypto)).toMatchObject({ isWhole: true, lines: 11, differences })
    })

    test('in words', async () => {
      const verdict = await verdictOf([`\uFEFF${saved(';', '\n', false)}`])
      expect(explainVerdict(verdict)[2]).toBe(
        'Another program saved this file after it was issued, with semicolons between cells, other line ends. Every cell is as it was signed.',
      )
    })
  })

  test.each([
    ['an apostrophe less before a formula', (text: string) => text.replace(`"'=Main`, '"=Main')],
    ['an apostrophe more', (text: string) => text.replace(',1e5,', ",'1e5,")],
    ['zeros before an amount', (text: string) => text.replace(',250,', ',00250,')],
    ['a sign before an amount', (text: string) => text.replace(',250,', ',+250,')],
    ['cells behind the hash', (text: string) => text.replace(/([0-9a-f]{64})\r\n2,/, '$1,note\r\n2,')],
    ['cells behind the seal', (text: string) => text.replace(/\r\n$/, ',=1+1\r\n')],
    ['more empty cells than the table is wide', (text: string) => text.replace(/\r\n$/, `${','.repeat(12)}\r\n`)],
    ['an empty line', (text: string) => text.replace('\r\n2,', '\r\n\r\n2,')],
    ['a row behind the seal', (text: string) => `${text}a note\r\n`],
    ['the seal before its lines', (text: string) => text.replace(/\r\n([\s\S]*\r\n)(seal,.*\r\n)$/, '\r\n$2$1')],
    ['a second seal', (text: string) => text + text.slice(text.lastIndexOf('seal,'))],
    ['text behind a closing quote', (text: string) => text.replace('second"', 'second"s')],
    ['a quote within a plain cell', (text: string) => text.replace(',1e5,', ',1"e5,')],
    ['two kinds of line ends', (text: string) => text.replace('\r\n2,', '\n2,')],
    ['two kinds of separators', (text: string) => text.replace(',complete,', ';complete;')],
    [
      'another writing of the signature',
      (text: string) => text.replace(/,([0-9a-f]{128}),/, (_, hex: string) => `,${hex.toUpperCase()},`),
    ],
    ['a longer signature', (text: string) => text.replace(/,([0-9a-f]{128}),/, ',$1zz,')],
  ])('is not valid with %s, which the desk did not write', async (_change, change) => {
    const issued = rowsOf(11).join('')
    expect(change(issued)).not.toBe(issued)
    expect(await verifyStatement(change(issued), nodeCrypto)).toMatchObject({ isWhole: false })
  })

  test('is refused as a workbook and in another encoding, with what to do', async () => {
    const latin = Buffer.from(rowsOf(3).join('').replace('Main', 'Männer'), 'latin1')
    const words = await Promise.all(
      [Buffer.from('PK\u0003\u0004'), latin].map(async bytes => {
        const verdict = await verifyFile(bytes, nodeCrypto)
        return typeof verdict === 'string' ? wordsOfNoStatement('october', verdict) : verdict
      }),
    )
    expect(words).toEqual([
      'october is a workbook, which is an unsigned copy of a statement. Verify the CSV file: it is the signed one.',
      'october is no UTF-8 text, as every signed CSV file is. Verify the file as it was issued, or save it again as CSV UTF-8.',
    ])
  })

  test('names the line that was changed, also when its own hash was made to fit', async () => {
    const rows = rowsOf(6)
    const dearer = rows.map((row, at) => (at === 4 ? row.replace(',250,', ',950,') : row))
    expect(await faultsOf(dearer)).toEqual(['Line 4 was changed (row 5 of the file)'])
    const line = { ...lineNo(4), amount_cents: 950 }
    const previous = rows[4]?.split(',').at(-2) ?? ''
    const rehashed = csvRow(statementCells({ line, previous, hash: hashOf(previous, lineText(line)) }))
    expect(await faultsOf(rows.with(4, rehashed))).toEqual(['Line 4 was changed (row 5 of the file)'])
  })

  test('names missing lines, at the beginning, within and at the end', async () => {
    const rows = rowsOf(9)
    expect(await faultsOf(rows.filter((_, at) => ![1, 4, 5, 9].includes(at)))).toEqual([
      'Line 1 is missing',
      'Lines 4 to 5 are missing',
      'Line 9 is missing',
    ])
  })

  test('names added lines: a copy, one past the end, one that is none', async () => {
    const rows = rowsOf(4)
    const [copied = ''] = [rows[2]]
    const past = copied.replace(/^2,/, '5,')
    expect(await faultsOf([...rows.slice(0, 4), copied, past, 'nothing,here\r\n', ...rows.slice(4)])).toEqual([
      'Row 7 of the file was added: it is no line of such a file',
      'Line 2 was added (row 5 of the file)',
      'Line 5 was added (row 6 of the file)',
    ])
  })

  test('names lines in another order', async () => {
    const rows = rowsOf(4)
    const [one = '', two = ''] = [rows[2], rows[3]]
    expect(await faultsOf(rows.with(2, two).with(3, one))).toEqual(['Line 2 is in another place (row 4 of the file)'])
  })

  test('does not take a changed end, another key, or no end at all', async () => {
    const rows = rowsOf(3)
    const [seal = ''] = rows.slice(-1)
    const total = rows.with(-1, seal.replace('""total_cents"":500', '""total_cents"":900'))
    expect(await verdictOf(total)).toMatchObject({ isWhole: false, isSigned: false, faults: [] })
    expect(await verdictOf(rows.with(-1, seal.replace(key, '0'.repeat(64))))).toMatchObject({ isSigned: false })
    expect(await verdictOf(rows.slice(0, -1))).toMatchObject({ isWhole: false, seal: null, isSigned: null })
  })

  test('whose lines belong to another statement are no lines of it', async () => {
    const rows = rowsOf(2)
    const other = rowsOf(2).at(-1)?.replace('2026-10', '2026-11') ?? ''
    const verdict = await verdictOf(rows.with(-1, other))
    expect([verdict.isSigned, verdict.faults.map(wordsOfFault)]).toEqual([
      false,
      ['Line 1 was changed (row 2 of the file)'],
    ])
  })

  test('of more lines than are read at a time is one chain, and faults at the joints are named', async () => {
    const rows = rowsOf(2_500)
    expect(await verdictOf(rows)).toMatchObject({ isWhole: true, lines: 2_500, faults: [] })
    // the head and 999 lines come first
    const changed = rows.with(1_000, rows[1_000]?.replace('2026-10-05', '2026-10-06') ?? '')
    expect(await faultsOf(changed.toSpliced(2_000, 1))).toEqual([
      'Line 1000 was changed (row 1001 of the file)',
      'Line 2000 is missing',
    ])
  })

  test('another file is no statement', async () => {
    expect(await verifyStatement('rdud,reason_code\r\n', nodeCrypto)).toBeUndefined()
  })

  test('any one cell of a line that is changed names that line', async () => {
    const rows = rowsOf(5)
    const cells = rows.map(row => readCsv(row)[0] ?? [])
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 14 }),
        fc.string(),
        async (at, cell, text) => {
          const changed = (cells[at] ?? []).map((value, place) => (place === cell ? text : value))
          fc.pre(text !== cells[at]?.[cell])
          const row = `${changed.map(value => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')}\r\n`
          const { faults, isWhole } = await verdictOf(rows.with(at, row))
          expect([isWhole, faults.map(({ fault, line }) => [fault, line])]).toEqual([false, [['changed', at]]])
        },
      ),
    )
  })
})

test.each([1, 2] as const)(
  'cells of version %s come back as the texts that they were made of',
  (version: FileVersion) => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 2, maxLength: 4 }), texts => {
        const [, cells = []] = readCsv(`line,kind\r\n${texts.map(text => csvText(text, version)).join(',')}\r\n`)
        expect(cells.map(cell => textOfCell(cell, version))).toEqual(texts)
      }),
    )
  },
)

test.each([1, 2] as const)('each text has one cell in version %s', (version: FileVersion) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 6 }), cell => {
      const text = textOfCell(cell, version)
      const [, [, again] = []] = readCsv(`line,kind\r\n1,${csvText(text ?? '', version)}\r\n`)
      expect(text === undefined || again === cell).toBe(true)
    }),
  )
})
