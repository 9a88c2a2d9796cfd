import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** Runs one migration again, as the owner of the database: for a test that has taken back what it did. */
export async function runMigration(url: string, up: (db: Transaction<unknown>) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {}) // the query that misses the connection tells
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await owner.transaction().execute(up)
  } finally {
    await owner.destroy()
  }
}
