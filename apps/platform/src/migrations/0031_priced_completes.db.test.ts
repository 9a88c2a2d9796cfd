import { expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { back, entry, sent, TOLD } from '#ledger/testing/operations'
import { makeStudy } from '#ledger/testing/study'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { useDatabase } from '#testing/database/harness'
import { runMigration } from '#testing/database/run-migration'
import { asOwner } from '#testing/database/test-server'
import { up } from './0031_priced_completes.ts'

const fresh = useDatabase()

test('of the completes of before, those that cost something have a price: not tests, others, rejects and an exchange’s (§3.21, F11)', async () => {
  const { url, database } = fresh()
  const ledger = createLedger(database)
  const study = await database.asSystem(tx =>
    makeStudy(tx, { sources: [{}, { type: 'lucid', supplyPriceCents: null }] }),
  )
  const alone = await database.asSystem(tx => makeStudy(tx, { accountId: study.accountId }))
  for (const { accountId, sourceIds, testToken } of [study, alone]) {
    const entrants = sourceIds.flatMap(sourceId =>
      ['30', '31', 'taken back', 'test'].map(rid => entry(sourceId, rid, rid === 'test' ? { testToken } : {})),
    )
    const came = (await ledger.write(accountId, entrants)).map(sent)
    await ledger.write(
      accountId,
      came.map(({ hex }, at) => back(hex, entrants[at]?.rid === '31' ? '2000' : '1000')),
    )
    await ledger.write(
      accountId,
      came.filter((_, at) => entrants[at]?.rid === 'taken back').map(({ hex }) => back(hex, '2000', TOLD)),
    )
  }
  await asOwner(url, 'alter table rollup drop column priced_completes')

  await runMigration(url, up)

  const kept = await asOwner(
    url,
    'select scope, scope_id as id, completes::int, priced_completes::int as priced from rollup order by scope, scope_id',
  )
  const [priced = 0, exchange = 0] = study.sourceIds
  expect([kept, await verifyLedger(database)]).toEqual([
    [
      { scope: 1, id: study.projectId, completes: 2, priced: 1 },
      { scope: 1, id: alone.projectId, completes: 1, priced: 1 },
      { scope: 2, id: study.surveyId, completes: 2, priced: 1 },
      { scope: 2, id: alone.surveyId, completes: 1, priced: 1 },
      { scope: 3, id: priced, completes: 1, priced: 1 },
      { scope: 3, id: exchange, completes: 1, priced: 0 },
      { scope: 3, id: alone.sourceId, completes: 1, priced: 1 },
    ],
    [],
  ])
})
