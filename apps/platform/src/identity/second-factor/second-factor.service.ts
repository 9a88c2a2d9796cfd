import type { Caller } from '@desk/api/authorization'
import { Conflict, Refused, Unauthorized } from '@desk/api/errors'
import { Clock, Context, Effect, Layer } from 'effect'
import type { Confirmation } from '@desk/schema/users/confirmation'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import type { Calling, Requester } from '#kernel/http/requester'
import { Mail } from '#kernel/mail/mail'
import { changedMail } from '#kernel/mail/mails'
import { Confirmations } from '../confirmation/confirmations.ts'
import { enrolmentOf, hashRecoveryCode, newFactorSecret, newRecoveryCodes } from '../one-time-codes/codes.ts'
import { isRightCode } from '../one-time-codes/is-right-code.ts'
import { factorKey, seal } from '../one-time-codes/sealed-secret.ts'
import * as store from '../one-time-codes/second-factor.store.ts'
import { auditOfUser } from '../sessions/audit-of-user.ts'
import type { SignedOn } from '../sessions/signed-on.store.ts'
import { endOtherSessions, findForSignIn, holdUnchanged, type SignInRow } from '../sessions/sessions.store.ts'
import { hashToken, newToken } from '../tokens/token.ts'
import { tooManyTries } from '../try-limits/too-many.ts'
import { tryLimit } from '../try-limits/try-limit.ts'
import * as challenges from './challenges.store.ts'

/** A sign-in waits this long for its second factor. */
export const CHALLENGE_LASTS_MS = 5 * 60 * 1000
/** Codes that may be tried for one sign-in. */
export const TRIES_PER_CHALLENGE = 5
/** Wrong codes of one user, from all addresses: the sender knows the password, and six digits are few. */
export const WRONG_CODES_PER_USER = 20
const WRONG_CODES_WINDOW_SECONDS = 60 * 60

const WRONG_CODE = 'The code is not right.'

const wrongCode = (): Refused =>
  new Refused({ message: WRONG_CODE, details: [{ path: ['code'], message: WRONG_CODE }] })
const conflict = (reason: 'already_on' | 'not_on' | 'required', message: string): Conflict =>
  new Conflict({ message, reason, current: { enabled: reason !== 'not_on' } })
const notOn = (): Conflict => conflict('not_on', 'There is no second factor.')
const alreadyOn = (): Conflict => conflict('already_on', 'There is a second factor already.')

