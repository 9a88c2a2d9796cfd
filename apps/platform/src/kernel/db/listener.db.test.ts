import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'
import type { DeskDatabase } from './desk-database.ts'

const fresh = useDatabase()

/** Collects notifications; `next()` waits for one. */
function inbox() {
  const waiting: ((payload: string) => void)[] = []
  const arrived: string[] = []
  return {
    put: (payload: string) => {
      const waiter = waiting.shift()
      if (waiter) waiter(payload)
      else arrived.push(payload)
    },
    next: (): Promise<string> => {
      const payload = arrived.shift()
      return payload === undefined ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve(payload)
    },
  }
}

const notify = (database: DeskDatabase, channel: string, payload: string) =>
  database.asSystem(tx => sql`select pg_notify(${channel}, ${payload})`.execute(tx))

test('a notification on a channel arrives, in order, at each listener', async () => {
  const { database } = fresh()
  const [first, second, other] = [inbox(), inbox(), inbox()]
  await database.listen('ledger', first.put)
  const end = await database.listen('ledger', second.put)
  await database.listen('Other "channel"', other.put)
  await notify(database, 'ledger', '1')
  await notify(database, 'ledger', '2')
  await notify(database, 'Other "channel"', '3')
  expect([
    await first.next(),
    await first.next(),
    await second.next(),
    await second.next(),
    await other.next(),
  ]).toEqual(['1', '2', '1', '2', '3'])
  await end()
  await notify(database, 'ledger', '4')
  await notify(database, 'Other "channel"', '5')
  expect([await first.next(), await other.next()]).toEqual(['4', '5'])
  second.put('nothing before')
  expect(await second.next()).toEqual('nothing before')
})

test('a rolled back notification does not arrive', async () => {
  const { database } = fresh()
  const box = inbox()
  await database.listen('rolled', box.put)
  await database
    .asSystem(async tx => {
      await sql`select pg_notify('rolled', 'no')`.execute(tx)
      throw new Error('back')
    })
    .catch(() => {})
  await notify(database, 'rolled', 'yes')
  expect(await box.next()).toEqual('yes')
})

test('after its connection was cut it tells the gap and listens again', async () => {
  const { database, url } = fresh()
  const [box, gaps] = [inbox(), inbox()]
  await database.listen('cut', box.put, { onGap: () => gaps.put('gap') })
  await asOwner(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'desk listener%' and datname = current_database()`,
  )
  expect(await gaps.next()).toEqual('gap')
  await notify(database, 'cut', 'after')
  expect(await box.next()).toEqual('after')
})
