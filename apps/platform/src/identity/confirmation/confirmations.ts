import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import type { Confirmation } from '@desk/schema/users/confirmation'
import { Clock, Context, Effect, Layer } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { isRightCode } from '../one-time-codes/is-right-code.ts'
import { factorKey } from '../one-time-codes/sealed-secret.ts'
import { passwordMatches } from '../passwords/password.ts'
import { findForSignIn, holdUnchanged, type SignInRow } from '../sessions/sessions.store.ts'
import { SignInLimits } from '../try-limits/sign-in-limits.ts'
import { tooManyTries } from '../try-limits/too-many.ts'
import { tryLimit } from '../try-limits/try-limit.ts'

/** Confirmations of one user that may fail, from wherever and in whichever session: a stolen token is carried from address to address. */
export const WRONG_CONFIRMATIONS_PER_USER = 20
const WINDOW_SECONDS = 60 * 60

const PASSWORD_MISSING = 'Confirm that it is you: give your present password.'
const CODE_MISSING = 'Confirm that it is you: give a code of your authenticator app too.'
const WRONG_PASSWORD = 'The present password is not right.'
// one answer for both: it would else say when the password alone was guessed
const WRONG_EITHER = 'The present password or the code is not right.'

/** What the caller was found right by, to be looked at again when the row is held that it stands in. */
export type Proof = Pick<SignInRow, 'userId' | 'passwordHash' | 'hasSecondFactor'>

/** How a payload names what is asked for, as the faults of a refusal are found by (§5.28). */
interface Names {
  readonly password: readonly string[]
  readonly code: readonly string[]
}
const NAMES: Names = { password: ['confirmation', 'present_password'], code: ['confirmation', 'second_factor_code'] }

interface Given {
  readonly confirmation: Confirmation | undefined
  readonly address: string
  /** `app`: a recovery code is no code here. */
  readonly accepts?: 'any' | 'app'
  readonly names?: Names
}

const refused = (path: readonly string[], message: string): Refused =>
  new Refused({ message, details: [{ path, message }] })
const wrong = (hasSecondFactor: boolean, { password }: Names): Refused =>
  refused(password, hasSecondFactor ? WRONG_EITHER : WRONG_PASSWORD)

const make = Effect.gen(function* () {
  const database = yield* Database
  const signInLimits = yield* SignInLimits
  const { secretKey } = yield* PlatformConfig
  const key = factorKey(secretKey)
  const byUser = tryLimit(database.core, 'confirmation', WRONG_CONFIRMATIONS_PER_USER, WINDOW_SECONDS)

  const takeTry = Effect.fn('Confirmations.takeTry')(function* ({ uid, username }: Caller['user'], address: string) {
    const waitSeconds =
      (yield* signInLimits.take(username, address)) || (yield* Effect.promise(() => byUser.take(String(uid))))
    if (waitSeconds > 0) return yield* tooManyTries(waitSeconds)
  })

  /** Has the caller give the present password once more, and a code where there is a second factor (S8); limited as signing in is (S2). */
  const prove = Effect.fn('Confirmations.prove')(function* (
    { user }: Caller,
    { confirmation = {}, address, accepts = 'any', names = NAMES }: Given,
  ) {
    const { present_password: password = '', second_factor_code: code = '' } = confirmation
    const needsCode = user.second_factor === 'on'
    if (password === '') return yield* refused(names.password, PASSWORD_MISSING)
    if (needsCode && code.trim() === '') return yield* refused(names.code, CODE_MISSING)
    yield* takeTry(user, address)
    const at = new Date(yield* Clock.currentTimeMillis)
    const present = yield* Effect.tapError(
      database.readAsSystem(tx => findForSignIn(tx, user.uid)),
      () => signInLimits.giveBack(user.username, address),
    )
    // turned on since the call began, whose caller did without
    if (present?.hasSecondFactor && !needsCode) return yield* refused(names.code, CODE_MISSING)
    const matches = yield* Effect.promise(() => passwordMatches(password, present?.passwordHash ?? null))
    // the code is looked at either way, so that neither the answer nor its time tells which of the two was wrong; a wrong password uses none up
    if (needsCode)
      yield* database.asSystem(tx =>
        Effect.gen(function* () {
          const isRight = yield* query(() => isRightCode(tx, { key, userId: user.uid, given: code, at, accepts }))
          if (!isRight || !matches) return yield* wrong(needsCode, names)
        }),
      )
    if (!present || !matches) return yield* wrong(needsCode, names)
    yield* signInLimits.succeed(user.username, address)
    yield* Effect.promise(() => byUser.forget(String(user.uid)))
    return present satisfies Proof
  })

  /** Looks at a proof again, and holds its user: of two changes at once the later one has proven what is no more. */
  const hold = Effect.fn('Confirmations.hold')(function* (tx: Tx, proof: Proof, names: Names = NAMES) {
    if (!(yield* query(() => holdUnchanged(tx, proof)))) return yield* wrong(proof.hasSecondFactor, names)
  })

  return { prove, hold }
})

/** Confirms that it is the caller who changes how somebody signs in, and no token alone (S8, docs/decisions/0020). */
export class Confirmations extends Context.Service<Confirmations, Effect.Success<typeof make>>()(
  '@desk/platform/Confirmations',
) {
  static readonly layer = Layer.effect(Confirmations, make)
}
