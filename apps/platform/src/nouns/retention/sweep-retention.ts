import type { DeskDatabase } from '#kernel/db/desk-database'
import { sweepMailFiles } from '#kernel/mail/sweep-mail-files'
import { sampleAgain } from '../erasure/erasures.store.ts'
import { SAMPLES_TIMEOUT_MS } from '../erasure/run-erasure.ts'
import {
  accountsToSweep,
  clearIdentities,
  clearMarks,
  findRetention,
  recordSweep,
  type SweptTo,
} from './retention.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A sweep each hour finds an account a day after its last one, and not an hour later each day. */
const DUE_MS = DAY_MS - 30 * 60 * 1000
const MAILS_STORED_DAYS = 90
/** Respondents of one transaction. */
const PAGE = 1_000

interface Ports {
  readonly database: Pick<DeskDatabase, 'withAdvisoryLock' | 'asSystem'>
  readonly nowMs: () => number
  /** The folder of mails that no server sent. */
  readonly mailFolder: string
  readonly journalDays: number
  /** Unset: 1,000. */
  readonly page?: number
}

/** One category of an account, page by page. @returns how many were cleared, and where the next sweep begins */
async function sweepCategory(
  { database, page = PAGE }: Ports,
  clear: typeof clearMarks,
  work: { readonly accountId: number; readonly at: Date; readonly days: number; readonly from: string },
  lost: AbortSignal,
): Promise<{ readonly cleared: number; readonly from: string }> {
  let cleared = 0
  let from = work.from
  let left: string | null = null
  while (!lost.aborted) {
    const start = from
    const swept = await database.asSystem(tx => clear(tx, { ...work, from: start, limit: page }), { idempotent: true })
    cleared += swept.cleared
    left ??= swept.left
    from = swept.last ?? from
    if (swept.read < page) break
  }
  return { cleared, from: left ?? from }
}

async function sweepAccount(ports: Ports, to: SweptTo, at: Date, lost: AbortSignal): Promise<number> {
  const { database, journalDays } = ports
  const { accountId } = to
  const days = await database.asSystem(tx => findRetention(tx, accountId, journalDays))
  const marks = await sweepCategory(
    ports,
    clearMarks,
    { accountId, at, days: days.marks_days, from: to.marksFrom },
    lost,
  )
  const identities = await sweepCategory(
    ports,
    clearIdentities,
    { accountId, at, days: days.identities_days, from: to.identitiesFrom },
    lost,
  )
  if (!lost.aborted)
    await database.asSystem(tx =>
      recordSweep(
        tx,
        { accountId, marksFrom: marks.from, identitiesFrom: identities.from },
        { at, marks: marks.cleared, identities: identities.cleared },
      ),
    )
  return marks.cleared + identities.cleared
}

/**
 * Clears what accounts store no longer, a day after their last sweep, and old mail files; one process at a time. Journals and
 * conversations have sweeps of their own by the same periods.
 * @returns the number of cleared entries; null when another process is sweeping
 */
export async function sweepRetention(ports: Ports): Promise<number | null> {
  const outcome = await ports.database.withAdvisoryLock('retention-sweep', async lost => {
    const at = new Date(ports.nowMs())
    await sweepMailFiles(ports.mailFolder, new Date(at.getTime() - MAILS_STORED_DAYS * DAY_MS))
    let cleared = 0
    for (const account of await ports.database.asSystem(tx => accountsToSweep(tx, new Date(at.getTime() - DUE_MS)))) {
      if (lost.aborted) break
      cleared += await sweepAccount(ports, account, at, lost)
    }
    if (cleared > 0) await ports.database.asSystem(sampleAgain, { timeoutMs: SAMPLES_TIMEOUT_MS })
    return cleared
  })
  return outcome.held ? outcome.value : null
}
