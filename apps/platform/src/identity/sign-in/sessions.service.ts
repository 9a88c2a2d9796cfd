import type { Caller } from '@desk/api/authorization'
import { Forbidden, Refused, Unauthorized } from '@desk/api/errors'
import { ONLY_BY_SIGN_ON, PASSWORD_OPENS_NOTHING } from '@desk/schema/single-sign-on/sign-on'
import { suspensionRefusal } from '@desk/schema/accounts/suspension'
import type { Confirmation } from '@desk/schema/users/confirmation'
import { refusalOf } from '@desk/schema/permissions/permissions'
import { Clock, Context, Effect, Layer } from 'effect'
import { uuidv7 } from 'uuidv7'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { DatabaseUnavailable } from '#kernel/db/errors'
import type { Tx } from '#kernel/db/tx'
import { behindTheAnswer } from '#kernel/http/behind-the-answer'
import type { Calling } from '#kernel/http/requester'
import { Mail } from '#kernel/mail/mail'
import { changedMail } from '#kernel/mail/mails'
import { Confirmations } from '../confirmation/confirmations.ts'
import { deleteLinks } from '../password-reset/password-links.store.ts'
import { passwordRefusals } from '../passwords/password-refusals.ts'
import { hashPassword, passwordMatches } from '../passwords/password.ts'
import { SecondFactors } from '../second-factor/second-factor.service.ts'
import { auditOfUser } from '../sessions/audit-of-user.ts'
import { callerOf } from '../sessions/current-user.ts'
import { needsOf } from '../sessions/session-needs.ts'
import * as store from '../sessions/sessions.store.ts'
import * as signedOnStore from '../sessions/signed-on.store.ts'
import type { SignedOn } from '../sessions/signed-on.store.ts'
import { entersBySignOn, passwordClosed } from '../sessions/password-closed.store.ts'
import { hashToken, newToken } from '../tokens/token.ts'
import { SignInLimits } from '../try-limits/sign-in-limits.ts'
import { tooManyTries } from '../try-limits/too-many.ts'

/** A session that is not used for this long has ended. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000
/** The same for a remembered session (§1.9). */
export const REMEMBERED_SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000
/**
 * How long a replaced token still opens its session: for calls in flight and for sleeping tabs, which wake for the idle re-check
 * after 70 minutes.
 */
export const REPLACED_TOKEN_GRACE_MS = 2 * 60 * 60 * 1000

const ENDED = 'Your session has ended. Please sign in again.'
const WRONG_SIGN_IN = 'The e-mail address or the password is not right.'

export interface SignInRequest {
  readonly username: string
  readonly password: string
  /** The device is to remember the session. */
  readonly remember?: boolean
  readonly address: string
  readonly userAgent: string | null
}

/** A change of the caller's own password, confirmed (S8). */
export interface PasswordChange {
  readonly confirmation: Confirmation
  readonly newPassword: string
}

