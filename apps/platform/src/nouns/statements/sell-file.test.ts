import { SELL_COLUMNS, sellCells, sellSealCells } from '@desk/schema/statements/sell-file'
import {
  sellLineText,
  sellSealText,
  sellStartText,
  type SellLine,
  type SellScope,
} from '@desk/schema/statements/sell-line'
import { csvHead, csvRow } from '@desk/schema/statements/signed-file'
import { FILE_VERSION, readCsv } from '@desk/schema/statements/statement-csv'
import { BEFORE_START } from '@desk/schema/statements/statement-line'
import { explainVerdict, wordsOfFault } from '@desk/schema/statements/verdict-words'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import fc from 'fast-check'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bytesOfKey, chained, nodeCrypto, signText } from './node-crypto.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = bytesOfKey(publicKey).toString('hex')
const hashOf = (previous: string, text: string): string => chained(Buffer.from(previous, 'hex'), text).toString('hex')

const lineNo = (line: number): SellLine => ({
  amount_cents: line % 3 === 0 ? -850 : 850,
  at: '2026-10-05T12:00:00.000Z',
  from: line % 3 === 0 ? 30 : 11,
  kind: line % 3 === 0 ? 'adjustment' : 'complete',
  line,
  origin: '2026-10',
  project: 7,
  project_name: '=Snacks, "crisp"',
  rdud: `1-${String(line).padStart(32, '0')}`,
  reason: line % 3 === 0 ? 930 : null,
  survey: 12,
  survey_name: 'Main\r\nsecond',
  to: line % 3 === 0 ? 50 : 30,
})

/** The rows of a file: its head, its lines, its seal. */
function rowsOf(lines: number, kind: SellScope = 'project', id: number | null = 7): string[] {
  const named = { account: 1, id, kind, month: '2026-10' }
  let previous = hashOf(BEFORE_START, sellStartText(named))
  const rows = Array.from({ length: lines }, (_, at) => {
    const line = lineNo(at + 1)
    const hash = hashOf(previous, sellLineText(line))
    const row = csvRow(sellCells(line, previous, hash))
    previous = hash
    return row
  })
  const seal = {
    ...named,
    account_name: 'Acme',
    adjustment_cents: -850,
    adjustments: 1,
    closed_at: '2026-12-01T05:00:00.000Z',
    complete_cents: 1_700,
    completes: 2,
    currency: 'USD',
    head: previous,
    lines,
    name: id === null ? '' : 'Snacks',
    total_cents: 850,
    version: FILE_VERSION,
    zone: 'America/New_York',
  }
  const signature = signText(privateKey, sellSealText(seal)).toString('hex')
  return [csvHead(SELL_COLUMNS), ...rows, csvRow(sellSealCells({ seal, signature, publicKey: key }))]
}

const verdictOf = async (rows: readonly string[]) => {
  const verdict = await verifyStatement(rows.join(''), nodeCrypto)
  if (verdict === undefined) throw new Error('The file is a statement')
  return verdict
}

describe('the file of what a project or business unit is charged (settlement.md §2)', () => {
  test('is whole as it was signed, and says whose it is', async () => {
    const verdict = await verdictOf(rowsOf(3))
    expect(verdict).toMatchObject({ isWhole: true, lines: 3, isSigned: true, publicKey: key, faults: [] })
    expect(explainVerdict(verdict)[0]).toBe('Valid: Snacks, October 2026, by Acme. 3 lines, 8.50 USD.')
    expect(explainVerdict(await verdictOf(rowsOf(3, 'business_unit', null)))[0]).toBe(
      'Valid: Projects without a business unit, October 2026, by Acme. 3 lines, 8.50 USD.',
    )
  })

  test('does not take the lines of the same project’s business unit, nor those of another project', async () => {
    for (const seal of [rowsOf(3, 'business_unit', 7), rowsOf(3, 'project', 8)]) {
      const { isWhole, faults } = await verdictOf([...rowsOf(3).slice(0, -1), seal.at(-1) ?? ''])
      expect([isWhole, faults.map(wordsOfFault)[0]]).toEqual([false, 'Line 1 was changed (row 2 of the file)'])
    }
  })

  test('any one cell of a line that is changed names that line', async () => {
    const rows = rowsOf(4)
    const cells = rows.map(row => readCsv(row)[0] ?? [])
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: SELL_COLUMNS.length - 1 }),
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
