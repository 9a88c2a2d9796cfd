import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import type { Confirmation } from '@desk/schema/users/confirmation'
import { Clock, Context, Effect, Layer, type Schema } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor, type Asked } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import type { Detail } from '#kernel/http/refusal'
import type { Calling } from '#kernel/http/requester'
import { isRightCode } from '../one-time-codes/is-right-code.ts'
import { factorKey } from '../one-time-codes/sealed-secret.ts'
import { passwordMatches } from '../passwords/password.ts'
import { auditOfUser } from '../sessions/audit-of-user.ts'
import { findForSignIn, holdUnchanged, type SignInRow } from '../sessions/sessions.store.ts'
import { hashToken } from '../tokens/token.ts'
import { SignInLimits } from '../try-limits/sign-in-limits.ts'
import { tooManyTries } from '../try-limits/too-many.ts'
import { tryLimit } from '../try-limits/try-limit.ts'
import { takeProof } from './sign-on-proofs.store.ts'

/** How many confirmations of one user may fail, from all addresses and sessions together: a stolen token moves between addresses. */
export const WRONG_CONFIRMATIONS_PER_USER = 20
const WINDOW_SECONDS = 60 * 60

const PASSWORD_MISSING = 'Confirm your identity: enter your current password.'
const CODE_MISSING = 'Confirm your identity: enter a code from your authenticator app too.'
const WRONG_PASSWORD = 'The present password is not right.'
// one answer for both: otherwise it would reveal that only the password was guessed
const WRONG_EITHER = 'The present password or the code is not right.'

const WRONG_SIGN_ON = 'This sign-on has expired or was used already. Sign on once more.'
const WRONG_CODE = 'The code is not right.'

/** The facts that confirmed the caller, to be checked again under the row's lock. */
export type Proof = Pick<SignInRow, 'userId' | 'passwordHash' | 'hasSecondFactor'>

/** The payload's names of these fields, for the paths of faults (§5.28). */
interface Names {
  readonly password: readonly string[]
  readonly signOn: readonly string[]
  readonly code: readonly string[]
}
const NAMES: Names = {
  password: ['confirmation', 'present_password'],
  signOn: ['confirmation', 'single_sign_on_token'],
  code: ['confirmation', 'second_factor_code'],
}

interface Given {
  readonly confirmation: Confirmation | undefined
  /** `app`: recovery codes are not accepted. */
  readonly accepts?: 'any' | 'app'
  readonly names?: Names
}

const refused = (path: readonly string[], message: string): Refused =>
  new Refused({ message, details: [{ path, message }] })
const wrongOf = (hasSecondFactor: boolean, { password: path }: Names): Detail => ({
  path,
  message: hasSecondFactor ? WRONG_EITHER : WRONG_PASSWORD,
})
const wrong = (hasSecondFactor: boolean, names: Names): Refused => {
  const { path, message } = wrongOf(hasSecondFactor, names)
  return refused(path, message)
}

/** The refusal of a change that waits for its caller to confirm who they are. */
export const CONFIRM_FIRST: Detail = { path: NAMES.password, message: PASSWORD_MISSING }

/**
 * Looks at a proof again, and holds its user: of two changes at once the later one has a proof that is gone.
 * @returns the details of that refusal
 */
export async function unproven(tx: Tx, proof: Proof, names: Names = NAMES): Promise<readonly Detail[]> {
  return (await holdUnchanged(tx, proof)) ? [] : [wrongOf(proof.hasSecondFactor, names)]
}

/** Takes what a fresh sign-on of this session gave; it confirms once. */
async function takesSignOn(tx: Tx, token: string, { user, sessionId }: Caller, at: Date): Promise<boolean> {
  const tokenHash = hashToken(token)
  return tokenHash !== null && (await takeProof(tx, tokenHash, { userId: user.uid, sessionId }, at))
}

