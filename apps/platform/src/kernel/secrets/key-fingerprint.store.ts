import { withOwner } from '../db/with-owner.ts'
import { keyFor } from './seal.ts'

/** The secret key is not the one that sealed the secrets of the database; the message says what to do. */
export class OtherSecretKey extends Error {
  override readonly name = 'OtherSecretKey'
}

const fingerprintOf = (secretKey: string): string => keyFor(secretKey, 'sample desk key fingerprint').toString('hex')

/**
 * Notes the fingerprint of the secret key at the first start, and refuses another key afterwards: with it no second factor, signing
 * key or client secret could be read.
 * @throws OtherSecretKey
 */
export async function requireSameKey(url: string, secretKey: string): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  const stored = await withOwner(url, 'desk key', async owner => {
    await owner.query('insert into key_fingerprint (fingerprint) values ($1) on conflict do nothing', [fingerprint])
    const { rows } = await owner.query<{ fingerprint: string }>('select fingerprint from key_fingerprint')
    return rows[0]?.fingerprint
  })
  if (stored !== fingerprint)
    throw new OtherSecretKey(
      'This is not the secret key that sealed the secrets of this database. Set SECRET_KEY, or DATA_DIR/secret-key, to that one: it is on the machine of the first platform, or in a backup.',
    )
}
