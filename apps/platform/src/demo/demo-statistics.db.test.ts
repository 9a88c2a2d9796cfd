import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { makeDemoAccounts } from './demo-accounts.ts'
import { countDemoRows } from './demo-statistics.ts'

const fresh = useDatabase()

test('PostgreSQL knows how many rows the demo wrote before anybody reads them: a first report took 15 s, and was given up', async () => {
  const { database, url } = fresh()
  await database.asSystem(makeDemoAccounts)
  const known = () =>
    database.readAsSystem(async tx => {
      const { rows } = await sql<{ known: number; users: number }>`
        select reltuples::int as known, (select count(*)::int from app_user) as users from pg_class where oid = 'app_user'::regclass`.execute(
        tx,
      )
      return rows[0]
    })
  const before = await known()
  expect(before?.known).not.toBe(before?.users)
  await countDemoRows(url)
  expect(await known()).toEqual({ known: before?.users, users: before?.users })
})
