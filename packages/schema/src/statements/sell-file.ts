import { Option, Schema } from 'effect'
import { sellLineText, sellSealText, sellStartText, type SellLine, type SellSeal } from './sell-line.ts'
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
import { MONTH_PATTERN } from './statement-line.ts'

/** The columns of a statement of the sell side. */
export const SELL_COLUMNS = [
  'line',
  'kind',
  'origin',
  'at',
  'project',
  'project_name',
  'survey',
  'survey_name',
  'rdud',
  'from',
  'to',
  'reason',
  'amount_cents',
  'previous',
  'hash',
] as const

/** One line of a file. */
export const sellCells = (line: SellLine, previous: string, hash: string): readonly SignedCell[] => [
  line.line,
  line.kind,
  line.origin,
  line.at,
  line.project,
  line.project_name,
  line.survey,
  line.survey_name,
  line.rdud,
  line.from,
  line.to,
  line.reason,
  line.amount_cents,
  previous,
  hash,
]

/** The end of a file: the seal, its signature, and the key that proves it. */
export const sellSealCells = ({ seal, ...signed }: SignedSeal<SellSeal>): readonly SignedCell[] =>
  sealCells(sellSealText(seal), signed)

/** The head of a CSV file. */
export const SELL_FILE_HEAD = csvRow(SELL_COLUMNS)

function textOf(number: number, cells: readonly string[]): string | undefined {
  const [, kind, origin = '', at = '', project = '', projectName = '', survey = '', surveyName = '', rdud = ''] = cells
  const [from = '', to = '', reason = '', amount = ''] = cells.slice(9)
  const numbers = [amount, project, survey, to, from || '0', reason || '0'].map(integerOf)
  const [amountCents, projectId, surveyId, toCode, fromCode, reasonCode] = numbers
  if (kind !== 'complete' && kind !== 'adjustment') return undefined
  if (amountCents === undefined || projectId === undefined || surveyId === undefined || toCode === undefined)
    return undefined
  if (fromCode === undefined || reasonCode === undefined || !MONTH_PATTERN.test(origin)) return undefined
  return sellLineText({
    amount_cents: amountCents,
    at,
    from: from === '' ? null : fromCode,
    kind,
    line: number,
    origin,
    project: projectId,
    project_name: textOfCell(projectName),
    rdud,
    reason: reason === '' ? null : reasonCode,
    survey: surveyId,
    survey_name: textOfCell(surveyName),
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
    id: Schema.NullOr(Schema.Int),
    kind: Schema.Literals(['project', 'business_unit']),
    lines: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 })),
    month: Schema.String,
    name: Schema.String,
    total_cents: Schema.Int,
    version: Schema.Literal(1),
    zone: Schema.String,
  }),
)
const decodeSeal = Schema.decodeUnknownOption(Seal)

/** The file of a statement of the sell side. */
export const SELL_FILE: FileKind<SellSeal> = {
  columns: SELL_COLUMNS,
  textOf,
  sealOf: text => Option.getOrNull(decodeSeal(text)),
  startOf: sellStartText,
}
