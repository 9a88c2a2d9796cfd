import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DeskDatabase } from '#kernel/db/desk-database'
import { startEmbedded } from '#kernel/db/embedded'
import type { Log } from '#kernel/db/log'
import { withOwner } from '#kernel/db/with-owner'
import { migrate } from '#migrations/migrate'

/** A server with a migrated template database. Plain data, so that it can be handed to other processes. */
export interface TestServer {
  readonly serverUrl: string
  readonly template: string
}

export interface FreshDatabase {
  readonly url: string
  readonly database: DeskDatabase
  /** Closes `database` and removes it from the server; its other connections are cut. */
  drop(): Promise<void>
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Runs statements as the owner of the database, outside any scope, for what no role of the desk may do. */
export async function asOwner(url: string, statements: string): Promise<unknown[]> {
  const { rows } = await withOwner(url, 'desk tests', owner => owner.query<Record<string, unknown>>(statements))
  return rows
}

/** The same for frequent callers: a connection that is closed by `end()`. */
export async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // a test that breaks it, or drops the database, would end the test's process; the query in progress tells
  client.on('error', () => {})
  await client.connect()
  return client
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Starts an embedded server in a folder of its own under the system's temporary one, without durability, or takes the one at
 * TEST_DATABASE_URL; makes a migrated template database on it.
 * @param fill writes the initial data of every database of the run
 */
export async function startTestServer(
  fill?: (database: DeskDatabase) => Promise<void>,
): Promise<TestServer & { stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  const dataDir = given ? undefined : await mkdtemp(join(tmpdir(), 'desk-test-'))
  if (dataDir !== undefined) await chmod(dataDir, 0o711) // the server's own user must be able to enter when root runs the tests
  const embedded = dataDir === undefined ? undefined : await startEmbedded({ dataDir, log: silentLog, durable: false })
  const serverUrl = given ?? embedded?.url ?? ''
  const template = `desk_template_${randomBytes(6).toString('hex')}`
  await asOwner(serverUrl, `create database ${template}`)
  const templateUrl = urlOf(serverUrl, template)
  await migrate(templateUrl)
  if (fill) {
    const database = new DeskDatabase({ url: templateUrl, log: silentLog, maxConnections: 1 })
    await fill(database)
    await database.close() // a template must have no connections while it is copied
  }
  return {
    serverUrl,
    template,
    stop: async () => {
      if (!embedded) await asOwner(serverUrl, `drop database if exists ${template} with (force)`)
      await embedded?.stop()
      if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new, empty database without any table. */
export async function createEmptyDatabase({ serverUrl }: TestServer): Promise<{ url: string; drop(): Promise<void> }> {
  return createDatabase(serverUrl, 'template0')
}

async function createDatabase(serverUrl: string, template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `desk_${randomBytes(8).toString('hex')}`
  await asOwner(serverUrl, `create database ${name} template ${template}`)
  return {
    url: urlOf(serverUrl, name),
    drop: async () => void (await asOwner(serverUrl, `drop database if exists ${name} with (force)`)),
  }
}

/** A new database with every migration applied and no data beyond theirs. */
export async function createTestDatabase({ serverUrl, template }: TestServer): Promise<FreshDatabase> {
  const { url, drop } = await createDatabase(serverUrl, template)
  // as many as in production: each sweep holds one for its lock while it works by another, and all begin at once
  const database = new DeskDatabase({ url, log: silentLog })
  return {
    url,
    database,
    drop: async () => {
      await database.close()
      await drop()
    },
  }
}
