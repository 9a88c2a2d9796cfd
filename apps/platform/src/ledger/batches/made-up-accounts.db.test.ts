import { expect, test } from 'vitest'
import { autoPause } from '#statuses/auto-pause'
import { useDatabase } from '#testing/database/harness'
import type { LedgerOperation } from '../facts/ledger-operations.ts'
import { newRdudHex } from '../facts/rdud.ts'
import { back, entry } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { runBatch } from './batch-transaction.ts'
import { LoiWindows } from './loi-medians.ts'
import { StudySetupCache } from './study-setups.ts'

/** Tells for whom it keeps something. */
class WatchedCache extends StudySetupCache {
  readonly accountIds: number[] = []

  override read(...given: Parameters<StudySetupCache['read']>): ReturnType<StudySetupCache['read']> {
    this.accountIds.push(given[1])
    return super.read(...given)
  }
}

const fresh = useDatabase()

test('nothing is cached for unknown accounts: made-up RDUDs can name two thousand million of them (F12)', async () => {
  const { accountId, sourceId } = await fresh().database.asSystem(tx => makeStudy(tx))
  const setups = new WatchedCache()
  const ports = { autoPause, setups, windows: new LoiWindows(), onDrift: () => undefined, placeKeptMs: 0 }
  const nowMs = Date.now()
  const run = (account: number, operation: LedgerOperation) =>
    fresh().database.asAccount(
      account,
      async tx => (await runBatch(tx, account, [operation], ports, { nowMs })).outcomes[0],
    )
  const madeUp = [
    await run(999_001, back(newRdudHex(), '1000')),
    await run(999_002, back(newRdudHex(), '1000')),
    await run(999_003, entry(sourceId, 'r')),
  ]
  expect(madeUp.map(outcome => outcome?.kind === 'not_found' && outcome.what)).toEqual([
    'respondent',
    'respondent',
    'source',
  ])
  expect((await run(accountId, entry(sourceId, 'r')))?.kind).toBe('sent')
  expect(setups.accountIds).toEqual([accountId])
})
