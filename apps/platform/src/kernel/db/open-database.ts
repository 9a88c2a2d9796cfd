import { Data } from 'effect'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunningEmbedded, startEmbedded } from './embedded.ts'
import { toDatabaseError } from './errors.ts'
import type { Log } from './log.ts'
import { requireWritable } from './writable.ts'

export interface OpenDatabaseConfig {
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** The folder that the embedded server archives its log in; unset: it does not. */
  readonly walArchiveDir?: string | undefined
}

export interface OpenDatabase {
  readonly url: string
  readonly kind: 'embedded' | 'yours'
  /** Stops the embedded server; leaves yours alone. */
  stop(): Promise<void>
}

/** The PostgreSQL at DATABASE_URL cannot be used; the message says why and what to do. */
export class DatabaseNotUsable extends Data.TaggedError('DatabaseNotUsable')<{
  readonly problem: string
  readonly cure: string
}> {
  override get message(): string {
    return `The database at DATABASE_URL cannot be used: ${this.problem}. ${this.cure}.`
  }
}

const OLDEST_VERSION = 150_000
const CONNECTION_TIMEOUT_MS = 3_000
const WAIT_FOR_START_MS = 15_000
const SAY_EVERY_MS = 15_000
const RETRY_MS = 500

async function readVersion(url: string): Promise<{ number: number; text: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  client.on('error', () => {}) // the query in progress tells
  await client.connect()
  try {
    const { rows } = await client.query<{ number: number; text: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
    )
    const version = rows[0] ?? { number: 0, text: 'unknown' }
    if (version.number >= OLDEST_VERSION) await requireWritable(client)
    return version
  } finally {
    await client.end()
  }
}

/** Waits for a server that starts at the same time, as under compose; any other fault is reported at once. */
async function checkYours(url: string, log: Log, waitMs: number): Promise<void> {
  const startedMs = performance.now()
  let saidMs = -Infinity
  for (;;) {
    try {
      const version = await readVersion(url)
      if (version.number >= OLDEST_VERSION) return
      throw new DatabaseNotUsable({
        problem: `it is PostgreSQL ${version.text}`,
        cure: 'Sample Desk needs PostgreSQL 15 or newer; without DATABASE_URL it brings its own',
      })
    } catch (error) {
      if (error instanceof DatabaseNotUsable) throw error
      const typed = toDatabaseError(error)
      const because = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
      if (typed?._tag !== 'DatabaseUnavailable') {
        throw new DatabaseNotUsable({
          problem: because,
          cure: 'Check the address, the user, its password and the name of the database',
        })
      }
      if (performance.now() - startedMs > waitMs) {
        throw new DatabaseNotUsable({
          problem: `it does not answer within ${Math.round(waitMs / 1_000)} s (${typed.reason})`,
          cure: 'Start it, or check the address; without DATABASE_URL Sample Desk brings its own',
        })
      }
      if (performance.now() - saidMs >= SAY_EVERY_MS) {
        saidMs = performance.now()
        log.warn({ because: typed.reason, waitMs }, 'Waiting for the database at DATABASE_URL')
      }
      await sleep(RETRY_MS)
    }
  }
}

/**
 * The address of the database to use: DATABASE_URL when it is set, else the embedded server, which is started.
 * @throws DatabaseNotUsable, DataDirHeld, EmbeddedPostgresFailed
 */
export async function openDatabaseUrl(
  { databaseUrl, dataDir, walArchiveDir }: OpenDatabaseConfig,
  log: Log,
  waitMs = WAIT_FOR_START_MS,
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) {
    const { url, stop } = await startEmbedded({ dataDir, log, walArchive: walArchiveDir })
    return { url, kind: 'embedded', stop }
  }
  await checkYours(databaseUrl, log, waitMs)
  return { url: databaseUrl, kind: 'yours', stop: async () => {} }
}

/** For commands: the database of a desk that runs on this DATA_DIR, else as openDatabaseUrl. */
export async function joinDatabase(config: OpenDatabaseConfig, log: Log): Promise<OpenDatabase> {
  const running = config.databaseUrl === undefined ? findRunningEmbedded(config.dataDir) : undefined
  return running === undefined ? openDatabaseUrl(config, log) : { url: running, kind: 'embedded', stop: async () => {} }
}
