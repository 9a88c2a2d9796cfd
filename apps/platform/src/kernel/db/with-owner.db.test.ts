import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'
import { withOwner } from './with-owner.ts'

const fresh = useDatabase()

test('a connection of the owner that breaks during a query fails that query, and ends no process', async () => {
  const { url } = fresh()
  await expect(
    withOwner(url, 'breaks', owner => owner.query('select pg_terminate_backend(pg_backend_pid())')),
  ).rejects.toThrow('terminating connection due to administrator command')
})

test('one that breaks between two queries ends no process either: the next query tells', async () => {
  const { url } = fresh()
  const asked = withOwner(url, 'breaks', async owner => {
    const ended = new Promise<void>(resolve => owner.once('end', resolve))
    await asOwner(url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'breaks'`)
    await ended
    await owner.query('select 1')
  })
  await expect(asked).rejects.toThrow('Client has encountered a connection error and is not queryable')
})
