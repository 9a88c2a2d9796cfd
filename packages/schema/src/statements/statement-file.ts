import { Option, Schema } from 'effect'
import { csvText, readCsv, textOfCell } from './statement-csv.ts'
import {
  BEFORE_START,
  lineText,
  MONTH_PATTERN,
  sealText,
  type StatementLine,
  type StatementSeal,
} from './statement-line.ts'

/** The columns of a statement's file: each line has its own hash, and the one before it. */
export const STATEMENT_COLUMNS = [
  'line',
  'kind',
  'origin',
  'at',
  'project',
  'source',
  'source_name',
  'rdud',
  'rid',
  'from',
  'to',
  'reason',
  'amount_cents',
  'previous',
  'hash',
] as const
const SEAL = 'seal'
const END = '\r\n'

/** A line with its place in the chain. */
export interface ChainedLine {
  readonly line: StatementLine
  readonly previous: string
  readonly hash: string
}

/** A seal with its signature. */
export interface SignedSeal {
  readonly seal: StatementSeal
  /** Ed25519 over `sealText`, in hex. */
  readonly signature: string
  /** The account's public key, in hex. */
  readonly publicKey: string
}

/** The head of a file. */
export const STATEMENT_FILE_HEAD = `${STATEMENT_COLUMNS.join(',')}${END}`

/** One line of a file. */
export function fileLine({ line, previous, hash }: ChainedLine): string {
  const cells = [
    line.line,
    line.kind,
    line.origin,
    line.at,
    line.project,
    line.source,
    csvText(line.source_name),
    line.rdud,
    csvText(line.rid),
    line.from ?? '',
    line.to,
    line.reason ?? '',
    line.amount_cents,
    previous,
    hash,
  ]
  return `${cells.join(',')}${END}`
}

/** The end of a file: the seal, its signature, and the key that proves it. */
export const fileSeal = ({ seal, signature, publicKey }: SignedSeal): string =>
  `${[SEAL, csvText(sealText(seal)), signature, publicKey].join(',')}${END}`

/** A line as it stands in a file. */
export interface FileLine {
  /** Its row in the file, from 1: the head is the first. */
  readonly row: number
  readonly number: number
  /** What is hashed. */
  readonly text: string
  readonly previous: string
  readonly hash: string
}

/** What a file says. */
export interface StatementFile {
  readonly lines: readonly FileLine[]
  /** Rows that are no lines of a statement. */
  readonly unreadable: readonly number[]
  /** Null: there is none that can be read. */
  readonly seal: (SignedSeal & { readonly text: string }) | null
}

const HASH = /^[0-9a-f]{64}$/
const INTEGER = /^-?\d{1,15}$/
const integer = (cell: string): number | undefined => (INTEGER.test(cell) ? Number(cell) : undefined)

/** Reads a statement's file; undefined: it is none. */
export function readStatementFile(text: string): StatementFile | undefined {
  const [head, ...rows] = readCsv(text)
  if (head?.join(',') !== STATEMENT_COLUMNS.join(',')) return undefined
  const lines: FileLine[] = []
  const unreadable: number[] = []
  let seal: StatementFile['seal'] = null
  rows.forEach((cells, at) => {
    const row = at + 2
    if (cells[0] === SEAL) {
      const read = seal === null ? readSeal(cells) : null
      if (read === null) unreadable.push(row)
      else seal = read
      return
    }
    const line = readLine(cells, row)
    if (line === undefined) unreadable.push(row)
    else lines.push(line)
  })
  return { lines, unreadable, seal }
}

function readLine(cells: readonly string[], row: number): FileLine | undefined {
  const number = integer(cells[0] ?? '')
  if (cells.length !== STATEMENT_COLUMNS.length || number === undefined) return undefined
  const [previous = '', hash = ''] = cells.slice(-2)
  const line = lineOf(number, cells)
  // what a spreadsheet made of a cell is changed, and stays a line: nothing hashes to its hash
  if (line === undefined || !HASH.test(previous) || !HASH.test(hash))
    return { row, number, text: '', previous: BEFORE_START, hash: '' }
  return { row, number, text: lineText(line), previous, hash }
}

function lineOf(number: number, cells: readonly string[]): StatementLine | undefined {
  const [, kind, origin = '', at = '', project = '', source = '', sourceName = '', rdud = '', rid = ''] = cells
  const [from = '', to = '', reason = '', amount = ''] = cells.slice(9)
  const numbers = [amount, project, source, to, from || '0', reason || '0'].map(integer)
  const [amountCents, projectId, sourceId, toCode, fromCode, reasonCode] = numbers
  if (kind !== 'complete' && kind !== 'adjustment') return undefined
  if (amountCents === undefined || projectId === undefined || sourceId === undefined || toCode === undefined)
    return undefined
  if (fromCode === undefined || reasonCode === undefined || !MONTH_PATTERN.test(origin)) return undefined
  return {
    amount_cents: amountCents,
    at,
    from: from === '' ? null : fromCode,
    kind,
    line: number,
    origin,
    project: projectId,
    rdud,
    reason: reason === '' ? null : reasonCode,
    rid: textOfCell(rid),
    source: sourceId,
    source_name: textOfCell(sourceName),
    to: toCode,
  }
}

const Seal = Schema.fromJsonString(
  Schema.Struct({
    account: Schema.Int,
    account_name: Schema.String,
    adjustment_cents: Schema.Int,
    adjustments: Schema.Int,
    closed_at: Schema.String,
    complete_cents: Schema.Int,
    completes: Schema.Int,
    currency: Schema.String,
    head: Schema.String.check(Schema.isPattern(HASH)),
    lines: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 })),
    month: Schema.String,
    supplier: Schema.NullOr(Schema.Int),
    supplier_name: Schema.String,
    total_cents: Schema.Int,
    version: Schema.Literal(1),
    zone: Schema.String,
  }),
)
const decodeSeal = Schema.decodeUnknownOption(Seal)

function readSeal([, json = '', signature = '', publicKey = '']: readonly string[]): StatementFile['seal'] {
  const text = textOfCell(json)
  const seal = Option.getOrNull(decodeSeal(text))
  return seal === null ? null : { seal, text, signature, publicKey }
}
