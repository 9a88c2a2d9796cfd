import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { AccountFit, InstallationFit } from './fit-account.ts'
import { readFit } from './forecast-account.ts'

/** Accounts beyond these say nothing more about a band. */
const ACCOUNTS_MAX = 50

/** Fits the finished sources of all accounts together; null: no account has any. */
export async function readInstallation(database: DeskDatabase, nowMs: number): Promise<InstallationFit | null> {
  const { rows: accounts } = await database.readAsSystem(tx =>
    sql<{ accountId: number }>`
      select account_id as "accountId" from account a
      where exists (select from rollup r where r.account_id = a.account_id and r.scope = 3 and r.code_30 > 0) order by 1 limit ${ACCOUNTS_MAX}`.execute(
      tx,
    ),
  )
  const fits: AccountFit[] = []
  for (const { accountId } of accounts)
    fits.push((await database.readAsSystem(tx => readFit(tx, accountId, null, nowMs))).fit)
  if (fits.length === 0) return null
  const profile = Array.from(
    { length: fits[0]?.profiles.account.length ?? 0 },
    (_, hour) => fits.reduce((sum, { profiles }) => sum + (profiles.account[hour] ?? 1), 0) / fits.length,
  )
  return { profile, residuals: fits.flatMap(({ residuals }) => residuals) }
}
