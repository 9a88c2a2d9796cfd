import type { Schema } from 'effect'
import { changedColumns, type Cells } from './changed-columns.ts'

const FIGURES_VERSION = 'figures_version'
const STATUS_VERSION = 'status_version'

/**
 * One row as its watchers know it, and the cells to send next.
 *
 * A client holds a row as some snapshot or frame gave it, perhaps in a version that this gateway never saw. Changed cells bring
 * it up to date only if every version in between was seen here: then its row differs from the latest in no other cells. If a
 * version may have been skipped, the row is sent whole.
 */
export class RowState {
  #latest: Cells
  #isWhole = true
  readonly #changed = new Set<string>()

  constructor(first: Cells) {
    this.#latest = first
  }

  /**
   * Takes the row as it is now.
   * @param hasMoved the feed reported a change; a row that was only read again may be unchanged
   * @param mayHaveSkipped something other than the row's own versions changed it
   * @returns whether there is anything to send
   */
  take(row: Cells, hasMoved: boolean, mayHaveSkipped: boolean): boolean {
    const before = this.#latest
    const stepped = stepOf(before, row, FIGURES_VERSION)
    if (stepped !== null && stepped < 0) return false
    const changed = changedColumns(before, row)
    const isVersionless = stepped === null
    if (changed.length === 0 && !(hasMoved && (isVersionless || mayHaveSkipped))) return false
    this.#latest = row
    for (const column of changed) this.#changed.add(column)
    if (isVersionless || mayHaveSkipped || stepped > 1 || Math.abs(stepOf(before, row, STATUS_VERSION) ?? 0) > 1)
      this.#isWhole = true
    return true
  }

  /** Gives the cells to send and marks them as sent; null when they would show nothing. */
  tell(): Cells | null {
    const isVersionAlone = !this.#isWhole && this.#changed.size === 1 && this.#changed.has(FIGURES_VERSION)
    if (isVersionAlone) return null
    const cells = this.#isWhole ? this.#latest : pick(this.#latest, this.#changed)
    this.#isWhole = false
    this.#changed.clear()
    return cells
  }
}

function pick(cells: Cells, columns: ReadonlySet<string>): Cells {
  const picked: Record<string, Schema.Json> = {}
  for (const column of columns) {
    const value = cells[column]
    if (value !== undefined) picked[column] = value
  }
  return picked
}

/** How far a version went on, or null for a row without it. */
function stepOf(before: Cells, after: Cells, column: string): number | null {
  const from = before[column]
  const to = after[column]
  return typeof from === 'number' && typeof to === 'number' ? to - from : null
}
