import type { DeskDatabase } from '#kernel/db/desk-database'
import { lockDue, purgeDeleted, takeDue } from './bytes-due.store.ts'
import type { DocumentBytes } from './bytes/document-bytes.ts'

/** For how long a deleted document can be restored. */
export const RESTORABLE_MS = 24 * 3_600_000
const PAGE = 100
const MAX_PAGES = 100

export interface DocumentSweep {
  readonly database: DeskDatabase
  readonly bytes: DocumentBytes
  readonly nowMs: () => number
}

/**
 * Deletes for good the documents deleted a day ago, and removes the bytes that no version has: bytes of uploads that
 * ended without a word, too.
 * @returns how many files it removed
 */
export async function sweepDocuments({ database, bytes, nowMs }: DocumentSweep): Promise<number> {
  const at = new Date(nowMs())
  const before = new Date(at.getTime() - RESTORABLE_MS)
  while ((await database.asSystem(tx => purgeDeleted(tx, before, at, PAGE))) === PAGE);
  let removed = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    // locked until its bytes are gone: an upload that is stored this moment waits, and finds its note taken
    const count = await database.asSystem(async tx => {
      const due = await lockDue(tx, at, PAGE)
      for (const file of due) {
        await bytes.remove(file)
        await takeDue(tx, file)
      }
      return due.length
    })
    removed += count
    if (count < PAGE) break
  }
  return removed
}
