import { Forbidden, NotFound, Refused, Unauthorized } from '@desk/api/errors'
import { deepLinkOf } from '@desk/machines/session/session.routes'
import { domainOf } from '@desk/schema/single-sign-on/sign-on-domains'
import { networkOf } from '@desk/schema/addresses/network-of'
import { Clock, Context, Effect, Layer } from 'effect'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import { Database } from '#kernel/db/database'
import type { Requester } from '#kernel/http/requester'
import { sealSecret } from '../sessions/sign-on-secret.ts'
import { Sessions } from '../sign-in/sessions.service.ts'
import { hashToken } from '../tokens/token.ts'
import { tooManyTries } from '../try-limits/too-many.ts'
import { tryLimit } from '../try-limits/try-limit.ts'
import { takeAnswered } from './pending-sign-ons.store.ts'
import { SignOnProviders } from './sign-on-providers.ts'
import { userOf } from './sign-on-user.ts'
import * as store from './sign-on.store.ts'

/** Sign-ons that may begin from one network: each asks a provider. */
export const STARTS_PER_ADDRESS = 300
const WINDOW_SECONDS = 15 * 60

const NO_ADDRESS = 'Type your e-mail address.'
const OVER = 'This sign-on took too long, was used already, or began in another browser. Please begin again.'
const USED = 'This sign-on was used already. Please begin again.'
const CHANGED = 'Single sign-on was changed while you signed on. Please begin again.'

interface Starting {
  readonly username: string
  readonly remember?: boolean
  readonly redirect?: string
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const sessions = yield* Sessions
  const providers = yield* SignOnProviders
  const byAddress = tryLimit(database.core, 'sign-on', STARTS_PER_ADDRESS, WINDOW_SECONDS)
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** Begins a sign-on. @returns where the browser goes, and the token that binds it to this browser */
  const start = Effect.fn('SingleSignOn.start')(function* (
    { username, remember = false, redirect }: Starting,
    { address }: Requester,
  ) {
    const waitSeconds = yield* Effect.promise(() => byAddress.take(networkOf(address)))
    if (waitSeconds > 0) return yield* tooManyTries(waitSeconds)
    const domain = domainOf(username)
    if (domain === null)
      return yield* new Refused({ message: NO_ADDRESS, details: [{ path: ['username'], message: NO_ADDRESS }] })
    const signOn = yield* database.readAsSystem(tx => store.findByDomain(tx, domain))
    if (!signOn) return yield* new NotFound({ message: `There is no single sign-on for addresses at ${domain}.` })
    return yield* providers.begin({
      signOn,
      username,
      returnPath: safeReturn(redirect),
      isRemembered: remember,
      sessionId: null,
      at: yield* now,
    })
  })

  /** Judges what the provider has sent, and begins the session. @param browser the token of the browser's cookie */
  const finish = Effect.fn('SingleSignOn.finish')(function* (browser: string | null, from: Requester) {
    const browserHash = hashToken(browser ?? '')
    if (!browserHash) return yield* new Unauthorized({ message: OVER })
    const at = yield* now
    const pending = yield* database.asSystem(tx => takeAnswered(tx, browserHash, null, at))
    if (!pending) return yield* new Unauthorized({ message: OVER })
    const { accountId } = pending
    const signOn = yield* database.readAsSystem(tx => store.findSignOn(tx, accountId))
    if (!signOn?.is_on || signOn.issuer !== pending.issuer || signOn.kind !== pending.kind)
      return yield* new Forbidden({ message: CHANGED })
    const origin = { ...originOf(from), by: 'single_sign_on' as const }
    const refuse = Effect.fn(function* (message: string, userId: number | null) {
      yield* database.asSystem(tx =>
        recordAudit(tx, {
          accountId,
          userId,
          at,
          origin,
          act: 'sign_in_failed',
          scope: 'session',
          objectId: userId,
          changes: [{ field: 'reason', from: null, to: message }],
        }),
      )
      return yield* new Forbidden({ message })
    })
    const verified = yield* Effect.catch(providers.verify(signOn, pending), fault =>
      refuse(`Single sign-on did not work. ${fault}`, null),
    )
    const found = yield* database.asSystem(async tx => {
      if (
        verified.assertion &&
        !(await store.useAssertion(tx, signOn, verified.assertion.id, { at, ...verified.assertion }))
      )
        return { refusal: USED, userId: null }
      return userOf(tx, signOn, verified, { at, origin })
    })
    if ('refusal' in found) return yield* refuse(found.refusal, found.userId)
    const sealedSignOutUrl =
      verified.signOutUrl === null ? null : sealSecret(providers.key, accountId, verified.signOutUrl)
    return yield* sessions.enterSignedOn(found.user, pending.isRemembered, from, { accountId, sealedSignOutUrl })
  })

  return { start, finish }
})

/** The page to return to, if /login would take it (§2.31). */
function safeReturn(redirect: string | undefined): string | null {
  if (redirect === undefined) return null
  return deepLinkOf(`/login?redirect=${encodeURIComponent(redirect)}`).kind === 'link' ? redirect : null
}

/** Signing on by the provider of an account (docs/decisions/0046). */
export class SingleSignOn extends Context.Service<SingleSignOn, Effect.Success<typeof make>>()(
  '@desk/platform/SingleSignOn',
) {
  static readonly layer = Layer.effect(SingleSignOn, make)
}
