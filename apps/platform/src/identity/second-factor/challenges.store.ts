import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { SignedOn } from '../sessions/signed-on.store.ts'

export interface NewChallenge {
  readonly challengeHash: Buffer
  readonly userId: number
  readonly now: Date
  readonly expiresAt: Date
  readonly tries: number
  /** The session that it begins is one that its device is to remember. */
  readonly isRemembered: boolean
  /** By whose single sign-on it began; null: by the password. */
  readonly signedOn: SignedOn | null
}

/** Stores a sign-in that waits for its second factor, and deletes expired ones. */
export async function insertChallenge(
  tx: Tx,
  { challengeHash, userId, now, expiresAt, tries, isRemembered, signedOn }: NewChallenge,
): Promise<void> {
  await sql`delete from sign_in_challenge where expires_at <= ${now}`.execute(tx)
  await sql`
    insert into sign_in_challenge (challenge_hash, user_id, expires_at, tries_left, is_remembered, sso_account_id, sso_sign_out_url)
    values (${challengeHash}, ${userId}, ${expiresAt}, ${tries}, ${isRemembered}, ${signedOn?.accountId ?? null}, ${signedOn?.sealedSignOutUrl ?? null})`.execute(
    tx,
  )
}

/** Uses one attempt of a waiting sign-in. @returns its user; undefined when it is unknown, expired, or has no attempts left */
export async function takeTry(tx: Tx, challengeHash: Buffer, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ userId: number }>`
    update sign_in_challenge c set tries_left = tries_left - 1
    from app_user u where u.user_id = c.user_id and u.deleted_at is null and u.deactivated_at is null
      and c.challenge_hash = ${challengeHash} and c.expires_at > ${now} and c.tries_left > 0
    returning c.user_id as "userId"`.execute(tx)
  return rows[0]?.userId
}

/** Deletes a waiting sign-in. @returns its data; undefined when it was deleted before */
export async function deleteChallenge(
  tx: Tx,
  challengeHash: Buffer,
): Promise<Pick<NewChallenge, 'isRemembered' | 'signedOn'> | undefined> {
  const { rows } = await sql<{ isRemembered: boolean; accountId: number | null; sealedSignOutUrl: Buffer | null }>`
    delete from sign_in_challenge where challenge_hash = ${challengeHash}
    returning is_remembered as "isRemembered", sso_account_id as "accountId", sso_sign_out_url as "sealedSignOutUrl"`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  const { isRemembered, accountId, sealedSignOutUrl } = row
  return { isRemembered, signedOn: accountId === null ? null : { accountId, sealedSignOutUrl } }
}
