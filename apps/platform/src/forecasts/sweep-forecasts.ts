import type { DeskDatabase } from '#kernel/db/desk-database'
import { hourOf } from '#ledger/facts/pacing'
import { storeEffects } from './acts.store.ts'
import { storeFinishes } from './finishes.store.ts'
import { accountOutlooks, outlookOfAccount } from './account-outlooks.ts'
import { forecastAccount, readFit } from './forecast-account.ts'
import { judgeActs } from './judge-acts.ts'
import { sealForecasts } from './seal.store.ts'
import { accountsDue, markSwept, showForecasts } from './swept.store.ts'

/**
 * Seals the forecasts of all live sources, sub-quotas, surveys and projects, once an hour for each account, and stores the finishes that
 * score the earlier ones (docs/decisions/0105), and the effects of acts that are due (docs/decisions/0110); one process at a time.
 * @returns the number of accounts; null when another process is at it
 */
export async function sweepForecasts(database: DeskDatabase, nowMs: () => number): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('forecast-sweep', async lost => {
    const atMs = nowMs()
    const due = await database.readAsSystem(tx => accountsDue(tx, hourOf(atMs)))
    if (due.length === 0) return 0
    const outlooks = accountOutlooks(database)
    const installation = await outlooks.readInstallation(atMs)
    for (const accountId of due) {
      if (lost.aborted) break
      const { made, effects } = await database.readAsSystem(async tx => {
        const fitted = await readFit(tx, accountId, installation, atMs)
        outlooks.put(accountId, await outlookOfAccount(tx, accountId, fitted))
        return {
          made: await forecastAccount(tx, accountId, fitted),
          effects: await judgeActs(tx, accountId, fitted.fit, atMs),
        }
      })
      await database.asSystem(async tx => {
        await sealForecasts(tx, accountId, made)
        await storeFinishes(tx, accountId, atMs)
        await storeEffects(tx, accountId, effects)
        await markSwept(tx, accountId, hourOf(atMs))
      })
      await database.asSystem(tx => showForecasts(tx, accountId, made), { idempotent: true })
    }
    return due.length
  })
  return outcome.held ? outcome.value : null
}
