import type { DeskDatabase } from '#kernel/db/desk-database'
import { ALL_PARTS, ERASED_AT_ONCE, eraseIdentities } from './erase-identities.ts'
import { readErasureLog, type LoggedErasure } from './erasure-log.ts'
import { addErasedLines, findRestored } from './erasures.store.ts'

const BATCH_TIMEOUT_MS = 60_000

/** The result of a second erasure by a log. */
export interface ErasedAgain {
  readonly erased: number
  /** Respondents who are in a survey or an open dispute in this database. */
  readonly waiting: number
  /** Lines of the log that cannot be read. */
  readonly unreadable: number
}

/** Erases again the respondents of a log whose identities a restored backup brought back (docs/decisions/0119). */
export async function eraseAgain(database: DeskDatabase, file: string, nowMs: () => number): Promise<ErasedAgain> {
  let erased = 0
  let waiting = 0
  let unreadable = 0
  for await (const logged of readErasureLog(file)) {
    if (logged === null) {
      unreadable += 1
      continue
    }
    for (let at = 0; at < logged.rduds.length; at += ERASED_AT_ONCE) {
      const some = await eraseRestored(database, logged, logged.rduds.slice(at, at + ERASED_AT_ONCE), new Date(nowMs()))
      erased += some.erased
      waiting += some.waiting
    }
  }
  return { erased, waiting, unreadable }
}

const eraseRestored = (database: DeskDatabase, logged: LoggedErasure, rduds: readonly string[], at: Date) =>
  database.asAccount(
    logged.account,
    async tx => {
      const { free, waiting } = await findRestored(tx, logged.account, rduds)
      if (free.length > 0) {
        await eraseIdentities(tx, logged.account, free, { parts: ALL_PARTS, at, by: null })
        const words = `erasure ${logged.erasure}, requested by ${logged.requested_by}, again after a restore`
        await addErasedLines(tx, logged.account, free, { rule: logged.rule, words, at })
      }
      return { erased: free.length, waiting }
    },
    { timeoutMs: BATCH_TIMEOUT_MS, idempotent: true },
  )
