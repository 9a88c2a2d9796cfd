import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** An account's logo as a data URL; null: it has none. */
export interface StoredLogo {
  readonly logo: string | null
}

/** The logo; undefined when there is no such account. */
export async function findLogo(tx: Tx, accountId: number): Promise<StoredLogo | undefined> {
  const { rows } = await sql<StoredLogo>`select logo from account where account_id = ${accountId}`.execute(tx)
  return rows[0]
}

export async function lockLogo(tx: Tx, accountId: number): Promise<StoredLogo | undefined> {
  const { rows } =
    await sql<StoredLogo>`select logo from account where account_id = ${accountId} for no key update`.execute(tx)
  return rows[0]
}

export async function updateLogo(tx: Tx, accountId: number, logo: string | null): Promise<void> {
  await sql`update account set logo = ${logo} where account_id = ${accountId}`.execute(tx)
}
