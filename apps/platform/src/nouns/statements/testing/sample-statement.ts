import { COMMITTED_COLUMNS, committedCells } from '@desk/schema/statements/committed-file'
import { csvHead, csvRow } from '@desk/schema/statements/signed-file'
import { COMMITTED_VERSION, FILE_VERSION, type FileVersion } from '@desk/schema/statements/statement-csv'
import { STATEMENT_COLUMNS, statementCells, statementSealCells } from '@desk/schema/statements/statement-file'
import {
  BEFORE_START,
  committedText,
  lineText,
  sealText,
  startText,
  type StatementLine,
} from '@desk/schema/statements/statement-line'
import { generateKeyPairSync } from 'node:crypto'
import { bytesOfKey, chained, commitmentOf, signText } from '../node-crypto.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
/** The public key of the sample, in hex. */
export const key = bytesOfKey(publicKey).toString('hex')
/** The hash of a text after an earlier one. */
export const hashOf = (previous: string, text: string): string =>
  chained(Buffer.from(previous, 'hex'), text).toString('hex')

/** Respondents' ids and sources' names that a spreadsheet would misread. */
const RIDS = [
  '=HYPERLINK("x"),"',
  "'quoted",
  '  0012 ',
  '_x0041_',
  '1e5',
  'TRUE',
  '2026-10-01',
  '<b>&amp;</b>',
  '@a\tb',
  'not \uFFFE in \uFFFF XML',
  '＝1+1',
]

/** A line of the sample. */
export const lineNo = (line: number): StatementLine => ({
  amount_cents: line % 3 === 0 ? -250 : 250,
  at: '2026-10-05T12:00:00.000Z',
  from: line % 3 === 0 ? 30 : null,
  kind: line % 3 === 0 ? 'adjustment' : 'complete',
  line,
  origin: '2026-10',
  project: 7,
  rdud: `1-${String(line).padStart(32, '0')}`,
  reason: line % 3 === 0 ? 930 : null,
  rid: RIDS[line % RIDS.length] ?? '',
  source: 3,
  source_name: '=Main, "blue"\r\nsecond',
  to: line % 3 === 0 ? 50 : 30,
})

const named = { account: 1, month: '2026-10', supplier: 9 }

/** The rows of a statement's CSV file of version 2: its head, its lines, its seal. */
export function rowsOf(lines: number): string[] {
  let previous = hashOf(BEFORE_START, startText(named))
  const rows = Array.from({ length: lines }, (_, at) => {
    const line = lineNo(at + 1)
    const hash = hashOf(previous, lineText(line))
    const row = csvRow(statementCells({ line, previous, hash }))
    previous = hash
    return row
  })
  const end = sealRow(previous, lines, FILE_VERSION)
  return [csvHead(STATEMENT_COLUMNS), ...rows, end]
}

/** The same in version 3. @param erased the lines whose respondents are erased */
export function committedRowsOf(lines: number, erased: readonly number[] = []): string[] {
  let previous = hashOf(BEFORE_START, startText(named))
  const rows = Array.from({ length: lines }, (_, at) => {
    const { rid, ...line } = lineNo(at + 1)
    const salt = hashOf(BEFORE_START, `salt ${line.line}`)
    const committed = { ...line, rid_commitment: commitmentOf({ rid, salt }) }
    const hash = hashOf(previous, committedText(committed))
    const row = csvRow(committedCells(committed, erased.includes(line.line) ? null : { rid, salt }, previous, hash))
    previous = hash
    return row
  })
  return [csvHead(COMMITTED_COLUMNS), ...rows, sealRow(previous, lines, COMMITTED_VERSION)]
}

function sealRow(head: string, lines: number, version: FileVersion): string {
  const seal = {
    ...named,
    account_name: 'Acme, "Research"',
    adjustment_cents: 0,
    adjustments: 0,
    closed_at: '2026-12-01T05:00:00.000Z',
    complete_cents: 500,
    completes: 2,
    currency: 'USD',
    head,
    lines,
    supplier_name: 'Panel',
    total_cents: 500,
    version,
    zone: 'America/New_York',
  }
  const signature = signText(privateKey, sealText(seal)).toString('hex')
  return csvRow(statementSealCells({ seal, signature, publicKey: key }))
}
