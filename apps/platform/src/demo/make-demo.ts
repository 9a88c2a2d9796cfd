import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '#ledger/batches/ledger'
import type { LedgerOperation } from '#ledger/facts/ledger-operations'
import { DEMO_USERS, makeDemoAccounts, openDemoSignIns } from './demo-accounts.ts'
import { defendAcme, saveDemoRules } from './demo-defender.ts'
import { pastOf } from './demo-history.ts'
import { planDemo } from './demo-plan.ts'
import { FINISHED_DAYS, playFinishedWaves } from './finished-studies.ts'
import { admitSimulator } from './demo-simulator.ts'
import { writeStudies } from './demo-studies.ts'
import { Chance } from './random.ts'

const SEED = 20_26
const BATCH = 2_000
const DAY_MS = 24 * 60 * 60 * 1000

export interface DemoState {
  /** The demo was created by this call. */
  readonly made: boolean
  /** The database holds the demo's sign-ins. */
  readonly present: boolean
}

export interface DemoOptions {
  readonly wanted: boolean
  readonly log: Logger
  readonly now?: Date
  /** Empties a database that holds only an unfinished demo. */
  readonly removeUnfinished: () => Promise<void>
}

/**
 * Makes the demo on an empty database: accounts, studies, and 14 days of respondents through the real ledger. An interrupted one
 * is removed and created again.
 */
export async function makeDemo(database: DeskDatabase, options: DemoOptions): Promise<DemoState> {
  const { wanted, log, now = new Date() } = options
  const state = await database.readAsSystem(async tx => {
    const { rows } = await sql<{ users: number; demo: number; unfinished: number }>`
      select count(*)::int as users, count(*) filter (where username = ${DEMO_USERS[0]?.username ?? ''})::int as demo,
        count(*) filter (where password_hash is null)::int as unfinished from app_user`.execute(tx)
    return rows[0] ?? { users: 0, demo: 0, unfinished: 0 }
  })
  // no user has a password, so that no user can have signed in
  const isUnfinished = state.demo > 0 && state.unfinished === state.users
  const admit = () => database.asSystem(tx => admitSimulator(tx, now))
  if (!wanted || (state.users > 0 && !isUnfinished)) {
    const present = state.demo > 0 && !isUnfinished
    if (present) await admit()
    return { made: false, present }
  }
  if (isUnfinished) {
    log.warn('The last start ended while the demo data was made: making it again')
    await options.removeUnfinished()
  }

  const startedAtMs = performance.now()
  const sources = await database.asSystem(
    async tx => {
      await sql`select ensure_ledger_months(${new Date(now.getTime() - FINISHED_DAYS * DAY_MS)}, ${now})`.execute(tx)
      await makeDemoAccounts(tx)
      const written = await writeStudies(tx, planDemo(SEED), now)
      await saveDemoRules(tx, [...new Set(written.map(({ accountId }) => accountId))], now)
      await defendAcme(tx)
      return written
    },
    { timeoutMs: 60_000 },
  )
  const chance = new Chance(SEED + 1)
  const byAccount = new Map<number, LedgerOperation[]>()
  for (const source of sources) {
    const operations = byAccount.get(source.accountId) ?? []
    byAccount.set(source.accountId, operations)
    operations.push(...pastOf(source, now, chance))
  }
  const ledger = createLedger(database, { log })
  let respondents = await playFinishedWaves({ database, ledger, chance: new Chance(SEED + 2), now })
  for (const [accountId, operations] of byAccount) {
    operations.sort((a, b) => a.atMs - b.atMs)
    respondents += operations.filter(operation => operation.kind === 'entered').length
    for (let from = 0; from < operations.length; from += BATCH)
      await ledger.write(accountId, operations.slice(from, from + BATCH), { history: true })
  }
  await database.asSystem(openDemoSignIns)
  await admit()
  log.info(
    { sources: sources.length, respondents, seconds: Math.round((performance.now() - startedAtMs) / 100) / 10 },
    'The demo data is made',
  )
  return { made: true, present: true }
}
