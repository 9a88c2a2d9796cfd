import { Conflict } from '@desk/api/errors'
import { Context, Effect, Layer } from 'effect'
import { randomUUID } from 'node:crypto'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { openEgress } from '#kernel/egress/egress'
import { openSecret, signOnKey } from '../sessions/sign-on-secret.ts'
import { hashToken, newToken } from '../tokens/token.ts'
import { acsUrl, callbackUrl, metadataUrl, signedOutUrl } from './addresses.ts'
import { readCertificates } from './certificates.ts'
import { Oidc, type OidcClient, type Verified } from './oidc.ts'
import * as pendingStore from './pending-sign-ons.store.ts'
import { providerFault } from './provider-fault.ts'
import { samlRequest, samlResponse, type SamlParties } from './saml.ts'
import { SIGN_ON_LASTS_MS } from './sign-on-cookie.ts'
import type { StoredSignOn } from './sign-on.store.ts'

const UNAVAILABLE =
  'The sign-on of your account does not answer for the moment. Please try again, or tell your administrator.'

interface Beginning {
  readonly signOn: StoredSignOn
  readonly username: string
  readonly returnPath: string | null
  readonly isRemembered: boolean
  /** The session whose user it confirms; null: it begins one. */
  readonly sessionId: string | null
  readonly at: Date
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const { secretKey, publicUrl, egressNetworks: networks = [] } = yield* PlatformConfig
  const key = signOnKey(secretKey)
  const egress = yield* Effect.acquireRelease(
    Effect.sync(() => openEgress({ networks })),
    opened => Effect.promise(() => opened.close()),
  )
  const oidc = new Oidc(egress)

  const clientOf = ({ accountId, issuer, client_id: clientId, secret }: StoredSignOn): OidcClient => ({
    issuer,
    clientId,
    secret: secret === null ? null : openSecret(key, accountId, secret),
  })

  const partiesOf = ({ accountId, issuer, sso_url: ssoUrl, certificates }: StoredSignOn): SamlParties => {
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
  const begin = Effect.fn('SignOnProviders.begin')(function* ({ signOn, username, at, ...of }: Beginning) {
    const { accountId, kind, issuer } = signOn
    const [state, browser, verifier] = [newToken(), newToken(), randomPKCECodeVerifier()]
    const nonce = kind === 'saml' ? `_${randomUUID()}` : randomNonce()
    const isFresh = of.sessionId !== null
    const location = yield* Effect.tryPromise({
      try: () =>
        kind === 'saml'
          ? samlRequest(partiesOf(signOn), nonce, state, isFresh)
          : oidc.begin(clientOf(signOn), {
              redirectUri: callbackUrl(publicUrl, accountId),
              state,
              nonce,
              verifier,
              loginHint: username.trim(),
              isFresh,
            }),
      catch: () => new Conflict({ message: UNAVAILABLE, reason: 'provider_fault', current: null }),
    })
    yield* database.asSystem(tx =>
      pendingStore.insertPending(tx, {
        ...of,
        stateHash: hashed(state),
        browserHash: hashed(browser),
        accountId,
        kind,
        issuer,
        nonce,
        verifier,
        now: at,
        expiresAt: new Date(at.getTime() + SIGN_ON_LASTS_MS),
      }),
    )
    return { location, browser }
  })

  /** Judges what the provider has sent for a sign-on; fails with a sentence. */
  const verify = (signOn: StoredSignOn, pending: pendingStore.AnsweredSignOn): Effect.Effect<Verified, string> =>
    Effect.tryPromise({ try: () => answeredBy(signOn, pending), catch: providerFault })

  function answeredBy(
    signOn: StoredSignOn,
    { accountId, answer, nonce, verifier, sessionId }: pendingStore.AnsweredSignOn,
  ): Promise<Verified> {
    if (signOn.kind === 'saml') return samlResponse(partiesOf(signOn), nonce, answer)
    const callback = new URL(callbackUrl(publicUrl, accountId))
    callback.search = answer
    // its hash found the row
    const state = callback.searchParams.get('state') ?? ''
    const sent = { state, nonce, verifier, isFresh: sessionId !== null }
    return oidc.complete(clientOf(signOn), callback, sent, signedOutUrl(publicUrl))
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

  return { begin, verify, test, key, networks }
})

function hashed(token: string): Buffer {
  const hash = hashToken(token)
  if (!hash) throw new Error('A new token has the wrong form.')
  return hash
}

/** The providers of the accounts: sends browsers to them, and judges what they answer (docs/decisions/0046). */
export class SignOnProviders extends Context.Service<SignOnProviders, Effect.Success<typeof make>>()(
  '@desk/platform/SignOnProviders',
) {
  static readonly layer = Layer.effect(SignOnProviders, make)
}
