import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { HISTORY_DAYS, pastOf } from '@desk/platform/demo/demo-history'
import { planDemo } from '@desk/platform/demo/demo-plan'
import { writeStudies, type WrittenSource } from '@desk/platform/demo/demo-studies'
import { Chance } from '@desk/platform/demo/random'
import { createLedger } from '@desk/platform/ledger/batches/ledger'
import { sql } from 'kysely'
import { pino } from 'pino'

const SEED = 20_26
const BATCH = 2_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Writes the demo's studies with two weeks of respondents for accounts that are there, and lets Ana, Acme's admin, see prices and suppliers. */
export async function writeDemo(database: DeskDatabase): Promise<readonly WrittenSource[]> {
  const now = new Date()
  const sources = await database.asSystem(
    async tx => {
      await sql`select ensure_ledger_months(${new Date(now.getTime() - (HISTORY_DAYS + 1) * DAY_MS)}, ${now})`.execute(
        tx,
      )
      await sql`update app_user set advanced_source_view_external = true where username = 'admin@acme.example'`.execute(
        tx,
      )
      return writeStudies(tx, planDemo(SEED), now)
    },
    { timeoutMs: 60_000 },
  )
  const chance = new Chance(SEED + 1)
  const ledger = createLedger(database, { log: pino({ level: 'silent' }) })
  for (const accountId of new Set(sources.map(source => source.accountId))) {
    const ofAccount = sources.filter(source => source.accountId === accountId)
    const operations = ofAccount
      .flatMap(source => pastOf(source, now, chance))
      .toSorted((one, other) => one.atMs - other.atMs)
    for (let from = 0; from < operations.length; from += BATCH)
      await ledger.write(accountId, operations.slice(from, from + BATCH), { history: true })
  }
  return sources
}
