import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { adjustAll } from '#ledger/testing/adjust-all'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { findWindow } from '../reconciliation/requests.store.ts'
import { closePeriod, sweepPeriods } from './close-period.ts'
import { sumOpen } from './movements.store.ts'
import { findKey, statementKey } from './statement-keys.ts'
import { fingerprintOf } from './node-crypto.ts'
import { listStatements } from './statements.store.ts'

const fresh = useDatabase()
const KEY = statementKey('the desk of the tests')
const DAY_MS = 86_400_000
const OCTOBER_MS = Date.UTC(2026, 9, 15, 12)
const at = new Date(Date.UTC(2026, 10, 3, 12))

/** An account with two suppliers of one project each, and what closes its October. */
async function open() {
  const { database } = fresh()
  const make = new StudyMaker(database)
  const { accountId, userId, supplierId, sourceIds } = await make.study()
  const other = await make.study({ accountId })
  const actor = { ...callerOf({ accountId, userId }), at }
  return {
    database,
    accountId,
    userId,
    one: { accountId, sourceId: sourceIds[0] ?? 0, supplierId },
    other: { accountId, sourceId: other.sourceIds[0] ?? 0, supplierId: other.supplierId },
    close: () => database.asAccount(accountId, tx => closePeriod(tx, actor, '2026-10', KEY)),
  }
}

type Open = Awaited<ReturnType<typeof open>>

/** Each statement as its month, supplier, lines and cents; and what the source tables say that suppliers cost. */
const booksOf = ({ database, accountId }: Open) =>
  database.readAsAccount(accountId, async tx => {
    const closed = await listStatements(tx, accountId, '2026-01', '2026-12', { scope: 'supplier', search: '' }, 100)
    const window = await findWindow(tx, accountId)
    const still = await sumOpen(tx, accountId, window, closed.length === 0 ? '2026-10' : '2026-11', 'supplier')
    const { rows } = await sql<{ cents: number }>`
      select sum(expense_cents)::float8 as cents from supplier_rollup where account_id = ${accountId}`.execute(tx)
    const statements = [...closed, ...still].map(
      ({ month, scopeId, completes, adjustments, total_cents: cents }) =>
        [month, scopeId, completes, adjustments, cents] as const,
    )
    return {
      statements: statements.toSorted((one, two) => one[0].localeCompare(two[0]) || one[1] - two[1]),
      isToTheCent: statements.reduce((sum, [, , , , cents]) => sum + cents, 0) === rows[0]?.cents,
    }
  })

/** A promise that the test resolves. */
function gate() {
  let open: () => void = () => {}
  const promise = new Promise<void>(resolve => {
    open = resolve
  })
  onTestFinished(() => open())
  return { promise, open: () => open() }
}

test('a line not yet committed when a month closes, though the ledger numbered it before, is an adjustment of the next month (settlement.md §2)', async () => {
  const desk = await open()
  const { database, accountId, one, other } = desk
  const [rejected] = await makeRespondents(database, one, ['early', 'stays'], { endedAtMs: OCTOBER_MS })
  const written = gate()
  const released = gate()
  const late = createLedger(database).reconcile(accountId, async (tx, adjust) => {
    await adjustAll(tx, adjust, accountId, [
      {
        kind: 'reconcile',
        verdict: 'rejected',
        hex: rejected?.hex ?? '',
        atMs: OCTOBER_MS + 1_000,
        reason: 931,
        requestId: 1,
        expected: { code: 30, endedAtMs: OCTOBER_MS },
      },
    ])
    written.open()
    await released.promise
  })
  await written.promise
  // its line comes after the open one, and is committed before it
  await makeRespondents(database, other, ['third'], { endedAtMs: OCTOBER_MS })
  expect((await desk.close()).kind).toBe('done')
  released.open()
  await late
  expect(await booksOf(desk)).toEqual({
    statements: [
      ['2026-10', one.supplierId, 2, 0, 500],
      ['2026-10', other.supplierId, 1, 0, 250],
      ['2026-11', one.supplierId, 0, 1, -250],
    ],
    isToTheCent: true,
  })
})

