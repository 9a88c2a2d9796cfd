import { Option, Schema } from 'effect'
import {
  csvRow,
  HASH_PATTERN,
  integerOf,
  sealCells,
  type FileKind,
  type SignedCell,
  type SignedSeal,
} from './signed-file.ts'
import { textOfCell } from './statement-csv.ts'
import {
  lineText,
  MONTH_PATTERN,
  sealText,
  startText,
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

/** A line with its place in the chain. */
export interface ChainedLine {
  readonly line: StatementLine
  readonly previous: string
  readonly hash: string
}

/** One line of a file. */
export const statementCells = ({ line, previous, hash }: ChainedLine): readonly SignedCell[] => [
  line.line,
  line.kind,
  line.origin,
  line.at,
  line.project,
  line.source,
  line.source_name,
  line.rdud,
  line.rid,
  line.from,
  line.to,
  line.reason,
  line.amount_cents,
  previous,
  hash,
]

/** The end of a file: the seal, its signature, and the key that proves it. */
export const statementSealCells = ({ seal, ...signed }: SignedSeal<StatementSeal>): readonly SignedCell[] =>
  sealCells(sealText(seal), signed)

/** The head of a CSV file. */
export const STATEMENT_FILE_HEAD = csvRow(STATEMENT_COLUMNS)
/** One line of it. */
export const fileLine = (line: ChainedLine): string => csvRow(statementCells(line))
/** Its end. */
export const fileSeal = (signed: SignedSeal<StatementSeal>): string => csvRow(statementSealCells(signed))

function textOf(number: number, cells: readonly string[]): string | undefined {
  const [, kind, origin = '', at = '', project = '', source = '', sourceName = '', rdud = '', rid = ''] = cells
  const [from = '', to = '', reason = '', amount = ''] = cells.slice(9)
  const numbers = [amount, project, source, to, from || '0', reason || '0'].map(integerOf)
  const [amountCents, projectId, sourceId, toCode, fromCode, reasonCode] = numbers
  if (kind !== 'complete' && kind !== 'adjustment') return undefined
  if (amountCents === undefined || projectId === undefined || sourceId === undefined || toCode === undefined)
    return undefined
  if (fromCode === undefined || reasonCode === undefined || !MONTH_PATTERN.test(origin)) return undefined
  return lineText({
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
  })
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
    head: Schema.String.check(Schema.isPattern(HASH_PATTERN)),
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

/** The file of a statement. */
export const STATEMENT_FILE: FileKind<StatementSeal> = {
  columns: STATEMENT_COLUMNS,
  textOf,
  sealOf: text => Option.getOrNull(decodeSeal(text)),
  startOf: startText,
}
