import { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { startEmbedded, type EmbeddedServer } from '@desk/platform/kernel/db/embedded'
import { readPostmasterPid } from '@desk/platform/kernel/db/embedded/stale-server'
import { migrate } from '@desk/platform/migrations/migrate'
import { silentLog } from '@desk/platform/testing/database/test-server'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stablePort } from './stable-port.ts'

/** A PostgreSQL server of a test's own, durable as the desk runs it, that can go away and come back. */
export interface DatabaseServer {
  readonly url: string
  /** The server's files are in its folder `postgres`. */
  readonly dataDir: string
  readonly database: DeskDatabase
  /** Ends the server: its port answers no more. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Halts every process of the server: connections stay open and nothing answers. */
  freeze(): void
  thaw(): void
  /** Ends it for good and removes its files. */
  remove(): Promise<void>
}

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-faults-db-'))
  chmodSync(dataDir, 0o711) // the server's own user must pass when root runs the tests
  const port = await stablePort()
  const launch = (): Promise<EmbeddedServer> => startEmbedded({ dataDir, log: silentLog, port })
  let server = await launch()
  await migrate(server.url)
  const database = new DeskDatabase({ url: server.url, log: silentLog, maxConnections: 5 })
  let frozen: readonly number[] = []
  const thaw = (): void => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen = []
  }
  return {
    url: server.url,
    dataDir,
    database,
    stop: () => server.stop(),
    async start() {
      server = await launch()
    },
    freeze() {
      frozen = processesOf(join(dataDir, 'postgres'))
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    },
    thaw,
    async remove() {
      thaw()
      await database.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The first process of the server in a folder, and all that it has made. */
export function processesOf(clusterDir: string): number[] {
  const postmaster = readPostmasterPid(clusterDir)?.pid
  if (postmaster === undefined) throw new Error('The server does not run.')
  const children = readdirSync('/proc').filter(name => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster
    } catch {
      return false // no process, or it has just ended
    }
  })
  return [postmaster, ...children.map(Number)]
}
