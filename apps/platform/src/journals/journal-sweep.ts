import type { DeskDatabase } from '#kernel/db/desk-database'
import { removeExpiredLinks, removeJournals } from './journals.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Journals deleted in one transaction: each may have tens of thousands of entries. */
const PAGE = 10

/**
 * Deletes journals without new entries for so many days, with their viewings and links, and expired links; one process
 * at a time.
 * @returns the number of journals; null when another process is sweeping
 */
export async function sweepJournals({
  database,
  nowMs,
  days,
}: {
  readonly database: DeskDatabase
  readonly nowMs: () => number
  readonly days: number
}): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('journal-sweep', async lost => {
    const now = nowMs()
    await database.asSystem(tx => removeExpiredLinks(tx, new Date(now)))
    let removed = 0
    while (!lost.aborted) {
      const page = await database.asSystem(tx => removeJournals(tx, new Date(now - days * DAY_MS), PAGE))
      removed += page
      if (page < PAGE) break
    }
    return removed
  })
  return outcome.held ? outcome.value : null
}
