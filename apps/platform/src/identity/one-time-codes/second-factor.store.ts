import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A user's second factor as stored. */
export interface StoredFactor {
  readonly secret: Buffer
  readonly isConfirmed: boolean
}

/** The second factor of a user, locked until the transaction ends. */
export async function lockFactor(tx: Tx, userId: number): Promise<StoredFactor | undefined> {
  const { rows } = await sql<StoredFactor>`
    select secret, confirmed_at is not null as "isConfirmed" from second_factor where user_id = ${userId} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Stores an unconfirmed secret in place of a former unconfirmed one. @returns false when a confirmed one exists */
export async function insertFactor(tx: Tx, userId: number, secret: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into second_factor (user_id, secret, created_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
    where second_factor.confirmed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Records that the code of a step was used. @returns false when that or a later step was used before: a code works once */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update second_factor set last_step = ${step} where user_id = ${userId} and last_step < ${step}`.execute(
      tx,
    )
  return numAffectedRows === 1n
}

/** Turns the second factor on. The user's own row says so too, since every call reads it. */
export async function confirmFactor(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`update second_factor set confirmed_at = ${now} where user_id = ${userId}`.execute(tx)
  await sql`update app_user set second_factor_on = true where user_id = ${userId}`.execute(tx)
}

/** Removes a user's second factor, its recovery codes and the sign-ins that wait for it. */
export async function deleteFactor(tx: Tx, userId: number): Promise<void> {
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx)
  await sql`delete from sign_in_challenge where user_id = ${userId}`.execute(tx)
  await sql`delete from second_factor where user_id = ${userId}`.execute(tx)
  await sql`update app_user set second_factor_on = false where user_id = ${userId}`.execute(tx)
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from recovery_code where user_id = ${userId}`.execute(tx)
  await sql`insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`.execute(tx)
}

/** Uses a recovery code up. @returns false when it is none of the user's */
export async function takeRecoveryCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hash}`.execute(tx)
  return numAffectedRows === 1n
}

export async function countRecoveryCodes(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from recovery_code where user_id = ${userId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Says whether every user of the account must have a second factor. */
export async function isRequired(tx: Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql`select from account where account_id = ${accountId} and second_factor_required`.execute(tx)
  return rows.length > 0
}
