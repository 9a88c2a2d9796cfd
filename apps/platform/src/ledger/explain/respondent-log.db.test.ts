import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { createLedger } from '../batches/ledger.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { listRespondents } from './respondent-log.store.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

async function traffic() {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, { defender: [{ rule: 'country' }], country: 'US' }))
  const ledger = createLedger(database)
  const entries = await ledger.write(
    study.accountId,
    ['r1', 'r2', 'r3', 'r4'].map((rid, at) =>
      entry(study.sourceId, rid, { atMs: noon + at * MINUTE_MS, country: rid === 'r2' ? 'ZZ' : 'US' }),
    ),
  )
  const [first, , third] = entries.map(sent)
  if (!first || !third) throw new Error('No entry')
  await ledger.write(study.accountId, [back(first.hex, '1000', { atMs: noon + 10 * MINUTE_MS })])
  await ledger.write(study.accountId, [back(third.hex, '2000', { atMs: noon + 11 * MINUTE_MS })])
  // a second answer changes no state
  await ledger.write(study.accountId, [back(first.hex, '2000', { atMs: noon + 12 * MINUTE_MS })])
  const list = (asked: Parameters<typeof listRespondents>[3], accountId = study.accountId) =>
    database.readAsAccount(accountId, tx => listRespondents(tx, accountId, study.sourceId, asked))
  return { study, list }
}

test('each respondent of a source is listed once, by the last change of their state, with its rule and the supplier (day.md §3)', async () => {
  const { list } = await traffic()
  const { respondents, next } = await list({ limit: 10 })
  expect(respondents.map(({ rid, code, at, rule, supplier }) => [rid, code, at, rule, supplier])).toEqual([
    ['r3', 31, new Date(noon + 11 * MINUTE_MS).toISOString(), null, 'Panel'],
    ['r1', 30, new Date(noon + 10 * MINUTE_MS).toISOString(), null, 'Panel'],
    ['r4', 11, new Date(noon + 3 * MINUTE_MS).toISOString(), null, 'Panel'],
    ['r2', 20, new Date(noon + MINUTE_MS).toISOString(), 'country', 'Panel'],
  ])
  expect(next).toBeNull()
})

test('a page goes on where the one before ended, and a state or a time leaves others out (day.md §3)', async () => {
  const { list } = await traffic()
  const rids = async (asked: Parameters<typeof list>[0]) => (await list(asked)).respondents.map(({ rid }) => rid)
  const first = await list({ limit: 3 })
  expect(first.respondents.map(({ rid }) => rid)).toEqual(['r3', 'r1', 'r4'])
  expect(await rids({ limit: 3, before: first.next ?? 0 })).toEqual(['r2'])
  expect(await rids({ limit: 10, code: 20 })).toEqual(['r2'])
  // r1 has entered the survey before
  expect(await rids({ limit: 10, code: 11 })).toEqual(['r4'])
  expect(await rids({ limit: 10, from: new Date(noon + 10 * MINUTE_MS).toISOString() })).toEqual(['r3', 'r1'])
})
