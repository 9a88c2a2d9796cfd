import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/**
 * Whether an account may provision a username, by the mail domains that accounts have claimed for single sign-on:
 * true for one of its own, false for one of another account, or for any other once it has claimed some; null where no
 * claim speaks for or against it.
 */
export async function isOfClaimedDomain(tx: Tx, accountId: number, username: string): Promise<boolean | null> {
  const domain = username.slice(username.lastIndexOf('@') + 1).toLowerCase()
  const { rows } = await sql<{ domain: string; isOwn: boolean }>`
    select domain, account_id = ${accountId} as "isOwn" from sso_domain where account_id = ${accountId} or domain = ${domain}`.execute(
    tx,
  )
  return rows.length === 0 ? null : rows.some(row => row.isOwn && row.domain === domain)
}
