import type { Tx } from '#kernel/db/tx'
import { holdUser } from '../sessions/sessions.store.ts'
import { hashRecoveryCode, plainCode, stepOf } from './codes.ts'
import { unseal } from './sealed-secret.ts'
import * as store from './second-factor.store.ts'

interface GivenCode {
  /** What secrets are sealed under. */
  readonly key: Buffer
  readonly userId: number
  readonly given: string
  readonly at: Date
  /** `app`: a recovery code is none here. */
  readonly accepts: 'any' | 'app'
}

/** Says whether this is a code of the user's app, or a recovery code; it is used up then. */
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
