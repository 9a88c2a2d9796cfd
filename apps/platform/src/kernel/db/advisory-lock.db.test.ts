import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { asOwner, silentLog } from '#testing/database/test-server'
import { DeskDatabase } from './desk-database.ts'

const fresh = useDatabase()

test('one holds the lock, another is refused, and it is released', async () => {
  const { database } = fresh()
  const outcome = await database.withAdvisoryLock('sweep', async () => ({
    same: await database.withAdvisoryLock('sweep', async () => 'inner'),
    other: await database.withAdvisoryLock('other sweep', async () => 'inner'),
  }))
  expect(outcome).toEqual({ held: true, value: { same: { held: false }, other: { held: true, value: 'inner' } } })
  expect(await database.withAdvisoryLock('sweep', async () => 'again')).toEqual({ held: true, value: 'again' })
})

test('it is released when its work fails, and the failure arrives', async () => {
  const { database } = fresh()
  await expect(database.withAdvisoryLock('failing', () => Promise.reject(new Error('no')))).rejects.toEqual(
    new Error('no'),
  )
  expect(await database.withAdvisoryLock('failing', async () => 'again')).toEqual({ held: true, value: 'again' })
})

test('work whose lock is lost with its connection is aborted', async () => {
  const { database, url } = fresh()
  const outcome = await database.withAdvisoryLock('lost', async signal => {
    const lost = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
    await asOwner(
      url,
      `select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = current_database()`,
    )
    await lost
    return signal.aborted
  })
  expect(outcome).toEqual({ held: true, value: true })
  expect(await database.withAdvisoryLock('lost', async () => 'again')).toEqual({ held: true, value: 'again' })
})

test('work under a dozen locks at once goes on with one connection for all', async () => {
  const small = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 1 })
  try {
    const names = Array.from({ length: 12 }, (_, index) => `sweep ${index}`)
    let begun = 0
    let allBegan = () => {}
    const everyoneHolds = new Promise<void>(resolve => {
      allBegan = resolve
    })
    const sweep = async (name: string) => {
      begun += 1
      if (begun === names.length) allBegan()
      await everyoneHolds
      await small.ping()
      return name
    }
    expect(await Promise.all(names.map(name => small.withAdvisoryLock(name, () => sweep(name))))).toEqual(
      names.map(value => ({ held: true, value })),
    )
  } finally {
    await small.close()
  }
})

test('a desk that closes waits for the work under its locks, and gives them back', async () => {
  const { url, database } = fresh()
  const closing = new DeskDatabase({ url, log: silentLog })
  let finish = () => {}
  const begun = new Promise<void>(resolve => {
    void closing.withAdvisoryLock('closing', () => {
      resolve()
      return new Promise<void>(done => {
        finish = done
      })
    })
  })
  await begun
  const closed = closing.close()
  expect(await database.withAdvisoryLock('closing', async () => 'too early')).toEqual({ held: false })
  finish()
  await closed
  expect(await database.withAdvisoryLock('closing', async () => 'free')).toEqual({ held: true, value: 'free' })
})
