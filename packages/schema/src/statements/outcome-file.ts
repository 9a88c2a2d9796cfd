import { Option, Schema } from 'effect'
import { integerOf, sealCells, type FileKind, type SignedCell, type SignedSeal } from './signed-file.ts'
import { SEAL_FIELDS } from './seal-fields.ts'
import { textOfCell, type FileVersion } from './statement-csv.ts'
import type { OutcomeLine } from './outcome-line.ts'

/** The columns of a supplier's file. */
export const OUTCOME_COLUMNS = [
  'line',
  'rid',
  'rdud',
  'outcome',
  'reason',
  'reason_name',
  'complete_month',
  'adjustment_month',
  'previous',
  'hash',
] as const

/** The canonical JSON of a line: its names in order, and no spaces. */
export const outcomeText = (line: OutcomeLine): string =>
  JSON.stringify({
    adjustment_month: line.adjustment_month,
    complete_month: line.complete_month,
    line: line.line,
    outcome: line.outcome,
    rdud: line.rdud,
    reason: line.reason,
    reason_name: line.reason_name,
    rid: line.rid,
  })

/** The seal of a supplier's file. Its fields are in the order of canonical JSON. */
export interface OutcomeSeal {
  readonly account: number
  readonly account_name: string
  readonly head: string
  readonly kind: 'outcomes'
  readonly lines: number
  readonly made_at: string
  /** Of the months of completes and of adjustments; null: the file is of one request. */
  readonly month: string | null
  /** The id of a reconciliation; null: the file is of a month. */
  readonly request: number | null
  readonly supplier: number
  readonly supplier_name: string
  readonly version: FileVersion
  readonly zone: string
}

/** The canonical JSON of a seal, which is what the account's key signs. */
export const outcomeSealText = (seal: OutcomeSeal): string =>
  JSON.stringify({
    account: seal.account,
    account_name: seal.account_name,
    head: seal.head,
    kind: seal.kind,
    lines: seal.lines,
    made_at: seal.made_at,
    month: seal.month,
    request: seal.request,
    supplier: seal.supplier,
    supplier_name: seal.supplier_name,
    version: seal.version,
    zone: seal.zone,
  })

/** The beginning of the chain, so that no line fits another file: the hash of this text after 32 zero bytes. */
export const outcomeStartText = ({
  account,
  month,
  request,
  supplier,
}: Pick<OutcomeSeal, 'account' | 'month' | 'request' | 'supplier'>): string =>
  JSON.stringify({ account, kind: 'outcomes', month, request, supplier, version: 1 })

/** One line of a file. */
export const outcomeCells = (line: OutcomeLine, previous: string, hash: string): readonly SignedCell[] => [
  line.line,
  line.rid,
  line.rdud,
  line.outcome,
  line.reason,
  line.reason_name,
  line.complete_month,
  line.adjustment_month,
  previous,
  hash,
]

/** The end of a file. */
export const outcomeSealCells = ({ seal, ...signed }: SignedSeal<OutcomeSeal>): readonly SignedCell[] =>
  sealCells(outcomeSealText(seal), signed)

const orNull = (cell: string): string | null => (cell === '' ? null : cell)

function textOf(line: number, cells: readonly string[], version: FileVersion): string | undefined {
  const [, ridCell = '', rdud = '', outcome = '', reason = '', nameCell = '', completed = '', adjusted = ''] = cells
  const code = reason === '' ? null : integerOf(reason)
  const rid = textOfCell(ridCell, version)
  const name = textOfCell(nameCell, version)
  if (code === undefined || rid === undefined || name === undefined) return undefined
  return outcomeText({
    adjustment_month: orNull(adjusted),
    complete_month: orNull(completed),
    line,
    outcome,
    rdud,
    reason: code,
    reason_name: orNull(name),
    rid,
  })
}

const Seal = Schema.fromJsonString(
  Schema.Struct({
    ...SEAL_FIELDS,
    kind: Schema.Literal('outcomes'),
    made_at: Schema.String,
    month: Schema.NullOr(Schema.String),
    request: Schema.NullOr(Schema.Int),
    supplier: Schema.Int,
    supplier_name: Schema.String,
  }),
)
const decodeSeal = Schema.decodeUnknownOption(Seal)

/** The signed file of what reconciliations said of a supplier's respondents. */
export const OUTCOME_FILE: FileKind<OutcomeSeal> = {
  columns: OUTCOME_COLUMNS,
  textOf,
  sealOf: text => Option.getOrNull(decodeSeal(text)),
  startOf: outcomeStartText,
}
