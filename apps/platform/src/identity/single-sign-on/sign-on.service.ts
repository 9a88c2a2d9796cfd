import { Conflict, Forbidden, NotFound, Refused, Unauthorized } from '@desk/api/errors'
import { deepLinkOf } from '@desk/machines/session/session.routes'
import { domainOf } from '@desk/schema/single-sign-on/sign-on-domains'
import { networkOf } from '@desk/schema/addresses/network-of'
import { Clock, Context, Effect, Layer } from 'effect'
import { randomUUID } from 'node:crypto'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { openEgress } from '#kernel/egress/egress'
import type { Requester } from '#kernel/http/requester'
import { openSecret, sealSecret, signOnKey } from '../sessions/sign-on-secret.ts'
import { Sessions } from '../sign-in/sessions.service.ts'
import { hashToken, newToken } from '../tokens/token.ts'
import { tooManyTries } from '../try-limits/too-many.ts'
import { tryLimit } from '../try-limits/try-limit.ts'
import { acsUrl, callbackUrl, metadataUrl, signedOutUrl } from './addresses.ts'
import { readCertificates } from './certificates.ts'
import { Oidc, type OidcClient, type Verified } from './oidc.ts'
import { samlRequest, samlResponse, type SamlParties } from './saml.ts'
import { providerFault } from './provider-fault.ts'
import { SIGN_ON_LASTS_MS } from './sign-on-cookie.ts'
import { userOf } from './sign-on-user.ts'
import * as store from './sign-on.store.ts'

/** Sign-ons that may begin from one network: each asks a provider. */
export const STARTS_PER_ADDRESS = 300
const WINDOW_SECONDS = 15 * 60

const NO_ADDRESS = 'Type your e-mail address.'
const UNAVAILABLE =
  'The sign-on of your account does not answer for the moment. Please try again, or tell your administrator.'
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
  const { secretKey, publicUrl, egressNetworks: networks = [] } = yield* PlatformConfig
  const key = signOnKey(secretKey)
  const egress = yield* Effect.acquireRelease(
    Effect.sync(() => openEgress({ networks })),
    opened => Effect.promise(() => opened.close()),
  )
  const oidc = new Oidc(egress)
  const byAddress = tryLimit(database.core, 'sign-on', STARTS_PER_ADDRESS, WINDOW_SECONDS)
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  const clientOf = ({ accountId, issuer, client_id: clientId, secret }: store.StoredSignOn): OidcClient => ({
    issuer,
    clientId,
    secret: secret === null ? null : openSecret(key, accountId, secret),
  })

  const partiesOf = ({ accountId, issuer, sso_url: ssoUrl, certificates }: store.StoredSignOn): SamlParties => {
    const read = readCertificates(certificates)
    return {
      issuer,
      ssoUrl,
      certificates: typeof read === 'string' ? [] : read.map(({ pem }) => pem),
      entityId: metadataUrl(publicUrl, accountId),
      acsUrl: acsUrl(publicUrl, accountId),
    }
  }

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
    const at = yield* now
    const { accountId, kind, issuer } = signOn
    const [state, browser, verifier] = [newToken(), newToken(), randomPKCECodeVerifier()]
    const nonce = kind === 'saml' ? `_${randomUUID()}` : randomNonce()
    const location = yield* Effect.tryPromise({
      try: () =>
        kind === 'saml'
          ? samlRequest(partiesOf(signOn), nonce, state)
          : oidc.begin(clientOf(signOn), {
              redirectUri: callbackUrl(publicUrl, accountId),
              state,
              nonce,
              verifier,
              loginHint: username.trim(),
            }),
      catch: () => new Conflict({ message: UNAVAILABLE, reason: 'provider_fault', current: null }),
    })
    yield* database.asSystem(tx =>
      store.insertPending(tx, {
        stateHash: hashed(state),
        browserHash: hashed(browser),
        accountId,
        kind,
        issuer,
        nonce,
        verifier,
        returnPath: safeReturn(redirect),
        isRemembered: remember,
        now: at,
        expiresAt: new Date(at.getTime() + SIGN_ON_LASTS_MS),
      }),
    )
    return { location, browser }
  })

  /** Judges what the provider has sent, and begins the session. @param browser the token of the browser's cookie */
  const finish = Effect.fn('SingleSignOn.finish')(function* (browser: string | null, from: Requester) {
    const browserHash = hashToken(browser ?? '')
    if (!browserHash) return yield* new Unauthorized({ message: OVER })
    const at = yield* now
    const pending = yield* database.asSystem(tx => store.takeAnswered(tx, browserHash, at))
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
    const verified = yield* Effect.catch(
      Effect.tryPromise({ try: () => answeredBy(signOn, pending), catch: providerFault }),
      fault => refuse(`Single sign-on did not work. ${fault}`, null),
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
    const sealedSignOutUrl = verified.signOutUrl === null ? null : sealSecret(key, accountId, verified.signOutUrl)
    return yield* sessions.enterSignedOn(found.user, pending.isRemembered, from, { accountId, sealedSignOutUrl })
  })

  function answeredBy(
    signOn: store.StoredSignOn,
    { accountId, answer, nonce, verifier }: store.PendingSignOn & { readonly answer: string },
  ): Promise<Verified> {
    if (signOn.kind === 'saml') return samlResponse(partiesOf(signOn), nonce, answer)
    const callback = new URL(callbackUrl(publicUrl, accountId))
    callback.search = answer
    // its hash found the row
    const state = callback.searchParams.get('state') ?? ''
    return oidc.complete(clientOf(signOn), callback, { state, nonce, verifier }, signedOutUrl(publicUrl))
  }

  /** Asks a provider who it is: the fault in a sentence, or what it says. */
  const test = (issuer: string) =>
    Effect.promise(() =>
      oidc.describe(issuer).then(
        metadata => ({
          fault: null,
          found: [
            { name: 'Issuer', value: metadata.issuer },
            { name: 'Authorization endpoint', value: metadata.authorization_endpoint ?? 'none' },
            { name: 'Token endpoint', value: metadata.token_endpoint ?? 'none' },
            { name: 'Sign-out endpoint', value: metadata.end_session_endpoint ?? 'none' },
          ],
        }),
        (error: unknown) => ({ fault: providerFault(error), found: [] }),
      ),
    )

  return { start, finish, test, key, networks }
})

function hashed(token: string): Buffer {
  const hash = hashToken(token)
  if (!hash) throw new Error('A new token has the wrong form.')
  return hash
}

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
