import { expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { foldSums } from '#ledger/sums/fold-sums.store'
import { back, entry, sent } from '#ledger/testing/operations'
import { makeStudy } from '#ledger/testing/study'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { useDatabase } from '#testing/database/harness'
import { runMigration } from '#testing/database/run-migration'
import { asOwner } from '#testing/database/test-server'
import { up } from './0120_priced_revenue.ts'

const fresh = useDatabase()

test('of earlier completes, those with a known supply price have revenue that the margin counts (§1.3, 0092)', async () => {
  const { url, database } = fresh()
  const ledger = createLedger(database)
  const study = await database.asSystem(tx =>
    makeStudy(tx, { sources: [{}, { type: 'lucid', supplyPriceCents: null }] }),
  )
  const { accountId, sourceIds, testToken } = study
  const entrants = sourceIds.flatMap(sourceId =>
    ['30', '31', 'test'].map(rid => entry(sourceId, rid, rid === 'test' ? { testToken } : {})),
  )
  const came = (await ledger.write(accountId, entrants)).map(sent)
  await ledger.write(
    accountId,
    came.map(({ hex }, at) => back(hex, entrants[at]?.rid === '31' ? '2000' : '1000')),
  )
  const folding = () => database.asSystem(tx => foldSums(tx, { sources: 100, lines: 1_000 }))
  await folding()
  const SUMS = 'select sum(priced_revenue_cents)::int as cents from ledger_sum where grain = $$day$$ and source_id <> 0'
  const before = await asOwner(url, SUMS)
  await asOwner(
    url,
    ['rollup', 'supplier_rollup', 'ledger_sum']
      .map(table => `alter table ${table} drop column priced_revenue_cents`)
      .join(';'),
  )

  await runMigration(url, up)

  expect(await verifyLedger(database)).toEqual([])
  await folding()
  const [priced, all] = [
    await asOwner(url, SUMS),
    await asOwner(
      url,
      'select revenue_cents::int as all, priced_revenue_cents::int as priced from rollup where scope = 1',
    ),
  ]
  expect([before, priced, all]).toEqual([[{ cents: 500 }], [{ cents: 500 }], [{ all: 1_000, priced: 500 }]])
})
