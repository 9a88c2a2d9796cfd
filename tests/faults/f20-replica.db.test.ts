import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { makeRespondents } from '@desk/platform/nouns/reconciliation/testing/respondents'
import { nodeCrypto } from '@desk/platform/nouns/statements/node-crypto'
import { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { silentLog } from '@desk/platform/testing/database/test-server'
import { lastMonth } from '@desk/platform/testing/months'
import { StudyMaker } from '@desk/platform/testing/study'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrimaryAndStandby, type PrimaryAndStandby } from './stage/primary-and-standby.ts'
import { useProcesses } from './stage/processes.ts'
import { signIn } from './stage/study.ts'
import { until } from './stage/until.ts'

const SOON_MS = 60_000

const processes = useProcesses()
let servers: PrimaryAndStandby
let database: DeskDatabase
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  database = new DeskDatabase({ url: servers.url, replicaUrl: servers.standbyUrl, log: silentLog, maxConnections: 5 })
}, 120_000)
afterAll(async () => {
  await database.close()
  await servers.remove()
})

/** Where a read that may be behind goes, how many accounts it sees, and how old it says that it is. */
const read = () =>
  database.readAsSystem(
    async (tx, behindMs) => {
      const { rows } = await sql<{ isReplica: boolean; accounts: number }>`
        select pg_is_in_recovery() as "isReplica", (select count(*)::int from account) as accounts`.execute(tx)
      return { isReplica: false, accounts: 0, ...rows[0], behindMs }
    },
    { mayBeBehind: true },
  )
const readsReplica = () => read().then(({ isReplica }) => isReplica)

test(
  'reads that may be behind go to the replica while it is near, with their age, and to the primary while it is far (F20, operate.md §3)',
  { timeout: 300_000 },
  async () => {
    const make = new StudyMaker(servers.database)
    await make.account()
    await until('the replica is read', SOON_MS, readsReplica)
    const near = await read()
    expect(near.behindMs).toBeGreaterThan(0)
    expect(near.behindMs).toBeLessThanOrEqual(10_000)

    await servers.onStandby('select pg_wal_replay_pause()')
    const { accounts } = await read()
    await make.account()
    await until('a replica that stays behind is left', SOON_MS, async () => !(await readsReplica()))
    expect(await read()).toMatchObject({ accounts: accounts + 1, behindMs: 0 })
    expect(database.replica).toMatchObject({ isOut: true, behindMs: null })

    await servers.onStandby('select pg_wal_replay_resume()')
    await until('the replica is read again', SOON_MS, readsReplica)
    expect(await read()).toMatchObject({ accounts: accounts + 1 })
  },
)

test(
  'the file of a month that the replica does not have yet is whole (F20, settlement.md §2)',
  { timeout: 300_000 },
  async () => {
    const make = new StudyMaker(servers.database)
    const study = await make.study({ accountId: await make.account({ name: 'Late' }) })
    const { username } = await make.user({ accountId: study.accountId, roleId: 1 })
    const { month, middleMs } = lastMonth()
    const place = { accountId: study.accountId, sourceId: study.sourceIds[0] ?? 0, supplierId: study.supplierId }
    await makeRespondents(servers.database, place, ['one', 'two', 'three'], { endedAtMs: middleMs })
    const platform = await processes.platform(servers.url, { DATABASE_REPLICA_URL: servers.standbyUrl })
    const gateway = await processes.gateway(platform.url)
    const token = await signIn(gateway.url, username)
    const call = (method: string, path: string) =>
      fetch(`${gateway.url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
      })

    await until('the replica is read', SOON_MS, readsReplica)
    await servers.onStandby('select pg_wal_replay_pause()')
    expect((await call('POST', `/statements/${month}/close`)).status).toBe(200)
    const file = await call('GET', `/statements/${month}/file?supplier=${study.supplierId}`)
    expect(await verifyStatement(await file.text(), nodeCrypto)).toMatchObject({ isWhole: true, lines: 3 })
    const health = await fetch(`${platform.url}/healthz`).then(answer => answer.json())
    expect(health).toMatchObject({ database: 'up', replica: 'ok' })
    await servers.onStandby('select pg_wal_replay_resume()')
  },
)

test(
  'a replica that was promoted, and one that is gone, are not read (F20, operate.md §3)',
  { timeout: 300_000 },
  async () => {
    await until('the replica is read', SOON_MS, readsReplica)
    await servers.promote()
    expect(await read()).toMatchObject({ isReplica: false, behindMs: 0 })
    await until(
      'the promoted server is left',
      SOON_MS,
      () => database.replica?.isOut === true && read().then(() => true),
    )
    const gone = new DeskDatabase({
      url: servers.url,
      replicaUrl: servers.url.replace(/:\d+\/desk$/, ':1/desk'),
      log: silentLog,
      maxConnections: 2,
    })
    const first = () => gone.readAsSystem((_, behindMs) => Promise.resolve(behindMs), { mayBeBehind: true })
    await until('it was tried', SOON_MS, async () => (await first()) === 0 && gone.replica?.isOut === true)
    expect(await first()).toBe(0)
    await gone.close()
  },
)
