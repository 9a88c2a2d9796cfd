import type { Tx } from '#kernel/db/tx'
import type { SealingKey } from '#kernel/secrets/seal'
import { holdUser } from '../sessions/sessions.store.ts'
import { hashRecoveryCode, plainCode, stepOf } from './codes.ts'
import { unseal } from './sealed-secret.ts'
import * as store from './second-factor.store.ts'

interface GivenCode {
  /** The key that encrypts secrets. */
  readonly key: SealingKey
  readonly userId: number
  readonly given: string
  readonly at: Date
  /** `app`: recovery codes are not accepted. */
  readonly accepts: 'any' | 'app'
}

/** Checks a code of the user's app, or a recovery code, and uses it up. */
export async function isRightCode(tx: Tx, { key, userId, given, at, accepts }: GivenCode): Promise<boolean> {
  await holdUser(tx, userId)
  const factor = await store.lockFactor(tx, userId)
  if (!factor) return false
  const recovery = accepts === 'any' && factor.isConfirmed ? hashRecoveryCode(given) : null
  if (recovery) return store.takeRecoveryCode(tx, userId, recovery)
  const secret = unseal(key, userId, factor.secret)
  const step = secret && stepOf(secret, plainCode(given), at.getTime())
  return step !== null && (await store.takeStep(tx, userId, step))
}
