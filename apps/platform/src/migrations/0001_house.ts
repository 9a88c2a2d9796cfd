import { sql, type Kysely } from 'kysely'
import { ACCOUNT_TABLES, HOUSE_SQL } from './0001_house.sql.ts'
import { LEDGER_SQL, LEDGER_TABLES } from './0001_ledger.sql.ts'
import { bindToAccount } from './account-rows.ts'

/**
 * Lays the whole house: accounts and users, studies, the ledger with its rollups, the change feed, and the two roles.
 * desk_app sees the rows of the account in `desk.account` and nothing else; desk_system is for sweeps, the feed and sign-in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(HOUSE_SQL).execute(db)
  await sql.raw(LEDGER_SQL).execute(db)
  await bindToAccount(db, [...ACCOUNT_TABLES, ...LEDGER_TABLES])
}