const make = Effect.gen(function* () {
  const database = yield* Database
  const mail = yield* Mail
  const confirmations = yield* Confirmations
  const { secretKey } = yield* PlatformConfig
  const key = factorKey(secretKey)
  const codeLimit = tryLimit(database.core, 'second-factor', WRONG_CODES_PER_USER, WRONG_CODES_WINDOW_SECONDS)

  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  const takeCode = Effect.fn('SecondFactors.takeCode')(function* (userId: number) {
    const waitSeconds = yield* Effect.promise(() => codeLimit.take(String(userId)))
    if (waitSeconds > 0) return yield* tooManyTries(waitSeconds)
  })
  const forgetWrongCodes = (userId: number) => Effect.promise(() => codeLimit.forget(String(userId)))

  const isRight = (tx: Tx, userId: number, given: string, at: Date, accepts: 'any' | 'app') =>
    isRightCode(tx, { key, userId, given, at, accepts })

  /**
   * Begins the second step of a sign-in after a correct password or a single sign-on; null when that was changed in
   * between.
   */
  const challenge = Effect.fn('SecondFactors.challenge')(function* (
    user: SignInRow,
    isRemembered: boolean,
    signedOn: SignedOn | null = null,
  ) {
    const at = yield* now
    const token = newToken()
    const challengeHash = hashToken(token)
    if (!challengeHash) return yield* Effect.die(new Error('A new token has the wrong form.'))
    const isKept = yield* database.asSystem(async tx => {
      if (!(await holdUnchanged(tx, user))) return false
      await challenges.insertChallenge(tx, {
        challengeHash,
        userId: user.userId,
        now: at,
        expiresAt: new Date(at.getTime() + CHALLENGE_LASTS_MS),
        tries: TRIES_PER_CHALLENGE,
        isRemembered,
        signedOn,
      })
      return true
    })
    return isKept ? { challenge: token, expires_in_seconds: CHALLENGE_LASTS_MS / 1000 } : null
  })

  /**
   * Ends the second step: if the code is correct, gives the user and whether the device remembers the session. A wrong code uses
   * up an attempt.
   */
  const meet = Effect.fn('SecondFactors.meet')(function* (token: string, code: string, from: Requester) {
    const over = new Unauthorized({ message: 'This sign-in took too long, or too many tries. Please sign in again.' })
    const challengeHash = hashToken(token)
    if (!challengeHash) return yield* over
    const at = yield* now
    const userId = yield* database.asSystem(tx => challenges.takeTry(tx, challengeHash, at))
    if (userId === undefined) return yield* over
    yield* takeCode(userId)
    const met = yield* database.asSystem(async tx => {
      if (!(await isRight(tx, userId, code, at, 'any'))) return 'wrong'
      // gone when another attempt succeeded, or the password was changed
      const waited = await challenges.deleteChallenge(tx, challengeHash)
      const user = waited && (await findForSignIn(tx, userId, waited.signedOn?.accountId))
      return user && { user, ...waited }
    })
    if (met === 'wrong') {
      yield* database.asSystem(async tx => {
        const user = await findForSignIn(tx, userId)
        if (user) await auditOfUser(tx, { act: 'second_factor_failed', userId, accountId: user.accountId, at, from })
      })
      return yield* wrongCode()
    }
    if (!met) return yield* over
    yield* forgetWrongCodes(userId)
    return met
  })

  const read = Effect.fn('SecondFactors.read')(function* ({ user, accountId }: Caller) {
    return yield* database.readAsSystem(async tx => ({
      enabled: user.second_factor === 'on',
      required: await store.isRequired(tx, accountId),
      recovery_codes_left: await store.countRecoveryCodes(tx, user.uid),
    }))
  })

  /**
   * Creates a secret for the caller's app, after a confirmation: an intruder at an open desk, or with a token, cannot bind the
   * sign-in to their own phone. It takes effect once a code of it is given.
   */
  const enrol = Effect.fn('SecondFactors.enrol')(function* (caller: Calling, confirmation: Confirmation | undefined) {
    const { user } = caller
    if (user.second_factor === 'on') return yield* alreadyOn()
    const proof = yield* confirmations.prove(caller, { confirmation })
    const at = yield* now
    const secret = newFactorSecret()
    yield* database.asSystem(tx =>
      Effect.gen(function* () {
        yield* confirmations.hold(tx, proof)
        if (!(yield* query(() => store.insertFactor(tx, user.uid, seal(key, user.uid, secret), at))))
          return yield* alreadyOn()
      }),
    )
    return enrolmentOf(secret, user.username)
  })

  /** Turns the second factor on by a first code; sessions that began without one end, except the caller's. */
  const confirm = Effect.fn('SecondFactors.confirm')(function* (caller: Calling, code: string) {
    const { user, accountId, sessionId } = caller
    if (user.second_factor === 'on') return yield* alreadyOn()
    yield* takeCode(user.uid)
    const at = yield* now
    const codes = newRecoveryCodes()
    const isOn = yield* database.asSystem(async tx => {
      if (!(await isRight(tx, user.uid, code, at, 'app'))) return false
      await store.confirmFactor(tx, user.uid, at)
      await store.replaceRecoveryCodes(tx, user.uid, hashesOf(codes))
      await endOtherSessions(tx, user.uid, sessionId, 'second factor set up', at)
      await auditOfUser(tx, { act: 'second_factor_set_up', userId: user.uid, accountId, at, from: caller })
      return true
    })
    if (!isOn) return yield* wrongCode()
    yield* forgetWrongCodes(user.uid)
    return { recovery_codes: codes }
  })

  /** Gives new recovery codes in place of the old ones, for the password and a code of the app. */
  const renewRecoveryCodes = Effect.fn('SecondFactors.renewRecoveryCodes')(function* (
    caller: Calling,
    confirmation: Confirmation | undefined,
  ) {
    const { user, accountId } = caller
    if (user.second_factor !== 'on') return yield* notOn()
    const proof = yield* confirmations.prove(caller, { confirmation, accepts: 'app' })
    const at = yield* now
    const codes = newRecoveryCodes()
    yield* database.asSystem(tx =>
      Effect.gen(function* () {
        yield* confirmations.hold(tx, proof)
        yield* query(async () => {
          await store.replaceRecoveryCodes(tx, user.uid, hashesOf(codes))
          await auditOfUser(tx, { act: 'recovery_codes_renewed', userId: user.uid, accountId, at, from: caller })
        })
      }),
    )
    return { recovery_codes: codes }
  })

  /**
   * Turns the second factor off, for password and code; not in an account that demands one. Sessions that began with it end,
   * except the caller's.
   */
  const disable = Effect.fn('SecondFactors.disable')(function* (
    caller: Calling,
    confirmation: Confirmation | undefined,
  ) {
    const { user, accountId, sessionId } = caller
    if (user.second_factor !== 'on') return yield* notOn()
    if (yield* database.readAsSystem(tx => store.isRequired(tx, accountId)))
      return yield* conflict('required', 'This account requires a second factor of every user.')
    const proof = yield* confirmations.prove(caller, { confirmation })
    const at = yield* now
    yield* database.asSystem(tx =>
      Effect.gen(function* () {
        yield* confirmations.hold(tx, proof)
        yield* query(async () => {
          await store.deleteFactor(tx, user.uid)
          await auditOfUser(tx, { act: 'second_factor_removed', userId: user.uid, accountId, at, from: caller })
        })
        yield* query(() => endOtherSessions(tx, user.uid, sessionId, 'second factor removed', at))
      }),
    )
    yield* mail.send(changedMail(user, 'second factor'))
  })

  return { challenge, meet, read, enrol, confirm, renewRecoveryCodes, disable }
})

const hashesOf = (codes: readonly string[]): Buffer[] => codes.flatMap(code => hashRecoveryCode(code) ?? [])

/** Second factors by authenticator app, with recovery codes. */
export class SecondFactors extends Context.Service<SecondFactors, Effect.Success<typeof make>>()(
  '@desk/platform/SecondFactors',
) {
  static readonly layer = Layer.effect(SecondFactors, make)
}
