import type { Tx } from '#kernel/db/tx'
import type { RespondentRow } from '../facts/ledger-facts.ts'
import type { LedgerLines } from '../facts/ledger-lines.ts'
import { JointStatements, type FilledPart } from './joint-statement.ts'
import { figureParts, MOVED, MOVED_PART, type Figures } from './ledger-figure-writes.store.ts'
import { lineParts } from './ledger-line-writes.store.ts'

// if a respondent was changed without the lock, the batch is repeated on the present rows
const ALL_MOVED = `select give_way_unless((select count(*) from moved) = $2::int, 'A respondent was changed without the lock of its source')::text`
const WAKE = `${ALL_MOVED},
  case when exists (select from fed) then pg_notify('desk_changes', ($1::int)::text)::text end`

const LINES_ALONE = new JointStatements('ledger_write_lines', 'select $2::int')
const WITH_MOVED = new JointStatements('ledger_write_moved', ALL_MOVED)
const WITH_FIGURES = new JointStatements('ledger_write', WAKE)

/** Writes lines of the ledger with their new respondents. The batch holds the rollup rows' locks. */
export async function writeLines(tx: Tx, accountId: number, lines: LedgerLines): Promise<void> {
  await write(tx, LINES_ALONE, [accountId, 0], lineParts(lines), lines.events.length)
}

/**
 * Writes lines of the ledger with the respondents that they changed; the figures follow. The batch holds the rollup rows' locks.
 * @throws SerializationConflict when a changed respondent is not as it was read
 */
export async function writeMoved(
  tx: Tx,
  accountId: number,
  lines: LedgerLines,
  moved: readonly RespondentRow[],
): Promise<void> {
  const parts = [...lineParts(lines), { part: MOVED_PART, values: MOVED.values(moved) }]
  await write(tx, WITH_MOVED, [accountId, moved.length], parts, lines.events.length + moved.length)
}

/**
 * Writes the changed respondents and a batch's sums, and wakes the feed. The batch holds the rollup rows' locks.
 * @param lines unwritten lines, for the same statement
 * @throws SerializationConflict when a changed respondent is not as it was read
 */
export async function writeFigures(
  tx: Tx,
  accountId: number,
  figures: Figures,
  lines: LedgerLines | null,
): Promise<void> {
  const { parts, weight } = figureParts(figures)
  const first = [accountId, figures.moved.length]
  if (lines) await write(tx, WITH_FIGURES, first, [...lineParts(lines), ...parts], weight + lines.events.length)
  else await write(tx, WITH_FIGURES, first, parts, weight)
}

async function write(
  tx: Tx,
  statements: JointStatements,
  first: readonly number[],
  parts: readonly FilledPart[],
  weight: number,
): Promise<void> {
  await statements.of(parts).rows(tx, [...first, ...parts.flatMap(({ values }) => values)], weight)
}
