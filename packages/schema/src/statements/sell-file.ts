import { Option, Schema } from 'effect'
import { chargedLineOf } from './charged-line.ts'
import { SEAL_FIELDS, SUM_FIELDS } from './seal-fields.ts'
import { sellLineText, sellSealText, sellStartText, type SellLine, type SellSeal } from './sell-line.ts'
import { integerOf, sealCells, type FileKind, type SignedCell, type SignedSeal } from './signed-file.ts'
import { textOfCell, type FileVersion } from './statement-csv.ts'

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

function textOf(number: number, cells: readonly string[], version: FileVersion): string | undefined {
  const line = chargedLineOf(number, cells)
  const surveyId = integerOf(cells[6] ?? '')
  const project = textOfCell(cells[5] ?? '', version)
  const survey = textOfCell(cells[7] ?? '', version)
  if (line === undefined || surveyId === undefined || project === undefined || survey === undefined) return undefined
  // field by field: spread, it takes five times as long (docs/decisions/0033)
  return sellLineText({
    amount_cents: line.amount_cents,
    at: line.at,
    from: line.from,
    kind: line.kind,
    line: line.line,
    origin: line.origin,
    project: line.project,
    project_name: project,
    rdud: cells[8] ?? '',
    reason: line.reason,
    survey: surveyId,
    survey_name: survey,
    to: line.to,
  })
}

const Seal = Schema.fromJsonString(
  Schema.Struct({
    ...SEAL_FIELDS,
    ...SUM_FIELDS,
    id: Schema.NullOr(Schema.Int),
    kind: Schema.Literals(['project', 'business_unit']),
    name: Schema.String,
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
