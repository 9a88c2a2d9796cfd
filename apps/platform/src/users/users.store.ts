import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'

export async function knowsTimeZone(tx: Tx, code: number): Promise<boolean> {
  const { rows } = await sql`select 1 from time_zone where code = ${code}`.execute(tx)
  return rows.length > 0
}

/** Sets the zone of a user in one account, and of the user as such. */
export async function updateTimeZone(tx: Tx, userId: number, accountId: number, code: number): Promise<void> {
  await sql`update app_user set time_zone_code = ${code} where user_id = ${userId}`.execute(tx)
  await sql`update user_account set time_zone_code = ${code} where user_id = ${userId} and account_id = ${accountId}`.execute(tx)
}
