import type { Chance } from '#demo/random'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '#ledger/batches/ledger'
import type { LedgerOperation } from '#ledger/facts/ledger-operations'
import { sweepSums } from '#ledger/sweeps/sweeps'
import { back, due, entry, sent, TOLD } from '#ledger/testing/operations'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const RETURNS = ['1000', '1000', '2000', '3000', '4000'] as const

/** A source with its suppliers. */
export interface TrafficSource {
  readonly sourceId: number
  readonly supplierIds: readonly [number, ...number[]]
}

/** Respondents of so many days until now, through the real ledger; some complete, are turned away, abandon or are still in progress. */
export async function makeTraffic(
  database: DeskDatabase,
  accountId: number,
  {
    sources,
    days,
    chance,
  }: { readonly sources: readonly TrafficSource[]; readonly days: number; readonly chance: Chance },
): Promise<void> {
  let nowMs = Date.now() - days * DAY_MS - HOUR_MS
  const ledger = createLedger(database, { nowMs: () => nowMs })
  for (let day = 0; day <= days; day += 1) {
    const entries = sources.flatMap(({ sourceId, supplierIds }) =>
      Array.from({ length: chance.whole(1, 4) }, (_, at) =>
        entry(sourceId, `d${day}-${sourceId}-${at}`, { atMs: nowMs, supplierId: chance.pick(supplierIds) }),
      ),
    )
    const outcomes = await ledger.write(accountId, entries)
    nowMs += 20 * 60_000
    const ends = outcomes.flatMap((outcome): LedgerOperation[] => {
      const { hex } = sent(outcome)
      const way = chance.whole(1, 8)
      if (way === 8) return []
      return way === 7 ? [due(hex, nowMs)] : [back(hex, chance.pick(RETURNS), { atMs: nowMs, ...TOLD })]
    })
    await ledger.write(accountId, ends)
    nowMs += DAY_MS - 20 * 60_000
  }
  await sweepSums({ database })
}
