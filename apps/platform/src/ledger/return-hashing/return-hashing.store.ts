import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'

const ENDS_WITH_LENGTH = 4

export interface StoredKey {
  readonly id: number
  readonly secret: string
  readonly madeAt: Date
  readonly madeBy: string | null
}

/** The part of a secret that may be shown. */
export const endOf = (secret: string): string => secret.slice(-ENDS_WITH_LENGTH)

/** Locks the account's return hashing until the transaction ends, so that edits run one after the other. */
export async function lockHashing(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('return hashing', ${accountId}))`.execute(tx)
}

/** An account's rules for returns. */
export interface HashingSettings {
  readonly hash_required: boolean
  readonly unsigned_overrule: boolean
}

export async function hashingWishes(tx: Tx, accountId: number): Promise<HashingSettings> {
  const { rows } =
    await sql<HashingSettings>`select hash_required, unsigned_overrule from account where account_id = ${accountId}`.execute(
      tx,
    )
  return rows[0] ?? { hash_required: false, unsigned_overrule: false }
}

export async function setHashingWishes(
  tx: Tx,
  accountId: number,
  { hash_required: required, unsigned_overrule: unsigned }: HashingSettings,
): Promise<void> {
  await sql`update account set hash_required = ${required}, unsigned_overrule = ${unsigned} where account_id = ${accountId}`.execute(
    tx,
  )
}

/** The keys valid at a moment, oldest first, as for judging returns. */
export async function validKeys(tx: Tx, accountId: number, at: Date): Promise<readonly StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select k.hash_key_id as id, k.secret, k.valid_from as "madeAt", ${userName('k.account_id', 'k.made_by')} as "madeBy"
    from hash_key k where k.account_id = ${accountId} and k.valid_from <= ${at} and (k.valid_until is null or k.valid_until > ${at})
    order by k.hash_key_id`.execute(tx)
  return rows
}

export async function insertKey(
  tx: Tx,
  accountId: number,
  { secret, userId, at }: { readonly secret: string; readonly userId: number; readonly at: Date },
): Promise<void> {
  await sql`insert into hash_key (account_id, secret, valid_from, made_by) values (${accountId}, ${secret}, ${at}, ${userId})`.execute(
    tx,
  )
}

export async function endKey(tx: Tx, accountId: number, id: number, at: Date): Promise<void> {
  await sql`update hash_key set valid_until = ${at} where account_id = ${accountId} and hash_key_id = ${id}`.execute(tx)
}
