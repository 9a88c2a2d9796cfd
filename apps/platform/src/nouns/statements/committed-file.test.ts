import { COMMITTED_COLUMNS } from '@desk/schema/statements/committed-file'
import { readCsv } from '@desk/schema/statements/statement-csv'
import { explainVerdict, wordsOfFault } from '@desk/schema/statements/verdict-words'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commitmentOf, nodeCrypto } from './node-crypto.ts'
import { committedRowsOf } from './testing/sample-statement.ts'

const verdictOf = async (rows: readonly string[]) => {
  const verdict = await verifyStatement(rows.join(''), nodeCrypto)
  if (verdict === undefined) throw new Error('The file is a statement')
  return verdict
}
const faultsOf = async (rows: readonly string[]) => (await verdictOf(rows)).faults.map(wordsOfFault)
const quoted = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
/** A row with another text in a column. */
const withCell = (row: string, column: (typeof COMMITTED_COLUMNS)[number], text: string): string => {
  const cells = (readCsv(row)[0] ?? []).with(COMMITTED_COLUMNS.indexOf(column), text)
  return `${cells.map(quoted).join(',')}\r\n`
}

/** RFC 4231, case 2. HMAC takes zeros behind a short key for the same key. */
const KNOWN = {
  opening: { rid: 'what do ya want for nothing?', salt: '4a656665'.padEnd(64, '0') },
  commitment: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
}

describe('a statement that commits to the ids of respondents (docs/decisions/0113)', () => {
  test('commits by HMAC-SHA-256', () => {
    expect(commitmentOf(KNOWN.opening)).toBe(KNOWN.commitment)
  })

  test('is whole as it was signed, whatever its texts hold', async () => {
    const verdict = await verdictOf(committedRowsOf(12))
    expect(verdict).toMatchObject({ isWhole: true, lines: 12, erased: 0, isSigned: true, faults: [], differences: [] })
  })

  test('has the same seal and the same hashes after an erasure, and verifies with "erased" in place of the rid', async () => {
    const erased = committedRowsOf(6, [2, 5])
    expect(await verdictOf(erased)).toMatchObject({ isWhole: true, lines: 6, erased: 2, faults: [] })
    const [whole, left] = [committedRowsOf(6), erased].map(rows => readCsv(rows.join('')).map(cells => cells.slice(-2)))
    expect(left).toEqual(whole)
    expect(erased.at(-1)).toBe(committedRowsOf(6).at(-1))
    expect(explainVerdict(await verdictOf(erased))[2]).toBe(
      'The respondents of 2 lines are erased: the file has no id of them.',
    )
  })

  test.each([
    ['another rid', 'rid', 'another'],
    ['the salt of another line', 'salt', '1'.repeat(64)],
    ['a salt of another writing', 'salt', 'A'.repeat(64)],
    ['a rid without its salt', 'salt', ''],
    ['"erased" beside a salt', 'rid', 'erased'],
  ] as const)('with %s names the line', async (_change, column, text) => {
    const rows = committedRowsOf(5)
    const faults = await faultsOf(rows.with(3, withCell(rows[3] ?? '', column, text)))
    expect(faults).toEqual(['The respondent’s id (rid) or the salt of line 3 was changed (row 4 of the file)'])
  })

  test('with two rids changed places names both lines', async () => {
    const rows = committedRowsOf(4)
    const [, , two = [], three = []] = readCsv(rows.join(''))
    const swapped = rows
      .with(2, withCell(rows[2] ?? '', 'rid', three[13] ?? ''))
      .with(3, withCell(rows[3] ?? '', 'rid', two[13] ?? ''))
    expect((await verdictOf(swapped)).faults.map(({ fault, line }) => [fault, line])).toEqual([
      ['rid', 2],
      ['rid', 3],
    ])
  })

  test('with the commitment made to fit another rid is a changed line', async () => {
    const rows = committedRowsOf(3)
    const salt = '2'.repeat(64)
    const forged = withCell(
      withCell(withCell(rows[2] ?? '', 'rid', 'x'), 'salt', salt),
      'rid_commitment',
      commitmentOf({ rid: 'x', salt }),
    )
    expect(await faultsOf(rows.with(2, forged))).toEqual(['Line 2 was changed (row 3 of the file)'])
  })

  test('any one cell of a line that is changed names that line', async () => {
    const rows = committedRowsOf(5)
    const cells = rows.map(row => readCsv(row)[0] ?? [])
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...COMMITTED_COLUMNS.slice(1)),
        fc.string(),
        async (at, column, text) => {
          fc.pre(text !== cells[at]?.[COMMITTED_COLUMNS.indexOf(column)])
          const { faults, isWhole } = await verdictOf(rows.with(at, withCell(rows[at] ?? '', column, text)))
          const fault = column === 'rid' || column === 'salt' ? 'rid' : 'changed'
          expect([isWhole, faults.map(one => [one.fault, one.line])]).toEqual([false, [[fault, at]]])
        },
      ),
    )
  })
})
