import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tokens as a provider might forge them: each claim that differs from an honest one. */
export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>
  /** Signed by a key that the provider does not publish. */
  readonly otherKey?: boolean
  /** Not signed at all. */
  readonly unsigned?: boolean
}

export interface LyingProvider {
  readonly issuer: string
  /** Sets its next token. */
  lie(lie: Lie): void
  /** The nonce that the token of the next code carries. */
  setNonce(nonce: string): void
  stop(): Promise<void>
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(key: KeyObject, claims: object, isUnsigned: boolean): string {
  const text = `${base64(isUnsigned ? { alg: 'none' } : { alg: 'RS256', kid: 'one', typ: 'JWT' })}.${base64(claims)}`
  return `${text}.${isUnsigned ? '' : createSign('sha256').update(text).sign(key, 'base64url')}`
}

/** A provider that answers any code with whatever token the test wants. */
export async function startLyingProvider(): Promise<LyingProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  let next: Lie = {}
  let nonce = ''
  const server = createServer((request, response) => {
    const answer = (body: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.url === '/.well-known/openid-configuration')
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (request.url === '/jwks')
      return answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] })
    if (request.url !== '/token') {
      response.writeHead(404)
      return response.end()
    }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: 'sample-desk',
      sub: 'liar',
      email: 'liar@lies.example',
      email_verified: true,
      nonce,
      iat: now,
      exp: now + 600,
      ...next.claims,
    }
    answer({
      access_token: 'access',
      token_type: 'Bearer',
      id_token: signed(next.otherKey === true ? other : privateKey, claims, next.unsigned === true),
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const issuer = `http://127.0.0.1:${port}`
  return {
    issuer,
    lie: lie => void (next = lie),
    setNonce: text => void (nonce = text),
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
