import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

export interface NewChallenge {
  readonly challengeHash: Buffer
  readonly userId: number
  readonly now: Date
  readonly expiresAt: Date
  readonly tries: number
  /** The session that it begins is one that its device is to remember. */
  readonly isRemembered: boolean
}

/** Stores a sign-in that waits for its second factor, and deletes expired ones. */
export async function insertChallenge(
  tx: Tx,
  { challengeHash, userId, now, expiresAt, tries, isRemembered }: NewChallenge,
): Promise<void> {
  await sql`delete from sign_in_challenge where expires_at <= ${now}`.execute(tx)
  await sql`insert into sign_in_challenge (challenge_hash, user_id, expires_at, tries_left, is_remembered) values (${challengeHash}, ${userId}, ${expiresAt}, ${tries}, ${isRemembered})`.execute(
    tx,
  )
}

/** Uses one attempt of a waiting sign-in. @returns its user; undefined when it is unknown, expired, or has no attempts left */
export async function takeTry(tx: Tx, challengeHash: Buffer, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ userId: number }>`
    update sign_in_challenge c set tries_left = tries_left - 1
    from app_user u where u.user_id = c.user_id and u.deleted_at is null
      and c.challenge_hash = ${challengeHash} and c.expires_at > ${now} and c.tries_left > 0
    returning c.user_id as "userId"`.execute(tx)
  return rows[0]?.userId
}

/** Deletes a waiting sign-in. @returns its data; undefined when it was deleted before */
export async function deleteChallenge(
  tx: Tx,
  challengeHash: Buffer,
): Promise<Pick<NewChallenge, 'isRemembered'> | undefined> {
  const { rows } = await sql<
    Pick<NewChallenge, 'isRemembered'>
  >`delete from sign_in_challenge where challenge_hash = ${challengeHash} returning is_remembered as "isRemembered"`.execute(
    tx,
  )
  return rows[0]
}
