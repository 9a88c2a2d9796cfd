import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { foldEndings } from './ending-counts.store.ts'
import { noon, openLedger } from '../testing/open-ledger.ts'
import { repairLedger, verifyLedger } from '../verify/verify-ledger.ts'

const fresh = useDatabase()
const HOUR = noon / 3_600_000

async function open() {
  const desk = await openLedger(fresh().database, {
    sources: [{ qualifications: [{ param: 'age', min: 18, max: 30 }] }],
    defender: [{ rule: 'duplicate_fingerprint' }],
  })
  const { accountId, sourceId, supplierId } = desk.study
  const grown = { parameters: new Map([['age', '20']]) }
  const counts = async () => {
    const { rows } = await desk.database.readAsAccount(accountId, tx =>
      tx.client.query<{ grain: number; slot: number; code: number; rule: string; respondents: number }>(
        `select grain, slot, source_id, supplier_id, code, rule, respondents from ending_count where account_id = $1 and respondents <> 0 order by grain, code, rule`,
        [accountId],
      ),
    )
    return rows
  }
  const fold = () => desk.database.asSystem(tx => foldEndings(tx, 500))
  return { ...desk, sourceId, supplierId, grown, counts, fold }
}

describe('where entrants end', () => {
  test('counts by the hour of entry, source, supplier, state and rule; a return moves its respondent (§2.27)', async () => {
    const { enter, return: back, grown, counts, fold, sourceId, supplierId, database } = await open()
    const { hex } = await enter('a', { fingerprint: 'f', ...grown })
    await enter('b', { fingerprint: 'f', ...grown })
    await enter('c', { parameters: new Map([['age', '70']]) })
    await enter('d', grown)
    await fold()
    const of = { source_id: sourceId, supplier_id: supplierId }
    const hour = (code: number, rule: string, respondents: number) => ({
      grain: 1,
      slot: HOUR,
      ...of,
      code,
      rule,
      respondents,
    })
    const entered = [hour(11, '', 2), hour(20, 'duplicate_fingerprint', 1), hour(21, 'qualification', 1)]
    expect(await counts()).toEqual([
      ...entered,
      ...entered.map(row => ({ ...row, grain: 2, slot: Math.floor(HOUR / 24) })),
      ...entered.map(row => ({ ...row, grain: 3, source_id: 0, supplier_id: 0 })),
      ...entered.map(row => ({ ...row, grain: 4, slot: Math.floor(HOUR / 24 / 28) })),
      ...entered.map(row => ({ ...row, grain: 5, slot: Math.floor(HOUR / 24), source_id: 0, supplier_id: 0 })),
    ])
    // an hour later, and counted in the hour of the entry
    await back(hex, '2000', { atMs: noon + 3_600_000 })
    await fold()
    expect((await counts()).filter(({ grain }) => grain === 1)).toEqual([
      hour(11, '', 1),
      hour(20, 'duplicate_fingerprint', 1),
      hour(21, 'qualification', 1),
      hour(31, '', 1),
    ])
    expect(await verifyLedger(database)).toEqual([])
  })

  test('what batches appended counts before a sweep has added it up, and a wrong count is found and repaired', async () => {
    const { enter, grown, counts, fold, database, study } = await open()
    await enter('a', grown)
    expect([await counts(), await verifyLedger(database)]).toEqual([[], []])
    await fold()
    await database.asAccount(study.accountId, tx =>
      tx.client.query('update ending_count set respondents = 7 where account_id = $1 and grain = 3', [study.accountId]),
    )
    expect(await verifyLedger(database)).toMatchObject([{ where: 'ending', stored: '7', ledger: '1' }])
    await repairLedger(database)
    expect(await verifyLedger(database)).toEqual([])
  })
})
