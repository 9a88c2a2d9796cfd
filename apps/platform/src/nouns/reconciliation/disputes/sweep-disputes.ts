import { judgeDispute } from '@desk/schema/disputes/judge-dispute'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { lockDispute, listDue } from './disputes.store.ts'
import { endByItself, readDispute } from './end-dispute.ts'

const PAGE = 200

/**
 * Lets disputes lapse whose time has run out, one process at a time.
 * @returns how many did; null when another process is at it
 */
export async function sweepDisputes({
  database,
  nowMs,
}: {
  readonly database: DeskDatabase
  readonly nowMs: () => number
}): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('dispute-sweep', async lost => {
    let lapsed = 0
    while (!lost.aborted) {
      const at = new Date(nowMs())
      const due = await database.readAsSystem(tx => listDue(tx, at, PAGE))
      for (const { accountId, id } of due)
        lapsed += await database.asAccount(accountId, async tx => {
          await lockDispute(tx, accountId, id)
          // a user may have decided in between
          const { state } = await readDispute(tx, accountId, id)
          if (!('to' in judgeDispute(state, 'ran_out'))) return 0
          await endByItself(tx, accountId, id, 'lapsed', at)
          return 1
        })
      if (due.length < PAGE) break
    }
    return lapsed
  })
  return outcome.held ? outcome.value : null
}