export interface Authenticated {
  readonly caller: Caller
  /** Set when the token is to be replaced by this one. */
  readonly renewedToken: string | null
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const limits = yield* SignInLimits
  const secondFactors = yield* SecondFactors
  const confirmations = yield* Confirmations
  const mail = yield* Mail
  const { internalAccountId, passwordPolicy } = yield* PlatformConfig

  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))
  const scope = yield* Effect.scope
  const idleUntil = (from: Date, isRemembered: boolean): Date =>
    new Date(from.getTime() + (isRemembered ? REMEMBERED_SESSION_IDLE_MS : SESSION_IDLE_MS))

  /** Signs in; limited per user and address before any hashing, and without revealing whether the user exists (S2). */
  const signIn = Effect.fn('Sessions.signIn')(function* (request: SignInRequest) {
    const username = request.username.trim().toLowerCase()
    const waitSeconds = yield* limits.take(username, request.address)
    if (waitSeconds > 0) return yield* tooManyTries(waitSeconds)
    const { user, closed } = yield* Effect.tapError(
      database.asSystem(async tx => {
        const found = await store.findForSignIn(tx, username)
        return { user: found, closed: await passwordClosed(tx, username, found?.userId ?? null) }
      }),
      () => limits.giveBack(username, request.address),
    )
    const matches = yield* Effect.promise(() => passwordMatches(request.password, user?.passwordHash ?? null))
    if (user && !matches) yield* behindTheAnswer(noteFailure(user, request), scope)
    // by the domain alone, or to who has proved who they are: the answer does not say who exists
    if (!user || !matches)
      return yield* closed.forDomain
        ? new Forbidden({ message: ONLY_BY_SIGN_ON })
        : new Unauthorized({ message: WRONG_SIGN_IN })
    yield* limits.succeed(username, request.address)
    if (closed.forUser) return yield* new Forbidden({ message: ONLY_BY_SIGN_ON })
    const { remember = false } = request
    if (!user.hasSecondFactor) return yield* enter(user, remember, request)
    const secondFactor = yield* secondFactors.challenge(user, remember)
    if (!secondFactor) return yield* new Unauthorized({ message: WRONG_SIGN_IN })
    return { second_factor: secondFactor }
  })

  /** Writes a wrong password of a user into the audit log of the account where the session would have begun. */
  const noteFailure = Effect.fn('Sessions.noteFailure')(function* (
    { userId, accountId }: store.SignInRow,
    from: Pick<SignInRequest, 'address' | 'userAgent'>,
  ) {
    const at = yield* now
    yield* database.asSystem(tx => auditOfUser(tx, { act: 'sign_in_failed', userId, accountId, at, from }))
  })

  /** The second step of a sign-in, for users with a second factor. */
  const giveSecondFactor = Effect.fn('Sessions.giveSecondFactor')(function* (
    challenge: string,
    code: string,
    from: Pick<SignInRequest, 'address' | 'userAgent'>,
  ) {
    const { user, isRemembered, signedOn } = yield* secondFactors.meet(challenge, code, from)
    return yield* enter(user, isRemembered, from, signedOn)
  })

  /** Begins the session of a user whom the provider of an account has signed on; the desk's own second factor is asked for as ever. */
  const enterSignedOn = Effect.fn('Sessions.enterSignedOn')(function* (
    user: store.SignInRow,
    isRemembered: boolean,
    from: Pick<SignInRequest, 'address' | 'userAgent'>,
    signedOn: SignedOn,
  ) {
    if (!user.hasSecondFactor || user.isSuspended) return yield* enter(user, isRemembered, from, signedOn)
    const secondFactor = yield* secondFactors.challenge(user, isRemembered, signedOn)
    if (!secondFactor) return yield* new Unauthorized({ message: ENDED })
    return { second_factor: secondFactor }
  })

  /** Begins a session after a successful check; a password that has changed since then opens none. */
  const enter = Effect.fn('Sessions.enter')(function* (
    user: store.SignInRow,
    isRemembered: boolean,
    { address, userAgent }: Pick<SignInRequest, 'address' | 'userAgent'>,
    signedOn: SignedOn | null = null,
  ) {
    const { userId, accountId, passwordUpdated, accountName, isSuspended } = user
    // said only to users who have proved who they are
    if (isSuspended) return yield* new Forbidden({ message: suspensionRefusal(accountName) })
    const at = yield* now
    const token = yield* database.asSystem(async tx =>
      (await store.holdUnchanged(tx, user)) && (signedOn !== null || !(await entersBySignOn(tx, userId)))
        ? begin(tx, { userId, accountId, loginAccountId: accountId, address, userAgent, isRemembered, signedOn }, at)
        : null,
    )
    if (token === null) return yield* new Unauthorized({ message: WRONG_SIGN_IN })
    return { AccessToken: token, is_password_updated: passwordUpdated }
  })

  async function begin(
    tx: Tx,
    of: Pick<store.NewSession, 'userId' | 'accountId' | 'loginAccountId' | 'address' | 'userAgent' | 'isRemembered'> & {
      readonly signedOn: SignedOn | null
    },
    at: Date,
  ): Promise<string> {
    const token = newToken()
    const tokenHash = hashToken(token)
    if (!tokenHash) throw new Error('A new token has the wrong form.')
    const sessionId = uuidv7()
    await store.insertSession(tx, {
      ...of,
      sessionId,
      tokenHash,
      now: at,
      expiresAt: idleUntil(at, of.isRemembered),
    })
    if (of.signedOn !== null) await signedOnStore.insertSignedOn(tx, sessionId, of.signedOn)
    const from = { address: of.address ?? '', userAgent: of.userAgent }
    const by = of.signedOn === null ? {} : { by: 'single_sign_on' as const }
    await auditOfUser(tx, { act: 'signed_in', userId: of.userId, accountId: of.accountId, at, from, ...by })
    return token
  }

  /** Gives the caller of a token, and a new token when it is time for one (§7.4). */
  const authenticate = Effect.fn('Sessions.authenticate')(function* (token: string) {
    const ended = new Unauthorized({ message: ENDED })
    const tokenHash = hashToken(token)
    if (!tokenHash) return yield* ended
    const at = yield* now
    const session = yield* query(() => store.findLiveSession(database.core, tokenHash, at))
    if (!session) return yield* ended
    if (session.supersededAt && at.getTime() - session.supersededAt.getTime() > REPLACED_TOKEN_GRACE_MS)
      return yield* ended
    const renewedToken = yield* renewWhenDue(session, tokenHash, at)
    return { caller: callerOf(session, internalAccountId), renewedToken } satisfies Authenticated
  })

  const renewWhenDue = Effect.fn('Sessions.renewWhenDue')(function* (
    session: store.LiveSession,
    tokenHash: Buffer,
    at: Date,
  ) {
    const needs = needsOf(session, at)
    if (needs === 'nothing') return null
    const renewing = database.asSystem(async tx => {
      await store.touchSession(tx, session.sessionId, at, idleUntil(at, session.isRemembered))
      if (needs === 'touch') return null
      // of parallel calls with one token the first replaces it; a sleeping tab with a replaced token gets a new one
      const superseded = await store.supersedeToken(tx, tokenHash, at)
      if (superseded === undefined || (superseded === 'before' && !session.supersededAt)) return null
      const renewed = newToken()
      const renewedHash = hashToken(renewed)
      if (!renewedHash) throw new Error('A new token has the wrong form.')
      await store.insertToken(tx, session.sessionId, renewedHash, at)
      return renewed
    })
    // reading goes on with the old token: renewal waits until there is space again (F15)
    return yield* Effect.catch(renewing, error =>
      error instanceof DatabaseUnavailable && error.isDiskFull ? Effect.succeed(null) : Effect.fail(error),
    )
  })

  /** Ends the caller's session. @returns by whose single sign-on it had begun; null: by the password */
  const signOut = Effect.fn('Sessions.signOut')(function* (caller: Calling) {
    const at = yield* now
    const { accountId, user } = caller
    return yield* database.asSystem(async tx => {
      const signedOn = await signedOnStore.findSignedOn(tx, caller.sessionId)
      if (!(await store.endSession(tx, caller.sessionId, 'signed out', at))) return null
      await auditOfUser(tx, { act: 'signed_out', userId: user.uid, accountId, at, from: caller })
      return signedOn
    })
  })

  /** Switches to another account (§4.9): the old session with its tokens and sockets ends, a new one begins there. */
  const switchAccount = Effect.fn('Sessions.switchAccount')(function* (
    caller: Caller,
    accountId: number,
    address: string,
    userAgent: string | null,
  ) {
    const refused = { Status: 1, message: 'This account cannot be switched to.' }
    const refusal = refusalOf(caller.user, 'switch accounts')
    if (refusal !== null) return { Status: 1, message: refusal }
    const at = yield* now
    const outcome = yield* database.asSystem(async tx => {
      await store.holdUser(tx, caller.user.uid)
      const account = await store.accountToEnter(tx, caller.user.uid, accountId, caller.user.is_super_admin)
      if (!account) return 'refused'
      if (account.isSuspended) return { suspended: account.name }
      // of two switches with one token one succeeds, and none if the session ended in between
      if (!(await store.endSession(tx, caller.sessionId, 'switched account', at))) return 'ended'
      const isRemembered = await store.isRemembered(tx, caller.sessionId)
      const signedOn = await signedOnStore.findSignedOn(tx, caller.sessionId)
      return {
        token: await begin(
          tx,
          {
            userId: caller.user.uid,
            accountId,
            loginAccountId: caller.accountId,
            address,
            userAgent,
            isRemembered,
            signedOn,
          },
          at,
        ),
      }
    })
    if (outcome === 'refused') return refused
    if (typeof outcome === 'object' && 'suspended' in outcome)
      return { Status: 1, message: suspensionRefusal(outcome.suspended) }
    if (outcome === 'ended') return yield* new Unauthorized({ message: ENDED })
    return { Status: 0, AccessToken: outcome.token }
  })

  /** Changes the caller's own password; every session of the user ends, and a new one begins here. */
  const changePassword = Effect.fn('Sessions.changePassword')(function* (
    caller: Calling,
    { confirmation, newPassword }: PasswordChange,
  ) {
    const { address, userAgent } = caller
    const faults = passwordRefusals(newPassword, passwordPolicy, caller.user.username)
    if (faults.length > 0) return yield* refusePassword('new_password', faults)
    const proof = yield* confirmations.prove(caller, { confirmation, names: PASSWORD_NAMES })
    if (confirmation.present_password === newPassword)
      return yield* refusePassword('new_password', ['The new password must differ from the present one.'])
    const newHash = yield* Effect.promise(() => hashPassword(newPassword))
    const at = yield* now
    const token = yield* database.asSystem(tx =>
      Effect.gen(function* () {
        yield* confirmations.hold(tx, proof, PASSWORD_NAMES)
        if (yield* query(() => entersBySignOn(tx, proof.userId)))
          return yield* refusePassword('new_password', [PASSWORD_OPENS_NOTHING])
        return yield* query(async () => {
          await store.updatePasswordHash(tx, proof.userId, newHash)
          // an old link may be in a mailbox that is no longer the user's
          await deleteLinks(tx, proof.userId)
          await store.endOtherSessions(tx, proof.userId, null, 'password changed', at)
          const { accountId } = caller
          await auditOfUser(tx, { act: 'password_changed', userId: proof.userId, accountId, at, from: caller })
          const isRemembered = await store.isRemembered(tx, caller.sessionId)
          return begin(
            tx,
            {
              userId: proof.userId,
              accountId: caller.accountId,
              loginAccountId: caller.accountId,
              address,
              userAgent,
              isRemembered,
              signedOn: await signedOnStore.findSignedOn(tx, caller.sessionId),
            },
            at,
          )
        })
      }),
    )
    yield* mail.send(changedMail(caller.user, 'password'))
    return { AccessToken: token, is_password_updated: true }
  })

  return { signIn, giveSecondFactor, enterSignedOn, authenticate, signOut, switchAccount, changePassword }
})

const PASSWORD_NAMES = {
  password: ['password'],
  signOn: ['single_sign_on_token'],
  code: ['second_factor_code'],
}

function refusePassword(field: string, messages: readonly string[]): Refused {
  return new Refused({
    message: messages[0] ?? 'The password cannot be taken.',
    details: messages.map(message => ({ path: [field], message })),
  })
}

/** Sign-in, sign-out, the session behind a token, and its renewal (§4.6–4.9, S2). */
export class Sessions extends Context.Service<Sessions, Effect.Success<typeof make>>()('@desk/platform/Sessions') {
  static readonly layer = Layer.effect(Sessions, make)
}
