import { Option, Schema } from 'effect'
import { chargedLineOf } from './charged-line.ts'
import { SEAL_FIELDS, SUM_FIELDS } from './seal-fields.ts'
import { integerOf, sealCells, type FileKind, type SignedCell, type SignedSeal } from './signed-file.ts'
import { textOfCell, type FileVersion } from './statement-csv.ts'
import { lineText, sealText, startText, type StatementLine, type StatementSeal } from './statement-line.ts'

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

function textOf(number: number, cells: readonly string[], version: FileVersion): string | undefined {
  const line = chargedLineOf(number, cells)
  const sourceId = integerOf(cells[5] ?? '')
  const name = textOfCell(cells[6] ?? '', version)
  const rid = textOfCell(cells[8] ?? '', version)
  if (line === undefined || sourceId === undefined || name === undefined || rid === undefined) return undefined
  // field by field: spread, it takes five times as long (docs/decisions/0033)
  return lineText({
    amount_cents: line.amount_cents,
    at: line.at,
    from: line.from,
    kind: line.kind,
    line: line.line,
    origin: line.origin,
    project: line.project,
    rdud: cells[7] ?? '',
    reason: line.reason,
    rid,
    source: sourceId,
    source_name: name,
    to: line.to,
  })
}

const Seal = Schema.fromJsonString(
  Schema.Struct({
    ...SEAL_FIELDS,
    ...SUM_FIELDS,
    supplier: Schema.NullOr(Schema.Int),
    supplier_name: Schema.String,
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
