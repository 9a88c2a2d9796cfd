import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { holdUser } from '../sessions/sessions.store.ts'

/** Whose link it is. */
export interface LinkOwner {
  readonly userId: number
  readonly username: string
  readonly firstname: string
}

export interface NewLink {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly purpose: 'reset' | 'welcome' | 'username'
  /** The new username that using the link sets; null: none. */
  readonly newUsername: string | null
  readonly now: Date
  readonly expiresAt: Date
}

/** The user who gets the mail for this name, and when the last one was sent. */
export async function findAddressee(
  tx: Tx,
  username: string,
): Promise<(LinkOwner & { readonly lastLinkAt: Date | null }) | undefined> {
  const { rows } = await sql<LinkOwner & { lastLinkAt: Date | null }>`
    select u.user_id as "userId", u.username, u.firstname,
           (select max(l.created_at) from password_link l where l.user_id = u.user_id and l.purpose = 'reset') as "lastLinkAt"
    from app_user u where u.username = ${username} and u.deleted_at is null and u.deactivated_at is null order by u.password_hash is null, u.user_id limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** Stores a new link and deletes the user's expired ones. */
export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await sql`delete from password_link where user_id = ${link.userId} and expires_at <= ${link.now}`.execute(tx)
  await sql`
    insert into password_link (token_hash, user_id, purpose, new_username, created_at, expires_at)
    values (${link.tokenHash}, ${link.userId}, ${link.purpose}, ${link.newUsername}, ${link.now}, ${link.expiresAt})`.execute(
    tx,
  )
}

/** Why a link does not work any more, where it is known: an invitation that has expired. */
export async function isExpiredInvitation(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rows } =
    await sql`select from password_link where token_hash = ${tokenHash} and purpose = 'welcome' and expires_at <= ${now}`.execute(
      tx,
    )
  return rows.length > 0
}

/** The account that suspends a user: their home, when all of theirs are suspended; undefined: they can sign in. */
export async function findSuspending(tx: Tx, userId: number): Promise<{ readonly name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select h.name from app_user u join account h on h.account_id = u.home_account_id
    where u.user_id = ${userId} and h.suspended_at is not null and not exists (
      select from user_account m join account a on a.account_id = m.account_id where m.user_id = u.user_id and a.suspended_at is null)`.execute(
    tx,
  )
  return rows[0]
}

/**
 * The user of a link; undefined when it is unknown, used or expired. Locks the user, so that of two concurrent uses the second
 * finds the link gone.
 */
export async function findLinkOwner(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<(LinkOwner & Pick<NewLink, 'newUsername'>) | undefined> {
  const { rows: held } = await sql<{
    userId: number
  }>`select user_id as "userId" from password_link where token_hash = ${tokenHash}`.execute(tx)
  if (!held[0]) return undefined
  await holdUser(tx, held[0].userId)
  const { rows } = await sql<LinkOwner & Pick<NewLink, 'newUsername'>>`
    select u.user_id as "userId", u.username, u.firstname, l.new_username as "newUsername"
    from password_link l join app_user u on u.user_id = l.user_id and u.deleted_at is null and u.deactivated_at is null
    where l.token_hash = ${tokenHash} and l.expires_at > ${now}`.execute(tx)
  return rows[0]
}

/** Deletes every link of a user, and the pending username: one was used, or none may be used any more. */
export async function deleteLinks(tx: Tx, userId: number): Promise<void> {
  await sql`update app_user set new_username = null, new_username_until = null where user_id = ${userId} and new_username is not null`.execute(
    tx,
  )
  await sql`delete from password_link where user_id = ${userId}`.execute(tx)
}

/** Sets a user's new username, whose mailbox was just confirmed. */
export async function takeUsername(tx: Tx, userId: number, username: string): Promise<void> {
  await sql`update app_user set username = ${username}, edit_version = edit_version + 1 where user_id = ${userId}`.execute(
    tx,
  )
}
