import { partsOfName } from '@desk/schema/users/person-name'
import { Schema } from 'effect'
import * as client from 'openid-client'
import type { Egress } from '#kernel/egress/egress'

/** The desk as the provider knows it. */
export interface OidcClient {
  readonly issuer: string
  readonly clientId: string
  /** null: a public client, which PKCE alone protects. */
  readonly secret: string | null
}

/** The secrets sent along, so that only the answer to this sign-on is accepted. */
export interface OidcRequest {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly loginHint: string
  /** The user has to sign on again, whatever session they have there. */
  readonly isFresh: boolean
}

/** Whom the provider has signed on. */
export interface Verified {
  readonly subject: string
  readonly email: string
  readonly isEmailVerified: boolean
  readonly firstname: string | null
  readonly lastname: string | null
  /** Where the provider ends its own session; null: it does not offer that. */
  readonly signOutUrl: string | null
  /** When they signed on there; null: the provider does not say. */
  readonly signedOnAt: Date | null
  /** By SAML: the assertion that said so, which counts once. */
  readonly assertion?: { readonly id: string; readonly expiresAt: Date }
}

/** Text that the database can store. */
const storable = (claim: string) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => !text.includes('\0') && text.isWellFormed(), {
      message: `its claim ${claim} holds a NUL or half a character`,
    }),
  )

const Claims = Schema.Struct({
  azp: Schema.optionalKey(Schema.String),
  auth_time: Schema.optionalKey(Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000_000 }))),
  sub: storable('sub').check(Schema.isMinLength(1), Schema.isMaxLength(255)),
  email: Schema.optionalKey(storable('email').check(Schema.isMaxLength(320))),
  email_verified: Schema.optionalKey(Schema.Unknown),
  name: Schema.optionalKey(Schema.String),
  given_name: Schema.optionalKey(Schema.String),
  family_name: Schema.optionalKey(Schema.String),
})
const claimsIn = Schema.decodeUnknownSync(Claims)

const DISCOVERED_FOR_MS = 5 * 60 * 1000
const MOST_DISCOVERED = 200
const TIMEOUT_SECONDS = 10

/** Speaks OpenID Connect with providers that admins have typed, through the egress guard alone. */
export class Oidc {
  readonly #egress: Pick<Egress, 'fetch'>
  readonly #discovered = new Map<string, { readonly at: number; readonly metadata: client.ServerMetadata }>()

  constructor(egress: Pick<Egress, 'fetch'>) {
    this.#egress = egress
  }

  /** The address where the provider signs on. @throws what its discovery fails with */
  async begin(
    of: OidcClient,
    { redirectUri, state, nonce, verifier, loginHint, isFresh }: OidcRequest,
  ): Promise<string> {
    const url = client.buildAuthorizationUrl(await this.#configuration(of), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      response_type: 'code',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: loginHint,
      ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
    })
    return url.href
  }

  /**
   * Exchanges the code of a callback, and reads who signed on.
   * @param callback the address that the browser came back to, with its query
   * @param signedOutAt where the provider sends the browser after a sign-out
   * @throws what the answer, the code or the token is refused for
   */
  async complete(
    of: OidcClient,
    callback: URL,
    { state, nonce, verifier, isFresh }: Pick<OidcRequest, 'state' | 'nonce' | 'verifier' | 'isFresh'>,
    signedOutAt: string,
  ): Promise<Verified> {
    const configuration = await this.#configuration(of)
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = claimsIn(tokens.claims())
    if (claims.azp !== undefined && claims.azp !== of.clientId)
      throw new Error('The token was issued to another client (azp).')
    // some providers name the address only when asked; a fresh sign-on asks for the subject alone
    const {
      email = '',
      email_verified,
      name,
      given_name,
      family_name,
    } = claims.email === undefined && !isFresh
      ? claimsIn(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub))
      : claims
    const whole = name === undefined ? undefined : partsOfName(name)
    const canSignOut = configuration.serverMetadata().end_session_endpoint !== undefined
    return {
      subject: claims.sub,
      email,
      isEmailVerified: email_verified === true,
      firstname: given_name ?? whole?.firstname ?? null,
      lastname: family_name ?? whole?.lastname ?? null,
      signedOnAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
      signOutUrl: canSignOut
        ? client.buildEndSessionUrl(configuration, {
            post_logout_redirect_uri: signedOutAt,
            ...(tokens.id_token === undefined ? {} : { id_token_hint: tokens.id_token }),
          }).href
        : null,
    }
  }

  /** The provider's description of itself, read now. @throws the error of its discovery */
  async describe(issuer: string): Promise<client.ServerMetadata> {
    this.#discovered.delete(issuer)
    return this.#discover(issuer)
  }

  async #configuration({ issuer, clientId, secret }: OidcClient): Promise<client.Configuration> {
    const metadata = await this.#discover(issuer)
    const configuration = new client.Configuration(metadata, clientId, undefined, authOf(metadata, secret))
    this.#prepare(configuration, issuer)
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  async #discover(issuer: string): Promise<client.ServerMetadata> {
    const known = this.#discovered.get(issuer)
    if (known !== undefined && Date.now() - known.at < DISCOVERED_FOR_MS) return known.metadata
    const found = await client.discovery(new URL(issuer), 'desk', undefined, client.None(), {
      [client.customFetch]: this.#fetch,
      timeout: TIMEOUT_SECONDS,
      execute: isPlain(issuer) ? [client.allowInsecureRequests] : [],
    })
    const metadata = found.serverMetadata()
    if (this.#discovered.size >= MOST_DISCOVERED) this.#discovered.clear()
    this.#discovered.set(issuer, { at: Date.now(), metadata })
    return metadata
  }

  #prepare(configuration: client.Configuration, issuer: string): void {
    configuration[client.customFetch] = this.#fetch
    configuration.timeout = TIMEOUT_SECONDS
    // the egress guard decides where plain http is open
    if (isPlain(issuer)) client.allowInsecureRequests(configuration)
  }

  readonly #fetch: client.CustomFetch = (url, { method, headers, body }) =>
    this.#egress.fetch(url, { method, headers, body: bodyOf(body) })
}

const isPlain = (issuer: string): boolean => new URL(issuer).protocol === 'http:'

/** By basic authentication, as providers do unless they say otherwise. */
function authOf({ token_endpoint_auth_methods_supported: ways }: client.ServerMetadata, secret: string | null) {
  if (secret === null) return client.None()
  return ways === undefined || ways.includes('client_secret_basic')
    ? client.ClientSecretBasic(secret)
    : client.ClientSecretPost(secret)
}

function bodyOf(body: client.FetchBody): string | Uint8Array | null {
  if (body === undefined || body === null) return null
  if (body instanceof URLSearchParams) return body.toString()
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('A stream is not sent.')
}
