import { Data } from 'effect'
import { Kysely, Migrator, PostgresDialect, type Migration } from 'kysely'
import pg from 'pg'
import { ensureRoles } from '#kernel/db/roles'
import { adoptBaseline } from './before-baseline.ts'
import { appliedMigrations, refuseNewer } from './database-version.ts'
import { migrations as ours } from './list.ts'

/** A migration could not be applied; nothing of this run is stored. */
export class MigrationFailed extends Data.TaggedError('MigrationFailed')<{
  readonly migration: string
  readonly cause: unknown
}> {
  override get message(): string {
    const because = this.cause instanceof Error ? this.cause.message : String(this.cause)
    return `The database could not be brought to this version: ${this.migration}: ${because}. Nothing was changed.`
  }
}

export interface MigrateOptions {
  /** Ours by default. */
  readonly migrations?: Readonly<Record<string, Migration>>
  /** The last migration to apply; all by default. */
  readonly upTo?: string
  /** How long a statement waits for a lock before nothing is changed. */
  readonly lockTimeoutMs?: number
}

const LOCK_TIMEOUT_MS = 10_000

const MIGRATOR_CONNECTIONS = 2
const BASELINE = '0001_baseline'

/**
 * Brings the database to this version: roles, then every migration that it has not had, in order, in one transaction.
 * Processes that start together wait for one another. Forward only.
 * @returns the names of the migrations applied now
 * @throws MigrationFailed, DatabaseOfOtherVersion
 */
export async function migrate(
  url: string,
  { migrations = ours, upTo, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions = {},
): Promise<readonly string[]> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MIGRATOR_CONNECTIONS,
    application_name: 'desk migrations',
    // a migration that waits for a lock makes all later users of the table wait behind it
    options: `-c lock_timeout=${lockTimeoutMs}`,
  })
  pool.on('error', () => {}) // the query that misses the connection tells
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const client = await pool.connect()
    try {
      await ensureRoles(client)
      await adoptBaseline(client, BASELINE).catch((cause: unknown) => {
        throw new MigrationFailed({ migration: BASELINE, cause })
      })
      refuseNewer(await appliedMigrations(client), migrations)
    } finally {
      client.release()
    }
    const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
    // kysely would go back to an earlier migration; we never do.
    const reached =
      upTo !== undefined &&
      (await migrator.getMigrations()).some(({ name, executedAt }) => name === upTo && executedAt !== undefined)
    if (reached) return []
    const { error, results } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
    if (error !== undefined) {
      const failed = results?.find(({ status }) => status === 'Error')
      throw new MigrationFailed({ migration: failed?.migrationName ?? 'before the first migration', cause: error })
    }
    return (results ?? []).map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}
