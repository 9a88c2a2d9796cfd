import { Effect } from 'effect'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import { StudyMaker } from '#testing/study'
import { Database } from '../db/database.ts'
import { DeskDatabase } from '../db/desk-database.ts'
import { actFor } from './act-for.ts'

const fresh = useDatabase()
const CONNECTION_TIMEOUT_MS = 300

test('repeats of a slow request wait for it and get its answer, without holding connections (I6)', async () => {
  const { url, database: outside } = fresh()
  const database = new DeskDatabase({
    url,
    log: silentLog,
    maxConnections: 3,
    connectionTimeoutMs: CONNECTION_TIMEOUT_MS,
  })
  onTestFinished(() => database.close())
  const study = await new StudyMaker(outside).study()
  const caller = { ...callerOf(study), address: '127.0.0.1', userAgent: null, idempotencyKey: 'one' }
  let acts = 0
  const send = () =>
    Effect.runPromise(
      actFor(Database.over(database), caller, ['slow'], async tx => {
        acts += 1
        await sql`select pg_sleep(${(3 * CONNECTION_TIMEOUT_MS) / 1000})`.execute(tx)
        return { kind: 'done' as const, answer: { done: acts } }
      }),
    )
  const sent = Array.from({ length: 50 }, send)
  await expect(database.ping()).resolves.toBeUndefined()
  expect(await Promise.all(sent)).toEqual(Array.from({ length: 50 }, () => ({ done: 1 })))
  expect(acts).toBe(1)
})
