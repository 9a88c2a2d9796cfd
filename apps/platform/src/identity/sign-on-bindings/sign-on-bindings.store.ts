import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A user's identity at the provider of their home account. */
export interface Binding {
  readonly userId: number
  readonly accountId: number
  readonly issuer: string
  readonly subject: string
}

/** The account whose present provider a user is bound to; it is on. */
export async function findBinding(tx: Tx, userId: number): Promise<Pick<Binding, 'accountId'> | undefined> {
  const { rows } = await sql<Pick<Binding, 'accountId'>>`
    select i.account_id as "accountId" from app_user u
    join sso_identity i on i.account_id = u.home_account_id and i.user_id = u.user_id
    join sso_config c on c.account_id = i.account_id and c.issuer = i.issuer and c.is_on
    where u.user_id = ${userId}`.execute(tx)
  return rows[0]
}

/** Whether this subject is that of this very user, who is at home in the account whose provider says so; holds the binding. */
export async function isBoundTo(tx: Tx, { userId, accountId, issuer, subject }: Binding): Promise<boolean> {
  const { rows } = await sql`
    select from sso_identity i join app_user u on u.user_id = i.user_id and u.home_account_id = i.account_id
    where i.account_id = ${accountId} and i.issuer = ${issuer} and i.subject = ${subject} and i.user_id = ${userId}
    for share of i`.execute(tx)
  return rows.length > 0
}

/** Whether a user is bound to anybody at a provider of the account, also a former one. */
export async function isBound(tx: Tx, userId: number, accountId: number): Promise<boolean> {
  const { rows } =
    await sql`select from sso_identity where user_id = ${userId} and account_id = ${accountId} limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Takes away a user's identities at all providers of the account, and the sign-on proofs made by them.
 * @returns the issuers
 */
export async function unbind(tx: Tx, userId: number, accountId: number): Promise<readonly string[]> {
  await sql`delete from sso_confirmation where user_id = ${userId} and account_id = ${accountId}`.execute(tx)
  const { rows } = await sql<{ issuer: string }>`
    delete from sso_identity where user_id = ${userId} and account_id = ${accountId} returning issuer`.execute(tx)
  return rows.map(({ issuer }) => issuer)
}
