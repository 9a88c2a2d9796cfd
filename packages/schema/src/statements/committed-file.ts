import { chargedLineOf } from './charged-line.ts'
import { HASH_PATTERN, integerOf, type FileKind, type LineOpening, type SignedCell } from './signed-file.ts'
import { textOfCell, type FileVersion } from './statement-csv.ts'
import { STATEMENT_FILE } from './statement-file.ts'
import { committedText, ERASED, type CommittedLine, type Opening, type StatementSeal } from './statement-line.ts'

/** The columns of a statement's file of version 3: `rid` and `salt` open the commitment, and are outside the chain. */
export const COMMITTED_COLUMNS = [
  'line',
  'kind',
  'origin',
  'at',
  'project',
  'source',
  'source_name',
  'rdud',
  'rid_commitment',
  'from',
  'to',
  'reason',
  'amount_cents',
  'rid',
  'salt',
  'previous',
  'hash',
] as const

/** One line of a file. @param opening null: the respondent is erased */
export const committedCells = (
  line: CommittedLine,
  opening: Opening | null,
  previous: string,
  hash: string,
): readonly SignedCell[] => [
  line.line,
  line.kind,
  line.origin,
  line.at,
  line.project,
  line.source,
  line.source_name,
  line.rdud,
  line.rid_commitment,
  line.from,
  line.to,
  line.reason,
  line.amount_cents,
  opening?.rid ?? ERASED,
  opening?.salt ?? '',
  previous,
  hash,
]

function textOf(number: number, cells: readonly string[], version: FileVersion): string | undefined {
  const line = chargedLineOf(number, cells)
  const sourceId = integerOf(cells[5] ?? '')
  const name = textOfCell(cells[6] ?? '', version)
  if (line === undefined || sourceId === undefined || name === undefined) return undefined
  // field by field: spread, it takes five times as long (docs/decisions/0033)
  return committedText({
    amount_cents: line.amount_cents,
    at: line.at,
    from: line.from,
    kind: line.kind,
    line: line.line,
    origin: line.origin,
    project: line.project,
    rdud: cells[7] ?? '',
    reason: line.reason,
    rid_commitment: cells[8] ?? '',
    source: sourceId,
    source_name: name,
    to: line.to,
  })
}

function openingOf(cells: readonly string[], version: FileVersion): LineOpening {
  const rid = textOfCell(cells[13] ?? '', version)
  const salt = cells[14] ?? ''
  if (salt === '') return rid === ERASED ? 'erased' : null
  if (rid === undefined || !HASH_PATTERN.test(salt)) return null
  return { rid, salt, commitment: cells[8] ?? '' }
}

/** The file of a supplier's statement that commits to the respondents' ids (docs/decisions/0113). */
export const COMMITTED_FILE: FileKind<StatementSeal> = {
  ...STATEMENT_FILE,
  columns: COMMITTED_COLUMNS,
  textOf,
  openingOf,
}
