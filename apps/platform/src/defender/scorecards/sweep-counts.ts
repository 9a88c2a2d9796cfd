import type { DeskDatabase } from '#kernel/db/desk-database'
import { countDay, findDueDays } from './count-days.store.ts'

const DAYS_A_PASS = 500
/** A day of very many entrants takes longer than other statements may. */
const COUNT_TIMEOUT_MS = 120_000

/**
 * Counts the days that have to be, one process at a time.
 * @returns how many; null when another process counts
 */
export async function sweepDefenderCounts({
  database,
  nowMs,
}: {
  readonly database: DeskDatabase
  readonly nowMs: () => number
}): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('defender-counts', async lost => {
    const due = await database.readAsSystem(tx => findDueDays(tx, nowMs(), DAYS_A_PASS))
    let counted = 0
    for (const day of due) {
      if (lost.aborted) break
      // what commits later than this moment is counted the next time
      const at = new Date(nowMs())
      await database.asAccount(day.accountId, tx => countDay(tx, day, at), { timeoutMs: COUNT_TIMEOUT_MS })
      counted += 1
    }
    return counted
  })
  return outcome.held ? outcome.value : null
}
