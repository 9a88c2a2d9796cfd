import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#migrations/migrate'
import { makeSwitchedServer, type SwitchedServer } from '#testing/database/standby'
import { silentLog } from '#testing/database/test-server'
import { DeskDatabase } from './desk-database.ts'
import { openDatabaseUrl } from './open-database.ts'

const READ_ONLY = expect.objectContaining({
  _tag: 'DatabaseUnavailable',
  reason: 'this server only reads: it is a standby, or was made read-only',
})

let server: SwitchedServer
let database: DeskDatabase

const lines: string[] = []
const line = (_fields: object, message: string): void => void lines.push(message)
const log = { ...silentLog, info: line, warn: line, error: line }

beforeAll(async () => {
  server = await makeSwitchedServer(async url => void (await migrate(url, { migrations: {} })))
  await server.startAsPrimary()
  database = new DeskDatabase({ url: server.url, log, maxConnections: 3 })
})

afterAll(async () => {
  await database.close()
  await server.stop()
  server.remove()
})

const outcome = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test('a primary that comes back as a standby is no database until it is promoted: no call, no lock and no listener uses it', async () => {
  let hasGap = () => {}
  const gap = new Promise<void>(resolve => {
    hasGap = resolve
  })
  await database.listen('things', () => {}, { onGap: () => hasGap() })
  await Promise.all([database.ping(), database.ping(), database.ping()])
  await server.stop()
  await server.startAsStandby()

  const write = () => database.asSystem(async tx => (await sql`select 1 as one`.execute(tx)).rows)
  const read = () => database.readAsSystem(async tx => (await sql`select 1 as one`.execute(tx)).rows)
  const lock = () => database.withAdvisoryLock('sweep', async () => 'done')
  const asked = [write(), write(), write(), read(), database.snapshotName(), lock(), database.ping()]
  expect(await Promise.all(asked.map(outcome))).toEqual(asked.map(() => READ_ONLY))
  const lateListener = outcome(database.listen('other things', () => {}))
  expect(await Promise.race([gap, lateListener, write().catch(() => 'no listener yet')])).toBe('no listener yet')
  expect(await openDatabaseUrl({ databaseUrl: server.url, dataDir: '' }, silentLog, 0).catch(String)).toMatch(
    /this server only reads/,
  )

  await server.promote()
  await gap
  await lateListener
  expect([await write(), await read(), await lock()]).toEqual([
    [{ one: 1 }],
    [{ one: 1 }],
    { held: true, value: 'done' },
  ])
  expect(lines).toEqual(['The database does not answer', 'The database answers again'])
})
