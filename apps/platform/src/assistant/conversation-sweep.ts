import type { DeskDatabase } from '#kernel/db/desk-database'
import { removeOldConversations } from './conversations.store.ts'

/** Conversations deleted in one transaction: each may have hundreds of answers. */
const PAGE = 50

/**
 * Deletes conversations without a question for the days of their account, with their answers; one process at a time.
 * @param ports.days of accounts that set none
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
    const at = new Date(nowMs())
    let removed = 0
    while (!lost.aborted) {
      const page = await database.asSystem(tx => removeOldConversations(tx, at, days, PAGE))
      removed += page
      if (page < PAGE) break
    }
    return removed
  })
  return outcome.held ? outcome.value : null
}
