import type pg from 'pg'
import type { SecretKey } from '../config/secret-file.ts'
import { withOwner } from '../db/with-owner.ts'
import { keyFor } from './seal.ts'

/** The secret key is not the one that sealed the secrets of the database; the message says what to do. */
export class OtherSecretKey extends Error {
  override readonly name = 'OtherSecretKey'
}

/** Of the present key, and of the previous one where there is one. */
const fingerprintsOf = (secretKey: SecretKey): readonly string[] =>
  keyFor(secretKey, 'sample desk key fingerprint').map(key => key.toString('hex'))

/**
 * Notes the fingerprint of the secret key at the first start, and refuses a platform that has another key afterwards, neither as
 * its present nor as its previous one: it could read no second factor, signing key or client secret.
 * @throws OtherSecretKey
 */
export async function requireSameKey(url: string, secretKey: SecretKey): Promise<void> {
  const fingerprints = fingerprintsOf(secretKey)
  const stored = await withOwner(url, 'desk key', async owner => {
    await owner.query('insert into key_fingerprint (fingerprint) values ($1) on conflict do nothing', [fingerprints[0]])
    const { rows } = await owner.query<{ fingerprint: string }>('select fingerprint from key_fingerprint')
    return rows[0]?.fingerprint
  })
  if (stored === undefined || !fingerprints.includes(stored))
    throw new OtherSecretKey(
      'This is not the secret key that sealed the secrets of this database. Set SECRET_KEY, or DATA_DIR/secret-key, to that one: it is on the machine of the first platform, or in a backup.',
    )
}

/** Notes that every secret is sealed with the present key: a platform that has only another one does not start. */
export async function storeFingerprint(owner: pg.ClientBase, secretKey: SecretKey): Promise<void> {
  await owner.query('update key_fingerprint set fingerprint = $1', [fingerprintsOf(secretKey)[0]])
}
