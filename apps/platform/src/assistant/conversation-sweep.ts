import type { DeskDatabase } from '#kernel/db/desk-database'
import { removeOldConversations } from './conversations.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Conversations deleted in one transaction: each may have hundreds of answers. */
const PAGE = 50

/**
 * Deletes conversations without a question for so many days, with their answers; one process at a time.
 * @returns the number of conversations; null when another process is sweeping
 */
export async function sweepConversations({
  database,
  nowMs,
  days,
}: {
  readonly database: DeskDatabase
  readonly nowMs: () => number
  readonly days: number
}): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('conversation-sweep', async lost => {
    const before = new Date(nowMs() - days * DAY_MS)
    let removed = 0
    while (!lost.aborted) {
      const page = await database.asSystem(tx => removeOldConversations(tx, before, PAGE))
      removed += page
      if (page < PAGE) break
    }
    return removed
  })
  return outcome.held ? outcome.value : null
}
