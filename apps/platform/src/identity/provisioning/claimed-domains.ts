import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** The mail domains that an account has claimed for single sign-on; none: it may provision any. */
async function claimedDomains(tx: Tx, accountId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ domain: string }>`select domain from sso_domain where account_id = ${accountId}`.execute(
    tx,
  )
  return rows.map(({ domain }) => domain)
}

/** Whether a username is of a domain that the account has claimed; null: the account has claimed none. */
export async function isOfClaimedDomain(tx: Tx, accountId: number, username: string): Promise<boolean | null> {
  const domains = await claimedDomains(tx, accountId)
  return domains.length === 0 ? null : domains.includes(username.slice(username.lastIndexOf('@') + 1).toLowerCase())
}
