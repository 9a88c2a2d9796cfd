import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import { recordEdit } from '#kernel/history/history.store'
import { openSource } from '../save-source.ts'
import { factsOf } from '../source-facts.ts'
import { updateSource } from '../sources.store.ts'
import { tellTable } from '../table-moved.ts'
import { judgeBoost } from './boost-rules.ts'
import { listBoosted, lockBoosted, watchFrom } from './boost.store.ts'

export interface BoostPorts {
  readonly database: DeskDatabase
  readonly nowMs: () => number
}

const PAGE = 500

/**
 * Raises the supply prices of boosted sources that are behind pace (docs/decisions/0049), one process at a time.
 * @returns the number of steps; null when another process is at it
 */
export async function sweepBoosts({ database, nowMs }: BoostPorts): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('auto-boost-sweep', async lost => {
    let raised = 0
    let afterId = 0
    while (!lost.aborted) {
      const page = await database.readAsSystem(tx => listBoosted(tx, afterId, PAGE))
      for (const source of page) {
        if (lost.aborted) break
        const atMs = nowMs()
        if (judgeBoost(source, atMs).kind === 'wait') continue
        const { accountId, sourceId } = source
        if (
          await database.asAccount(accountId, tx => boostSource(tx, accountId, sourceId, atMs), {
            idempotent: true,
          })
        )
          raised += 1
      }
      afterId = page.at(-1)?.sourceId ?? afterId
      if (page.length < PAGE) break
    }
    return raised
  })
  return outcome.held ? outcome.value : null
}

/**
 * Judges one source under its lock, even if another process does so at this moment, and raises its price or watches
 * it again; as the system, with history and feed.
 * @returns whether its price went up
 */
export async function boostSource(tx: Tx, accountId: number, sourceId: number, atMs: number): Promise<boolean> {
  const source = await openSource(tx, accountId, sourceId)
  const boosted = source && (await lockBoosted(tx, accountId, sourceId))
  if (!source || !boosted) return false
  const verdict = judgeBoost(boosted, atMs)
  const watch = () => watchFrom(tx, boosted, { completes: boosted.completes, atMs })
  if (verdict.kind === 'watch') await watch()
  if (verdict.kind !== 'raise') return false
  const before = await factsOf(tx, accountId, sourceId)
  await updateSource(tx, accountId, sourceId, { ...source.columns, supplyPriceCents: verdict.toCents })
  await watch()
  await recordEdit(tx, {
    accountId,
    scope: 'source',
    id: sourceId,
    userId: null,
    agent: 'auto_boost',
    at: new Date(atMs),
    act: 'edited',
    before,
    after: await factsOf(tx, accountId, sourceId),
  })
  await tellTable(tx, accountId, boosted.surveyId, [sourceId])
  return true
}
