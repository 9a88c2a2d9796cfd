import type { Tx } from '#kernel/db/tx'
import type { LedgerLines } from '../facts/ledger-lines.ts'
import { GrowingStatement } from './growing-statement.ts'
import { together } from './joint-statement.ts'
import { FIGURE_PARTS, figureValues, type Figures } from './ledger-figure-writes.store.ts'
import { LINE_PARTS, lineValues } from './ledger-line-writes.store.ts'

// if a respondent was changed without the lock, the batch is repeated on the present rows
const WAKE = `select give_way_unless((select count(*) from moved) = $2::int, 'A respondent was changed without the lock of its source')::text,
  case when exists (select from fed) then pg_notify('desk_changes', ($1::int)::text)::text end`

const WRITE_LINES = new GrowingStatement('ledger_write_lines', together(LINE_PARTS, 'select $2::int'))
const WRITE_FIGURES = new GrowingStatement('ledger_write_figures', together(FIGURE_PARTS, WAKE))
const WRITE_BOTH = new GrowingStatement('ledger_write_both', together([...LINE_PARTS, ...FIGURE_PARTS], WAKE))

/** Writes lines of the ledger with their new respondents. The batch holds the rollup rows' locks. */
export async function writeLines(tx: Tx, accountId: number, lines: LedgerLines): Promise<void> {
  await WRITE_LINES.rows(tx, [accountId, 0, ...lineValues(lines)], lines.events.length)
}

/**
 * Writes the changed respondents and a batch's sums, and wakes the feed. The batch holds the rollup rows' locks.
 * @param lines unwritten lines, for the same statement ⏎ @throws SerializationConflict when a changed respondent is not as it was read
 */
export async function writeFigures(
  tx: Tx,
  accountId: number,
  figures: Figures,
  lines: LedgerLines | null,
): Promise<void> {
  const { values, weight } = figureValues(figures)
  if (lines)
    await WRITE_BOTH.rows(
      tx,
      [accountId, figures.moved.length, ...lineValues(lines), ...values],
      weight + lines.events.length,
    )
  else await WRITE_FIGURES.rows(tx, [accountId, figures.moved.length, ...values], weight)
}
