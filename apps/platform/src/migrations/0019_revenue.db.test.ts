import { expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { revenues } from '#ledger/testing/figures'
import { back, entry, sent } from '#ledger/testing/operations'
import { makeStudy } from '#ledger/testing/study'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { useDatabase } from '#testing/database/harness'
import { runMigration } from '#testing/database/run-migration'
import { asOwner } from '#testing/database/test-server'
import { up } from './0019_revenue.ts'
import { COUNT_SUPPLIERS } from './0032_counts_by_code.ts'
import { up as countPricedRevenue } from './0120_priced_revenue.ts'

const fresh = useDatabase()

test('completes of before take the present sell price, tests and others none, and every figure is what the ledger says (F11)', async () => {
  const { url, database } = fresh()
  const studies = await database.asSystem(async tx => {
    const own = await makeStudy(tx, { sources: [{}, {}] })
    const ofProject = await makeStudy(tx, { accountId: own.accountId })
    const without = await makeStudy(tx)
    await tx.client.query('update survey set sell_price_cents = null where survey_id = any($1)', [
      [ofProject.surveyId, without.surveyId],
    ])
    await tx.client.query('update project set sell_price_cents = 900 where project_id = $1', [ofProject.projectId])
    return [own, ofProject, without]
  })
  const ledger = createLedger(database)
  for (const { accountId, sourceIds, testToken } of studies) {
    const entrants = sourceIds.flatMap(sourceId =>
      ['30', '31', 'test'].map(rid => entry(sourceId, rid, rid === 'test' ? { testToken } : {})),
    )
    const outcomes = await ledger.write(accountId, entrants)
    await ledger.write(
      accountId,
      outcomes.map((outcome, at) => back(sent(outcome).hex, entrants[at]?.rid === '31' ? '2000' : '1000')),
    )
  }
  await asOwner(
    url,
    `alter table respondent drop column sell_price_cents; alter table respondent_event drop column sell_price_cents; alter table rollup drop column revenue_cents; truncate supplier_rollup;
     alter table rollup drop column priced_revenue_cents; alter table supplier_rollup drop column priced_revenue_cents; alter table ledger_sum drop column priced_revenue_cents;
     update survey set sell_price_cents = 700 where sell_price_cents is not null`,
  )

  await runMigration(url, up)
  // as later migrations do
  await asOwner(url, COUNT_SUPPLIERS)
  await runMigration(url, countPricedRevenue)

  expect([await Promise.all(studies.map(study => revenues(database, study))), await verifyLedger(database)]).toEqual([
    [
      { source: 700, survey: 1_400, project: 1_400 },
      { source: 900, survey: 900, project: 900 },
      { source: 0, survey: 0, project: 0 },
    ],
    [],
  ])
  const kept = await asOwner(
    url,
    'select code, is_test as "isTest", array_agg(distinct sell_price_cents order by sell_price_cents) as prices from respondent group by 1, 2 order by 1, 2',
  )
  expect(kept).toEqual([
    { code: 30, isTest: false, prices: [0, 700, 900] },
    { code: 30, isTest: true, prices: [0, 700, 900] },
    { code: 31, isTest: false, prices: [null] },
  ])
})
