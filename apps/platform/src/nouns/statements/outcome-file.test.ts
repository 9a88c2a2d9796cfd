import {
  OUTCOME_COLUMNS,
  outcomeCells,
  outcomeSealCells,
  outcomeSealText,
  outcomeStartText,
  outcomeText,
} from '@desk/schema/statements/outcome-file'
import type { OutcomeLine } from '@desk/schema/statements/outcome-line'
import { csvHead, csvRow } from '@desk/schema/statements/signed-file'
import { FILE_VERSION } from '@desk/schema/statements/statement-csv'
import { BEFORE_START } from '@desk/schema/statements/statement-line'
import { explainVerdict, wordsOfFault } from '@desk/schema/statements/verdict-words'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bytesOfKey, chained, nodeCrypto, signText } from './node-crypto.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = bytesOfKey(publicKey).toString('hex')
const hashOf = (previous: string, text: string): string => chained(Buffer.from(previous, 'hex'), text).toString('hex')

const lineNo = (line: number): OutcomeLine => ({
  adjustment_month: line === 3 ? null : '2026-11',
  complete_month: '2026-10',
  line,
  outcome: line === 3 ? 'expired' : 'applied_reject',
  rdud: `1-${String(line).padStart(32, '0')}`,
  reason: line === 3 ? null : 930,
  reason_name: line === 3 ? null : 'Fraud',
  rid: line === 2 ? '=HYPERLINK("x"),"' : `rid-${line}`,
})

/** The rows of a file: its head, its lines, its seal. */
function rowsOf(lines: number, of: { readonly supplier?: number; readonly request?: number | null } = {}): string[] {
  const { supplier = 9, request = 30 } = of
  const named = { account: 1, month: request === null ? '2026-11' : null, request, supplier }
  let previous = hashOf(BEFORE_START, outcomeStartText(named))
  const rows = Array.from({ length: lines }, (_, at) => {
    const line = lineNo(at + 1)
    const hash = hashOf(previous, outcomeText(line))
    const row = csvRow(outcomeCells(line, previous, hash))
    previous = hash
    return row
  })
  const seal = {
    ...named,
    account_name: 'Acme',
    head: previous,
    kind: 'outcomes' as const,
    lines,
    made_at: '2026-12-01T05:00:00.000Z',
    supplier_name: 'Panel',
    version: FILE_VERSION,
    zone: 'America/New_York',
  }
  const signature = signText(privateKey, outcomeSealText(seal)).toString('hex')
  return [csvHead(OUTCOME_COLUMNS), ...rows, csvRow(outcomeSealCells({ seal, signature, publicKey: key }))]
}

const verdictOf = async (rows: readonly string[]) => {
  const verdict = await verifyStatement(rows.join(''), nodeCrypto)
  if (verdict === undefined) throw new Error('The file is a supplier’s')
  return verdict
}
const faultsOf = async (rows: readonly string[]) => (await verdictOf(rows)).faults.map(wordsOfFault)
const edited = (rows: readonly string[], at: number, from: string, to: string) =>
  rows.with(at, rows[at]?.replace(from, to) ?? '')

describe('a supplier’s file (settlement.md §2)', () => {
  test('is whole as it was signed, of a request and of a month, whatever ids it holds', async () => {
    const verdict = await verdictOf(rowsOf(4))
    expect(verdict).toMatchObject({ isWhole: true, lines: 4, isSigned: true, publicKey: key, faults: [] })
    expect(explainVerdict(verdict)[0]).toBe('Valid: Outcomes of Panel, request 30, by Acme. 4 lines.')
    const ofMonth = await verdictOf(rowsOf(0, { request: null }))
    expect([ofMonth.isWhole, explainVerdict(ofMonth)[0]]).toEqual([
      true,
      'Valid: Outcomes of Panel, November 2026, by Acme. 0 lines.',
    ])
  })

  test('names each line that was changed, taken out, added, moved or spoilt by a spreadsheet', async () => {
    const rows = rowsOf(4)
    expect([
      await faultsOf(edited(rows, 1, 'applied_reject', 'applied_accept')),
      await faultsOf(edited(rows, 2, '930', '931')),
      await faultsOf(edited(rows, 3, '2026-10', '2026-09')),
      await faultsOf(edited(rows, 3, '3,', '3.0,')),
      await faultsOf(rows.toSpliced(2, 1)),
      await faultsOf(rows.toSpliced(2, 2, rows[3] ?? '', rows[2] ?? '')),
      await faultsOf(rows.toSpliced(4, 0, rows[1]?.replace(/^1,/, '9,') ?? '')),
    ]).toEqual([
      ['Line 1 was changed (row 2 of the file)'],
      ['Line 2 was changed (row 3 of the file)'],
      ['Line 3 was changed (row 4 of the file)'],
      ['Row 4 of the file was added: it is no line of such a file', 'Line 3 is missing'],
      ['Line 2 is missing'],
      ['Line 2 is in another place (row 4 of the file)'],
      ['Line 9 was added (row 5 of the file)'],
    ])
  })

  test('does not fit another supplier’s seal, nor an unsigned one', async () => {
    const rows = rowsOf(2)
    const foreign = rowsOf(2, { supplier: 10 })
    const swapped = await verdictOf([...rows.slice(0, -1), foreign.at(-1) ?? ''])
    expect([swapped.isWhole, swapped.isSigned, swapped.faults.map(wordsOfFault)]).toEqual([
      false,
      true,
      ['Line 1 was changed (row 2 of the file)', 'Line 2 was changed (row 3 of the file)'],
    ])
    const unsigned = await verdictOf(edited(rows, 3, '""supplier_name"":""Panel""', '""supplier_name"":""Other""'))
    expect([unsigned.isWhole, unsigned.isSigned]).toEqual([false, false])
  })
})
