import { Conflict, Forbidden } from '@desk/api/errors'
import type { Confirmed } from '@desk/schema/single-sign-on/sign-on'
import { networkOf } from '@desk/schema/addresses/network-of'
import { Clock, Context, Effect, Layer } from 'effect'
import { Database } from '#kernel/db/database'
import type { Calling } from '#kernel/http/requester'
import { insertProof } from '../confirmation/sign-on-proofs.store.ts'
import { auditOfUser } from '../sessions/audit-of-user.ts'
import { hashToken, newToken } from '../tokens/token.ts'
import { tooManyTries } from '../try-limits/too-many.ts'
import { tryLimit } from '../try-limits/try-limit.ts'
import type { Verified } from './oidc.ts'
import { isAtProvider, takeAnswered } from './pending-sign-ons.store.ts'
import { findBinding, isBoundTo } from '../sign-on-bindings/sign-on-bindings.store.ts'
import { SignOnProviders } from './sign-on-providers.ts'
import { STARTS_PER_ADDRESS } from './sign-on.service.ts'
import { findSignOn, useAssertion } from './sign-on.store.ts'

/** A sign-on confirms an act within this time. */
export const CONFIRMATION_LASTS_MS = 5 * 60 * 1000
/** How far the provider's clock may be off. */
const CLOCK_SKEW_MS = 30 * 1000
const WINDOW_SECONDS = 15 * 60

const NOT_BOUND = 'You have not signed on by your account’s single sign-on: confirm with your password.'
const OVER = 'This sign-on took too long, was used already, or began in another browser or session. Please begin again.'
const CHANGED = 'Single sign-on was changed while you signed on. Please begin again.'
const USED = 'This sign-on was used already. Please begin again.'
const SOMEBODY_ELSE = 'You signed on as another user. Sign on as the user that you are here.'
const NOT_FRESH =
  'Your provider did not ask you to sign on again, so that this confirms nothing. Sign out there, and begin again.'
const NO_TIME =
  'Your provider does not say when you signed on (auth_time, AuthnInstant), so that this confirms nothing. Tell your administrator.'

const make = Effect.gen(function* () {
  const database = yield* Database
  const providers = yield* SignOnProviders
  const byAddress = tryLimit(database.core, 'sign-on', STARTS_PER_ADDRESS, WINDOW_SECONDS)
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** Begins a fresh sign-on of the caller. @returns where the browser goes, and the token that binds it to this browser */
  const start = Effect.fn('SignOnAgain.start')(function* ({ user, sessionId, address }: Calling) {
    const waitSeconds = yield* Effect.promise(() => byAddress.take(networkOf(address)))
    if (waitSeconds > 0) return yield* tooManyTries(waitSeconds)
    const signOn = yield* database.readAsSystem(async tx => {
      const binding = await findBinding(tx, user.uid)
      return binding && (await findSignOn(tx, binding.accountId))
    })
    if (!signOn || user.is_super_admin)
      return yield* new Conflict({ message: NOT_BOUND, reason: 'not_bound', current: null })
    const at = yield* now
    return yield* providers.begin({
      signOn,
      username: user.username,
      returnPath: null,
      isRemembered: false,
      sessionId,
      at,
    })
  })

  /** Judges what the provider has sent, and gives a token that confirms one change of this session. @param browser the token of the browser's cookie */
  const finish = Effect.fn('SignOnAgain.finish')(function* (browser: string | null, caller: Calling) {
    const { user, sessionId } = caller
    const at = yield* now
    const browserHash = hashToken(browser ?? '')
    if (!browserHash) return yield* new Forbidden({ message: OVER })
    const pending = yield* database.asSystem(tx => takeAnswered(tx, browserHash, sessionId, at))
    if (!pending) {
      const isWaiting = yield* database.readAsSystem(tx => isAtProvider(tx, browserHash, sessionId, at))
      return isWaiting ? ({ is_back: false } satisfies Confirmed) : yield* new Forbidden({ message: OVER })
    }
    const { accountId, issuer } = pending
    const signOn = yield* database.readAsSystem(tx => findSignOn(tx, accountId))
    if (!signOn?.is_on || signOn.issuer !== issuer || signOn.kind !== pending.kind)
      return yield* new Forbidden({ message: CHANGED })
    const refuse = Effect.fn(function* (message: string) {
      yield* database.asSystem(tx =>
        auditOfUser(tx, {
          act: 'confirmation_failed',
          userId: user.uid,
          accountId: caller.accountId,
          at,
          from: caller,
          by: 'single_sign_on',
          changes: [{ field: 'reason', from: null, to: message }],
        }),
      )
      return yield* new Forbidden({ message })
    })
    const verified = yield* Effect.catch(providers.verify(signOn, pending), fault =>
      refuse(`Single sign-on did not work. ${fault}`),
    )
    const stale = freshnessFault(verified, pending.begunAt, at)
    if (stale !== null) return yield* refuse(stale)
    const token = newToken()
    const tokenHash = hashToken(token)
    if (!tokenHash) return yield* Effect.die(new Error('A new token has the wrong form.'))
    const { subject } = verified
    const refusal = yield* database.asSystem(async tx => {
      if (verified.assertion && !(await useAssertion(tx, signOn, verified.assertion.id, { at, ...verified.assertion })))
        return USED
      if (!(await isBoundTo(tx, { userId: user.uid, accountId, issuer, subject }))) return SOMEBODY_ELSE
      const expiresAt = new Date(at.getTime() + CONFIRMATION_LASTS_MS)
      await insertProof(tx, tokenHash, { sessionId, userId: user.uid, accountId, issuer, subject }, { at, expiresAt })
      return null
    })
    if (refusal !== null) return yield* refuse(refusal)
    return {
      is_back: true,
      single_sign_on_token: token,
      lasts_seconds: CONFIRMATION_LASTS_MS / 1000,
    } satisfies Confirmed
  })

  return { start, finish }
})

/** Why a sign-on is none that was made now, for this; null: it is. */
function freshnessFault({ signedOnAt }: Verified, begunAt: Date, at: Date): string | null {
  if (signedOnAt === null) return NO_TIME
  const isSince = signedOnAt.getTime() >= begunAt.getTime() - CLOCK_SKEW_MS
  // a time ahead of ours says nothing about when it was
  return isSince && signedOnAt.getTime() <= at.getTime() + CLOCK_SKEW_MS ? null : NOT_FRESH
}

/** Signing on again, to confirm who the user of a session is (S8, docs/decisions/0046). */
export class SignOnAgain extends Context.Service<SignOnAgain, Effect.Success<typeof make>>()(
  '@desk/platform/SignOnAgain',
) {
  static readonly layer = Layer.effect(SignOnAgain, make)
}
