import { LEVEL_RULES } from '@desk/schema/defender/levels'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DeskDatabase } from '#kernel/db/desk-database'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy, type Study } from '../testing/study.ts'
import { createLedger, type Ledger } from './ledger.ts'

const MINUTE_MS = 60_000

const fresh = useDatabase()
let second: DeskDatabase
/** Two platforms on one database. */
let ledgers: readonly [Ledger, Ledger]
let study: Study

beforeAll(() => {
  second = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 4 })
  const gatherMs = { least: 0, most: 0 }
  ledgers = [createLedger(fresh().database, { gatherMs }), createLedger(second, { gatherMs })]
})
afterAll(() => second.close())
// the most robust rules, which only record
beforeEach(async () => {
  study = await fresh().database.asSystem(tx => makeStudy(tx, { sources: [{}, {}] }))
  await rows('insert into account_defender (account_id, rules, version) values ($1, $2, 1) returning version', [
    JSON.stringify(LEVEL_RULES[5]),
  ])
})

const rows = async (text: string, values: readonly unknown[] = []): Promise<unknown[]> => {
  const answer = await fresh().database.asAccount(study.accountId, tx =>
    tx.client.query<unknown[]>({ text, values: [study.accountId, ...values], rowMode: 'array' }),
  )
  return answer.rows
}
const of = (rid: string, more: object = {}, source = 0) =>
  entry(study.sourceIds[source] ?? 0, rid, { supplierId: study.supplierId, fingerprint: `f-${rid}`, ...more })

test('of 60 entrants at once with one device and one address, on two platforms, each counts all who came before it in the survey (defender.md §1)', async () => {
  for (const ledger of ledgers) await ledger.enter(study.accountId, of(`first-${ledgers.indexOf(ledger)}`))
  await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      ledgers[at % 2 === 0 ? 0 : 1].enter(
        study.accountId,
        of(`e-${at}`, { fingerprint: 'one', address: '203.0.113.9' }, at % 3 === 0 ? 1 : 0),
      ),
    ),
  )
  const inOrder = await rows(
    `select e.same_fingerprint, e.same_address, e.attempts from respondent_event e join respondent r on r.account_id = e.account_id and r.rdud = e.rdud
     where e.account_id = $1 and r.fingerprint = 'one' order by 1`,
  )
  expect(inOrder).toEqual(Array.from({ length: 60 }, (_, at) => [at, at, at + 1]))
})

test('an entrant who waits for another platform’s batch counts its entrants too (defender.md §1)', async () => {
  for (const ledger of ledgers) await ledger.enter(study.accountId, of(`first-${ledgers.indexOf(ledger)}`))
  const waiting = async (batches: number) =>
    expect.poll(() => rows('select count(*)::int from pg_locks where not granted and $1 > 0')).toEqual([[batches]])
  const shared = { fingerprint: 'one', address: '203.0.113.9' }
  const [one, other] = await fresh().database.asAccount(study.accountId, async tx => {
    await tx.client.query('select from rollup where account_id = $1 for update', [study.accountId])
    const before = ledgers[0].write(study.accountId, [of('a', shared), of('b', shared)])
    await waiting(1)
    const after = ledgers[1].write(study.accountId, [of('c', shared), of('d', shared)])
    await waiting(2)
    return [before, after]
  })
  await Promise.all([one, other])
  expect(
    await rows(
      `select r.rid, e.same_fingerprint, e.same_address, e.attempts from respondent_event e join respondent r on r.account_id = e.account_id and r.rdud = e.rdud
       where e.account_id = $1 and r.fingerprint = 'one' order by 1`,
    ),
  ).toEqual([
    ['a', 0, 0, 1],
    ['b', 1, 1, 2],
    ['c', 2, 2, 3],
    ['d', 3, 3, 4],
  ])
})

test('of an address that more than 1,000 others have all are counted, and so are the other marks of its entrants (defender.md §1)', async () => {
  const many = Array.from({ length: 1_050 }, (_, at) => of(`many-${at}`, { address: '198.51.100.1' }))
  await ledgers[0].write(study.accountId, many)
  await ledgers[0].write(study.accountId, [of('single', { address: '198.51.100.200' })])
  await ledgers[1].write(study.accountId, [
    of('a', { address: '198.51.100.1' }),
    of('b', { address: '198.51.100.200', fingerprint: 'f-many-7' }),
    of('single', { address: '198.51.100.201' }, 1),
    of('nobody', { address: '198.51.100.202' }),
  ])
  expect(
    await rows(
      `select r.rid, e.same_fingerprint, e.same_address, e.same_rid, e.attempts from respondent r join respondent_event e on e.account_id = r.account_id and e.rdud = r.rdud
       where r.account_id = $1 and (r.rid in ('a', 'b', 'nobody') or r.address = '198.51.100.201') order by r.rid`,
    ),
  ).toEqual([
    ['a', 0, 1_050, 0, 1_002],
    ['b', 1, 1, 0, 2],
    ['nobody', 0, 0, 0, 1],
    ['single', 1, 0, 1, 2],
  ])
})

test('the verdicts of a return that is sent again, in one batch and after it, appear once each (docs/decisions/0068)', async () => {
  const atMs = Date.now()
  const { hex } = sent(await ledgers[0].enter(study.accountId, of('back', { atMs })))
  const returnsAfter = (minutes: number) => back(hex, '1000', { atMs: atMs + minutes * MINUTE_MS })
  await ledgers[0].write(study.accountId, [returnsAfter(1), returnsAfter(20), returnsAfter(30)])
  await ledgers[1].write(study.accountId, [returnsAfter(40)])
  expect(
    await rows('select rule, value from rule_verdict where account_id = $1 and at_return order by at, rule'),
  ).toEqual([
    ['speeder', '60 s'],
    ['ghost', 'again after 19 min'],
  ])
})
