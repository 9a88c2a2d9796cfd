import { sql } from 'kysely'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Tx } from '#kernel/db/tx'
import type { SecretKey } from '#kernel/config/secret-file'
import { keyFor, seal, unseal, type SealingKey } from '#kernel/secrets/seal'
import { bytesOfKey, fingerprintOf } from './node-crypto.ts'

/** The key for the private keys at rest. */
export const statementKey = (secretKey: SecretKey): SealingKey => keyFor(secretKey, 'sample desk statements')
/** Names an account as the owner of its private keys. */
export const statementOwner = (accountId: number): string => `statements of account ${accountId}`

/** A key that signs. */
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly publicKey: Buffer
}

/**
 * The account's key, made when it is first needed, and again once the desk's secret key is another: signed statements
 * stay with their key.
 */
export async function signingKey(tx: Tx, accountId: number, key: SealingKey, at: Date): Promise<SigningKey> {
  const { rows } = await sql<{ publicKey: Buffer; sealed: Buffer }>`
    select public_key as "publicKey", sealed from statement_key where account_id = ${accountId} order by key_no desc limit 1`.execute(
    tx,
  )
  const [stored] = rows
  const opened = stored && unseal(key, statementOwner(accountId), stored.sealed)
  if (stored && opened)
    return {
      publicKey: stored.publicKey,
      privateKey: createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' }),
    }
  const made = generateKeyPairSync('ed25519')
  const publicKey = bytesOfKey(made.publicKey)
  const sealed = seal(key, statementOwner(accountId), made.privateKey.export({ format: 'der', type: 'pkcs8' }))
  await sql`
    insert into statement_key (account_id, public_key, fingerprint, sealed, created_at)
    values (${accountId}, ${publicKey}, ${fingerprintOf(publicKey)}, ${sealed}, ${at})`.execute(tx)
  return { privateKey: made.privateKey, publicKey }
}

/** A public key, whose account it is. */
export interface PublishedKey {
  readonly accountId: number
  readonly accountName: string
  readonly publicKey: string
}

/** The key of a fingerprint, of any account. */
export async function findKey(tx: Tx, fingerprint: string): Promise<PublishedKey | undefined> {
  const { rows } = await sql<PublishedKey>`
    select k.account_id as "accountId", a.name as "accountName", encode(k.public_key, 'hex') as "publicKey"
    from statement_key k join account a on a.account_id = k.account_id where k.fingerprint = ${Buffer.from(fingerprint, 'hex')}`.execute(
    tx,
  )
  return rows[0]
}
