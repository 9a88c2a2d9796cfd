import { readCsv, csvText, textOfCell } from '@desk/schema/statements/statement-csv'
import { csvRow } from '@desk/schema/statements/signed-file'
import { fileLine } from '@desk/schema/statements/statement-file'
import { lineText } from '@desk/schema/statements/statement-line'
import { explainVerdict, wordsOfFault } from '@desk/schema/statements/verdict-words'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeCrypto } from './node-crypto.ts'
import { hashOf, key, lineNo, rowsOf as cellsOf } from './testing/sample-statement.ts'

/** The rows of a CSV file. */
const rowsOf = (lines: number): string[] => cellsOf(lines).map(csvRow)

const verdictOf = async (rows: readonly string[]) => {
  const verdict = await verifyStatement(rows.join(''), nodeCrypto)
  if (verdict === undefined) throw new Error('The file is a statement')
  return verdict
}
const faultsOf = async (rows: readonly string[]) => (await verdictOf(rows)).faults.map(wordsOfFault)

describe('a statement’s file (settlement.md §2)', () => {
  test('is whole as it was signed, whatever its texts hold', async () => {
    const verdict = await verdictOf(rowsOf(6))
    expect(verdict).toMatchObject({ isWhole: true, lines: 6, isSigned: true, publicKey: key, faults: [] })
    expect(explainVerdict(verdict)[0]).toBe('Valid: Panel, October 2026, by Acme, "Research". 6 lines, 5.00 USD.')
  })

  test('stays whole with other line ends and a byte order mark', async () => {
    const text = `\uFEFF${rowsOf(3)
      .join('')
      .replaceAll(/\r\n(?=\d|seal)/g, '\n')}`
    expect(await verifyStatement(text, nodeCrypto)).toMatchObject({ isWhole: true })
  })

  test('names the line that was changed, also when its own hash was made to fit', async () => {
    const rows = rowsOf(6)
    const dearer = rows.map((row, at) => (at === 4 ? row.replace(',250,', ',950,') : row))
    expect(await faultsOf(dearer)).toEqual(['Line 4 was changed (row 5 of the file)'])
    const line = { ...lineNo(4), amount_cents: 950 }
    const previous = rows[4]?.split(',').at(-2) ?? ''
    const rehashed = fileLine({ line, previous, hash: hashOf(previous, lineText(line)) })
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
    expect(await faultsOf(rows.with(2, two).with(3, one))).toEqual([
      'Line 2 stands in another place (row 4 of the file)',
    ])
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
          fc.pre(text !== cells[at]?.[cell] && textOfCell(text) !== textOfCell(cells[at]?.[cell] ?? ''))
          const row = `${changed.map(value => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')}\r\n`
          const { faults, isWhole } = await verdictOf(rows.with(at, row))
          expect([isWhole, faults.map(({ fault, line }) => [fault, line])]).toEqual([false, [['changed', at]]])
        },
      ),
    )
  })
})

test('cells come back as the texts that they were made of', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 2, maxLength: 4 }), texts => {
      const [cells = []] = readCsv(`${texts.map(csvText).join(',')}\r\n`)
      expect(cells.map(textOfCell)).toEqual(texts)
    }),
  )
})