test('a complete of a closed month that comes later, however old its time is, is an adjustment of the next month (settlement.md §2)', async () => {
  const desk = await open()
  const { database, one } = desk
  await makeRespondents(database, one, ['first'], { endedAtMs: OCTOBER_MS })
  await desk.close()
  await makeRespondents(database, one, ['late'], { endedAtMs: OCTOBER_MS })
  await makeRespondents(database, one, ['later'], { endedAtMs: OCTOBER_MS - 60 * DAY_MS })
  expect(await booksOf(desk)).toEqual({
    statements: [
      ['2026-10', one.supplierId, 1, 0, 250],
      ['2026-11', one.supplierId, 0, 2, 500],
    ],
    isToTheCent: true,
  })
})

test('of many who close a month at once, the sweep among them, one does, and each line is in one statement (settlement.md §2)', async () => {
  const desk = await open()
  const { database, one, other } = desk
  await makeRespondents(database, one, ['a', 'b'], { endedAtMs: OCTOBER_MS })
  await makeRespondents(database, other, ['c'], { endedAtMs: OCTOBER_MS })
  const sweep = () => sweepPeriods({ database, key: KEY, nowMs: () => Date.UTC(2026, 11, 1, 12) })
  const [, ...outcomes] = await Promise.all([sweep(), ...Array.from({ length: 5 }, desk.close)])
  // none, where the sweep came first
  expect(outcomes.filter(({ kind }) => kind === 'done').length).toBeLessThanOrEqual(1)
  expect(outcomes.filter(({ kind }) => kind !== 'done')).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'refused', reason: 'already_closed' })]),
  )
  expect(await booksOf(desk)).toEqual({
    statements: [
      ['2026-10', one.supplierId, 2, 0, 500],
      ['2026-10', other.supplierId, 1, 0, 250],
    ],
    isToTheCent: true,
  })
})

test('a closing that fails leaves nothing of it: no period, no line, no key (settlement.md §2)', async () => {
  const desk = await open()
  const { database, accountId, userId, one } = desk
  await makeRespondents(database, one, ['a'], { endedAtMs: OCTOBER_MS })
  await expect(
    database.asAccount(accountId, async tx => {
      await closePeriod(tx, { ...callerOf({ accountId, userId }), at }, '2026-10', KEY)
      throw new Error('The process ended')
    }),
  ).rejects.toThrow('The process ended')
  const { rows } = await database.readAsSystem(tx =>
    sql`
      select (select count(*)::int from statement_period where account_id = ${accountId}) as periods,
        (select count(*)::int from statement_line where account_id = ${accountId}) as lines,
        (select count(*)::int from statement_key where account_id = ${accountId}) as keys`.execute(tx),
  )
  expect(rows).toEqual([{ periods: 0, lines: 0, keys: 0 }])
  expect((await desk.close()).kind).toBe('done')
})

test('an account signs with one key; once the desk’s secret key is another, with a new one, and both are published without their private parts (docs/decisions/0059)', async () => {
  const desk = await open()
  const { database, accountId, userId, one, other } = desk
  await makeRespondents(database, one, ['a'], { endedAtMs: OCTOBER_MS })
  await makeRespondents(database, other, ['b'], { endedAtMs: OCTOBER_MS })
  await makeRespondents(database, one, ['c'], { endedAtMs: OCTOBER_MS + 31 * DAY_MS })
  await desk.close()
  const later = { ...callerOf({ accountId, userId }), at: new Date(Date.UTC(2026, 11, 3, 12)) }
  const another = statementKey('another secret key')
  await database.asAccount(accountId, tx => closePeriod(tx, later, '2026-11', another))
  const { rows: statements } = await database.readAsAccount(accountId, tx =>
    sql<{ month: string; publicKey: string }>`
      select month, encode(public_key, 'hex') as "publicKey" from statement where account_id = ${accountId} and scope = 'supplier'`.execute(
      tx,
    ),
  )
  const keysOf = (month: string) => new Set(statements.filter(each => each.month === month).map(each => each.publicKey))
  expect([statements.length, keysOf('2026-10').size, keysOf('2026-11').size]).toEqual([3, 1, 1])
  expect(keysOf('2026-11')).not.toEqual(keysOf('2026-10'))
  for (const publicKey of [...keysOf('2026-10'), ...keysOf('2026-11')]) {
    const fingerprint = fingerprintOf(Buffer.from(publicKey, 'hex')).toString('hex')
    expect(await database.readAsSystem(tx => findKey(tx, fingerprint))).toEqual({
      accountId,
      accountName: expect.any(String),
      publicKey,
    })
  }
})
