import { expect, test } from 'vitest'
import { useDatabase } from '../db/testing/harness.ts'
import { createLedger } from './ledger.ts'
import { back, entry, sent } from './testing/operations.ts'
import { makeStudy } from './testing/study.ts'

const fresh = useDatabase()

test('smoke', async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx))
  const ledger = createLedger(database)
  const first = sent(await ledger.enter(study.accountId, entry(study.sourceId, 'r1')))
  expect(first.code).toBe(11)
  const done = sent(await ledger.return(study.accountId, back(first.hex, '1000')))
  expect(done).toEqual({ kind: 'sent', hex: first.hex, code: 30, outcome: 'complete', address: 'https://panel.example/complete?pid=r1&o=complete', repeat: false, late: false })
  const rows = await database.asSystem(async tx => (await tx.client.query('select * from rollup order by scope')).rows)
  console.log(rows)
})
