import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { startEmbedded } from '@desk/platform/kernel/db/embedded'
import { findBinaries } from '@desk/platform/kernel/db/embedded/binaries'
import { program } from '@desk/platform/kernel/db/embedded/program'
import { planLaunch } from '@desk/platform/kernel/db/embedded/server-user'
import { migrate } from '@desk/platform/migrations/migrate'
import { asOwner, silentLog } from '@desk/platform/testing/database/test-server'
import { stablePort } from './stable-port.ts'
import { startProgram } from './started-program.ts'
import { until } from './until.ts'

const STARTS_WITHIN_MS = 30_000

/** Two PostgreSQL servers, of which the second follows the first synchronously, behind a balancer. */
export interface PrimaryAndStandby {
  /** The balancer's address. */
  readonly url: string
  /** The standby's own address. */
  readonly standbyUrl: string
  readonly database: DeskDatabase
  /** Runs a statement on the standby as its superuser. */
  onStandby(statement: string): Promise<void>
  /** Kills the primary, with all of its connections. */
  killPrimary(): Promise<void>
  /** The balancer sends connections to the standby, whatever it is. */
  pointAtStandby(): void
  /** The standby becomes the primary. */
  promote(): Promise<void>
  remove(): Promise<void>
}

export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const home = mkdtempSync(join(tmpdir(), 'desk-failover-'))
  chmodSync(home, 0o711) // the server's own user must pass when root runs the tests
  const made = await startEmbedded({ dataDir: home, log: silentLog })
  await migrate(made.url)
  await made.stop()

  const [primaryDir, standbyDir] = [join(home, 'postgres'), join(home, 'standby')]
  const { uid, gid } = statSync(primaryDir)
  const hba = join(home, 'open.conf')
  writeFileSync(hba, 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n', { mode: 0o644 })
  const binaries = findBinaries()
  const plan = planLaunch([home, realpathSync(binaries.home)], { uid, gid })
  const launch = async (dir: string, port: number, settings: Readonly<Record<string, string>>) => {
    const all = {
      hba_file: hba,
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      shared_buffers: '64MB',
      wal_level: 'replica',
      max_wal_senders: '3',
      timezone: 'UTC',
      jit: 'off',
      fsync: 'off', // processes end here, not the machine
      ...settings,
    }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = startProgram(program(plan, binaries.postgres, ['-D', dir, ...flags]))
    await until(
      'the server answers',
      STARTS_WITHIN_MS,
      () => ask(port, 'select 1').then(isTrue, () => false),
      server.said,
    )
    return server
  }

  const [primaryPort, standbyPort, port] = [await stablePort(), await stablePort(), await stablePort()]
  // a standby begins at a checkpoint that was written for standbys
  await (await launch(primaryDir, primaryPort, {})).stop()
  spawnSync('cp', ['-a', primaryDir, standbyDir])
  writeFileSync(join(standbyDir, 'standby.signal'), '')
  chownSync(join(standbyDir, 'standby.signal'), uid, gid)
  const primary = await launch(primaryDir, primaryPort, { synchronous_standby_names: '*' })
  const standby = await launch(standbyDir, standbyPort, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres`,
  })
  await until('the standby is synchronous', STARTS_WITHIN_MS, async () =>
    isTrue(await ask(primaryPort, `select from pg_stat_replication where sync_state = 'sync'`)),
  )

  const balancer = await startBalancer(port, primaryPort)
  const password = readFileSync(join(home, 'postgres-password'), 'utf8').trim()
  const urlAt = (at: number) => `postgres://desk:${password}@127.0.0.1:${at}/desk`
  const url = urlAt(port)
  const database = new DeskDatabase({ url, log: silentLog, maxConnections: 5 })
  return {
    url,
    standbyUrl: urlAt(standbyPort),
    database,
    async onStandby(statement) {
      await ask(standbyPort, statement)
    },
    async killPrimary() {
      await primary.kill()
      balancer.point(null)
    },
    pointAtStandby: () => balancer.point(standbyPort),
    async promote() {
      await ask(standbyPort, 'select pg_promote()')
    },
    async remove() {
      await database.close()
      balancer.close()
      await Promise.all([primary.kill(), standby.kill()])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const isTrue = (rows: readonly unknown[]): boolean => rows.length > 0

const ask = (port: number, statement: string): Promise<readonly unknown[]> =>
  asOwner(`postgres://postgres@127.0.0.1:${port}/desk`, statement)

/** Passes connections on to a port; a change of it cuts them, as HAProxy does with on-marked-down shutdown-sessions. */
async function startBalancer(port: number, to: number) {
  let target: number | null = to
  const open = new Set<Socket>()
  const server = createServer(incoming => {
    if (target === null) return void incoming.destroy()
    const outgoing = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined) // 'close' follows
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    point(next: number | null) {
      target = next
      cut()
    },
    close() {
      cut()
      server.close()
    },
  }
}
