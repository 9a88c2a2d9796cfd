import type { DeskDatabase } from '#kernel/db/desk-database'
import { ALL_PARTS, ERASED_AT_ONCE, eraseIdentities, sumOfErased } from './erase-identities.ts'
import { appendToErasureLog } from './erasure-log.ts'
import {
  listUnfinished,
  lockErasure,
  nextPersons,
  noteErased,
  noteLogged,
  requesterOf,
  sampleAfterErasures,
} from './erasures.store.ts'

const BATCH_TIMEOUT_MS = 60_000
/** Also of the retention's sweep. */
export const SAMPLES_TIMEOUT_MS = 600_000
const UNFINISHED_MAX = 1_000

/** The surroundings of an erasure. */
export interface Erasures {
  readonly database: DeskDatabase
  readonly nowMs: () => number
  /** The file of the erasure log. */
  readonly log: string
}

/**
 * Erases the next persons of a confirmed erasure, in one transaction. The log has the erasure before anyone is erased.
 * @returns whether more persons may be waiting; those in a survey or a dispute wait until that has ended
 */
export const eraseSome = ({ database, nowMs, log }: Erasures, accountId: number, id: number): Promise<boolean> =>
  database.asAccount(
    accountId,
    async tx => {
      const erasure = await lockErasure(tx, accountId, id)
      if (erasure?.state !== 'confirmed' && erasure?.state !== 'done') return false
      const at = new Date(nowMs())
      const rduds = await noteLogged(tx, accountId, id, at)
      if (rduds !== null)
        await appendToErasureLog(log, {
          account: accountId,
          erasure: id,
          rule: erasure.rule,
          requested_by: requesterOf(erasure),
          at: at.toISOString(),
          rduds,
        })
      const hexes = await nextPersons(tx, accountId, id, ERASED_AT_ONCE)
      if (hexes.length === 0) return false
      const counts = await eraseIdentities(tx, accountId, hexes, { parts: ALL_PARTS, at, by: erasure.requested_by_ud })
      await noteErased(tx, accountId, erasure, hexes, sumOfErased(erasure.erased, counts), at)
      return hexes.length === ERASED_AT_ONCE
    },
    { timeoutMs: BATCH_TIMEOUT_MS, idempotent: true },
  )

/** Goes on with every confirmed erasure, one process at a time. */
export async function sweepErasures(erasures: Erasures): Promise<void> {
  await erasures.database.withAdvisoryLock('erasure-sweep', async lost => {
    const unfinished = await erasures.database.readAsSystem(tx => listUnfinished(tx, UNFINISHED_MAX))
    for (const { accountId, id } of unfinished) while (!lost.aborted && (await eraseSome(erasures, accountId, id)));
    const at = new Date(erasures.nowMs())
    await erasures.database.asSystem(tx => sampleAfterErasures(tx, at), { timeoutMs: SAMPLES_TIMEOUT_MS })
  })
}
