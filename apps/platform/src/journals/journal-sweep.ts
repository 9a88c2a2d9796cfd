import type { DeskDatabase } from '#kernel/db/desk-database'
import { removeExpiredLinks, removeJournals } from './journals.store.ts'

/** Journals deleted in one transaction: each may have tens of thousands of entries. */
const PAGE = 10

/**
 * Deletes journals without new entries for the days of their account, with their viewings and links, and expired links; one
 * process at a time.
 * @param ports.days of accounts that set none
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
      const page = await database.asSystem(tx => removeJournals(tx, new Date(now), days, PAGE))
      removed += page
      if (page < PAGE) break
    }
    return removed
  })
  return outcome.held ? outcome.value : null
}
