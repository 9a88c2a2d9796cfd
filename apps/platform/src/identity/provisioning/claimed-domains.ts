import type { Tx } from '#kernel/db/tx'

/** The mail domains that an account has claimed; none: it may provision any. */
export function claimedDomains(_tx: Tx, _accountId: number): Promise<readonly string[]> {
  return Promise.resolve([])
}

/** Whether a username is of a domain that the account has claimed; null: the account has claimed none. */
export async function isOfClaimedDomain(tx: Tx, accountId: number, username: string): Promise<boolean | null> {
  const domains = await claimedDomains(tx, accountId)
  return domains.length === 0 ? null : domains.includes(username.slice(username.lastIndexOf('@') + 1).toLowerCase())
}
