import type { DeskDatabase } from '#kernel/db/desk-database'
import { removeExpiredLinks, removeJournals } from './journals.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Journals that go in one transaction: each may have tens of thousands of entries. */
const PAGE = 10

/**
 * Removes the journals that nothing was added to for so many days, with who looked at them and their links, and links that have
 * expired; one process at a time.
 * @returns how many journals there were; null when another process is at it
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
