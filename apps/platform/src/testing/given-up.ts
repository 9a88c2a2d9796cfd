import { sql } from 'kysely'
import { expect } from 'vitest'
import { asOwner } from './database/test-server.ts'
import type { TestPlatform } from './platform.ts'

const WITHIN = { timeout: 20_000 }
/** The queries of `readByCursor`. */
const BY_CURSOR = '(declare|fetch)% lot%'

/** How many connections run such queries, or rest between two of them; only the owner of the database sees what others do. */
export async function countReadings(databaseUrl: string, queries: string = BY_CURSOR): Promise<number | undefined> {
  const [row] = (await asOwner(
    databaseUrl,
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and state in ('active', 'idle in transaction') and query similar to '${queries}' and pid <> pg_backend_pid()`,
  )) as { open: number }[] // of the query above
  return row?.open
}

interface Download {
  readonly ask: (signal?: AbortSignal) => Promise<Response>
  /** The table of its lines. */
  readonly table: string
  readonly readings: () => Promise<number | undefined>
}

/** Gives a download up before its first line, then after it, each time until its reading has ended; in the end it is given again. */
export async function giveUp({ database }: TestPlatform, { ask, table, readings }: Download): Promise<void> {
  const waiting = new AbortController()
  await database.asSystem(async tx => {
    // as long as this lasts, no one gets a line
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    const answer = ask(waiting.signal)
    await expect.poll(readings, WITHIN).toBe(1)
    waiting.abort()
    await expect(answer).rejects.toThrow('aborted')
    await expect.poll(readings, WITHIN).toBe(0)
  })
  for (let times = 0; times < 3; times++) {
    const begun = new AbortController()
    const answer = await ask(begun.signal)
    await answer.body?.getReader().read()
    begun.abort()
    await expect.poll(readings, WITHIN).toBe(0)
  }
  // of two at a time, none is left
  await expect
    .poll(async () => {
      const { status, body } = await ask()
      await body?.cancel()
      return status
    }, WITHIN)
    .toBe(200)
  await expect.poll(readings, WITHIN).toBe(0)
}