const isGiven = ({ present_password: password = '', single_sign_on_token: token = '' }: Confirmation = {}): boolean =>
  password !== '' || token !== ''

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

  const noteFailure = (caller: Calling, at: Date) =>
    database.asSystem(tx =>
      auditOfUser(tx, {
        act: 'confirmation_failed',
        userId: caller.user.uid,
        accountId: caller.accountId,
        at,
        from: caller,
      }),
    )

  /** Checks the caller's present password or fresh single sign-on, and a code if there is a second factor (S8); limited like signing in (S2). */
  const prove = Effect.fn('Confirmations.prove')(function* (
    caller: Calling,
    { confirmation = {}, accepts = 'any', names = NAMES }: Given,
  ) {
    const { user, address } = caller
    const {
      present_password: password = '',
      second_factor_code: code = '',
      single_sign_on_token: signOnToken = '',
    } = confirmation
    const needsCode = user.second_factor === 'on'
    if (password === '' && signOnToken === '') return yield* refused(names.password, PASSWORD_MISSING)
    if (needsCode && code.trim() === '') return yield* refused(names.code, CODE_MISSING)
    yield* takeTry(user, address)
    const at = new Date(yield* Clock.currentTimeMillis)
    const present = yield* Effect.tapError(
      database.readAsSystem(tx => findForSignIn(tx, user.uid)),
      () => signInLimits.giveBack(user.username, address),
    )
    // turned on since the call began, which came without a code
    if (present?.hasSecondFactor && !needsCode) return yield* refused(names.code, CODE_MISSING)
    const matches =
      signOnToken === '' && (yield* Effect.promise(() => passwordMatches(password, present?.passwordHash ?? null)))
    // all or nothing: a wrong code uses up no sign-on, and neither a wrong password nor a wrong sign-on a code
    const proving = database.asSystem(tx =>
      Effect.gen(function* () {
        // the code is checked in any case, so that neither answer nor timing reveals which of the two was wrong
        const isRight = yield* query(
          async () => !needsCode || (await isRightCode(tx, { key, userId: user.uid, given: code, at, accepts })),
        )
        if (signOnToken !== '') {
          if (!(yield* query(() => takesSignOn(tx, signOnToken, caller, at))))
            return yield* refused(names.signOn, WRONG_SIGN_ON)
          // who has signed on has nothing to guess but the code
          if (!isRight) return yield* refused(names.code, WRONG_CODE)
        } else if (!present || !isRight || !matches) return yield* wrong(needsCode, names)
      }),
    )
    yield* Effect.tapErrorTag(proving, 'Refused', () => noteFailure(caller, at))
    if (!present) return yield* wrong(needsCode, names)
    yield* signInLimits.succeed(user.username, address)
    yield* Effect.promise(() => byUser.forget(String(user.uid)))
    return present satisfies Proof
  })

  /** The same as `unproven`, refused at once. */
  const hold = Effect.fn('Confirmations.hold')(function* (tx: Tx, proof: Proof, names: Names = NAMES) {
    const [fault] = yield* query(() => unproven(tx, proof, names))
    if (fault) return yield* refused(fault.path, fault.message)
  })

  /**
   * Performs an act that its caller confirms. Without a confirmation it is only judged: it fails as it would, or else by asking for
   * one, and nothing of it is stored.
   */
  const act = <Answer, Current extends Schema.Json>(
    caller: Calling,
    confirmation: Confirmation | undefined,
    asked: Asked,
    perform: (tx: Tx, actor: Actor) => Promise<Outcome<Answer, Current>>,
    role?: 'account' | 'system',
  ) =>
    isGiven(confirmation)
      ? Effect.andThen(prove(caller, { confirmation }), actFor(database, caller, asked, perform, role))
      : actFor(
          database,
          { ...caller, idempotencyKey: undefined },
          asked,
          async (tx, actor): Promise<Outcome<Answer, Current>> => {
            const outcome = await perform(tx, actor)
            // a fault undoes the change
            return outcome.kind === 'done' ? { kind: 'faulty', details: [CONFIRM_FIRST] } : outcome
          },
          role,
        )

  return { prove, hold, act }
})

/** Confirms the caller before a change of how a user signs in: a token alone is not enough (S8, docs/decisions/0020). */
export class Confirmations extends Context.Service<Confirmations, Effect.Success<typeof make>>()(
  '@desk/platform/Confirmations',
) {
  static readonly layer = Layer.effect(Confirmations, make)
}
