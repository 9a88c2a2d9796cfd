import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { explainRespondent } from '../explain/explain.store.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger } from './ledger.ts'

const fresh = useDatabase()

/** A source of two suppliers, and respondents of theirs; each call is one batch. */
async function shared(target: number, shares: readonly number[]) {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, { suppliers: shares.length, sources: [{ target }] }))
  const { accountId, sourceId, supplierIds } = study
  const share = (supplier: number, percent: number) =>
    database.asAccount(accountId, tx =>
      tx.client.query('update source_supplier set allocation_percent = $1 where account_id = $2 and supplier_id = $3', [
        percent,
        accountId,
        supplierIds[supplier],
      ]),
    )
  for (const [supplier, percent] of shares.entries()) await share(supplier, percent)
  const ledger = createLedger(database)
  let entrants = 0
  const enter = async (suppliers: readonly number[], more: { testToken?: string } = {}) =>
    (
      await ledger.write(
        accountId,
        suppliers.map(supplier =>
          entry(sourceId, `r${++entrants}`, { supplierId: supplierIds[supplier] ?? null, ...more }),
        ),
      )
    ).map(outcome => sent(outcome))
  const complete = async (hexes: readonly string[]) =>
    ledger.write(
      accountId,
      hexes.map(hex => back(hex, '1000')),
    )
  const codes = async (suppliers: readonly number[], more: { testToken?: string } = {}) =>
    (await enter(suppliers, more)).map(({ code }) => code)
  const explain = (rid: string) =>
    database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, sourceId, rid))
  return { database, study, ledger, share, enter, complete, codes, explain }
}

describe('a supplier that has its share of the target gets overquota, and the others go on (§3.9)', () => {
  test('from the next entrant on, in the same batch too; Explain names the rule', async () => {
    const { database, study, ledger, enter, complete, codes, explain } = await shared(4, [50, 50])
    const first = await enter([0, 0, 0, 0])
    // 50 % of 4 with one more: the fourth completes above it, since they are in progress
    await complete(first.slice(0, 2).map(({ hex }) => hex))
    expect(await codes([0, 1])).toEqual([11, 11])
    const [, , third] = first
    const outcomes = await ledger.write(study.accountId, [
      back(third?.hex ?? '', '1000'),
      entry(study.sourceId, 'late', { supplierId: study.supplierIds[0] ?? null }),
      entry(study.sourceId, 'other', { supplierId: study.supplierIds[1] ?? null }),
    ])
    const [, late, other] = outcomes.map(outcome => sent(outcome))
    expect([late?.code, late?.outcome, other?.code]).toEqual([22, 'overquota', 11])
    const told = await explain('late')
    expect(
      told?.steps.flatMap(({ rule, threshold, value }) => (rule === null ? [] : [[rule, threshold, value]])),
    ).toEqual([['allocation', '50 % of 4, up to 3', '3 completes']])
    expect(await verifyLedger(database)).toEqual([])
  })

  test('a corrected complete gives its place back', async () => {
    const { enter, complete, codes, ledger, study } = await shared(4, [50, 50])
    const hexes = (await enter([0, 0, 0])).map(({ hex }) => hex)
    await complete(hexes)
    expect(await codes([0])).toEqual([22])
    await ledger.write(study.accountId, [back(hexes[0] ?? '', '2000', { viaServer: true, parameters: null })])
    expect(await codes([0])).toEqual([11])
  })

  test('another share acts on the very next entrant; none at all lets no respondent in, and a test passes', async () => {
    const { share, codes, study } = await shared(10, [100, 0])
    expect(await codes([1])).toEqual([22])
    expect(await codes([1], { testToken: study.testToken })).toEqual([11])
    await share(1, 50)
    expect(await codes([1, 0])).toEqual([11, 11])
  })

  test('a supplier alone fills the whole target', async () => {
    const { enter, complete, codes } = await shared(3, [20])
    await complete((await enter([0, 0])).map(({ hex }) => hex))
    expect(await codes([0])).toEqual([11])
  })
})
