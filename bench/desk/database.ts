import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { findRunningEmbedded, startEmbedded } from '@desk/platform/kernel/db/embedded'
import type { Log } from '@desk/platform/kernel/db/log'
import { migrate } from '@desk/platform/migrations/migrate'
import { asOwner } from '@desk/platform/testing/database/test-server'

export interface BenchDatabase {
  readonly url: string
  readonly database: DeskDatabase
  /** Runs statements as the owner, outside of every scope. */
  asOwner(statements: string): Promise<unknown[]>
}

export interface BenchServer {
  /** A new database with every table of the desk. */
  createDatabase(): Promise<BenchDatabase>
  /**
   * Stops the server, which writes its memory to its tables, and starts it again. The state is that after a checkpoint,
   * which comes every five minutes: files of its log are there for use again, and the first write to a page writes all
   * of it. Connections from `createDatabase` are closed; its `url` and `asOwner` serve on.
   */
  restart(): Promise<void>
  stop(): Promise<void>
}

const warning: Log = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error }
const CONNECTIONS = 20

/** Starts PostgreSQL as the desk runs it, durable, with its files in .tmp/bench-<name> of the repository. */
export async function startDatabaseServer(name: string): Promise<BenchServer> {
  const dataDir = join(process.cwd(), '.tmp', `bench-${name}`)
  if (findRunningEmbedded(dataDir)) throw new Error(`The bench ${name} is running already: wait for its end.`)
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711) // the server's own user must pass when root runs the bench
  let server = await startEmbedded({ dataDir, log: warning, durable: true })
  const { port } = server
  const databases: DeskDatabase[] = []
  const closeAll = () => Promise.all(databases.splice(0).map(database => database.close()))
  return {
    async createDatabase() {
      const databaseName = `desk_${randomBytes(6).toString('hex')}`
      await asOwner(server.url, `create database ${databaseName}`)
      const url = new URL(server.url)
      url.pathname = `/${databaseName}`
      await migrate(url.href)
      const database = new DeskDatabase({ url: url.href, log: warning, maxConnections: CONNECTIONS })
      databases.push(database)
      return { url: url.href, database, asOwner: statements => asOwner(url.href, statements) }
    },
    async restart() {
      await closeAll()
      await server.stop()
      server = await startEmbedded({ dataDir, log: warning, durable: true, port })
    },
    async stop() {
      await closeAll()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
