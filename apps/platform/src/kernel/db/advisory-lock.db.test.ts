import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'

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
