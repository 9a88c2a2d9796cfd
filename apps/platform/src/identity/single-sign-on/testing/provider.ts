import { Provider } from 'oidc-provider'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The provider's claims about a user who signs on; `sub` by default the address. */
export interface ProviderUser {
  readonly email: string
  readonly sub?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

export interface RunningProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

const CLIENT_ID = 'sample-desk'
const CLIENT_SECRET = 'secret-of-the-client-0123456789-0123456789'

/** A page where a tester types who they are: an address, or JSON of claims. */
const page = (uid: string, hint: string): string => `<!doctype html><html lang="en"><title>Acme sign-on</title>
<form method="post" action="/interaction/${uid}"><label>Who are you? <input name="who" value="${hint}"></label> <button>Go on</button></form></html>`

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Starts a real OpenID provider whose users are named on its page.
 * @param redirects where its one client may be sent back to
 */
export async function startProvider(redirects: {
  readonly callbacks: readonly string[]
  readonly signedOut: readonly string[]
}): Promise<RunningProvider> {
  const server: Server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const issuer = `http://127.0.0.1:${port}`
  const users = new Map<string, ProviderUser>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...redirects.callbacks],
        post_logout_redirect_uris: [...redirects.signedOut],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ email_verified: true, ...users.get(accountId), sub: accountId }),
    }),
    cookies: { keys: ['a key of the tests'] },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  const oidc = provider.callback()
  server.on('request', (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (uid === undefined) return void oidc(request, response)
    void (async () => {
      const details = await provider.interactionDetails(request, response)
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'text/html' })
        const { login_hint: hint } = details.params
        return response.end(page(uid, escaped(typeof hint === 'string' ? hint : '')))
      }
      const who = new URLSearchParams(await textOf(request)).get('who') ?? ''
      if (who === 'nobody')
        return provider.interactionFinished(request, response, {
          error: 'access_denied',
          error_description: 'No user is here.',
        })
      const user: ProviderUser = who.startsWith('{') ? claimsOf(who) : { email: who }
      const accountId = user.sub ?? user.email
      users.set(accountId, user)
      const grant = new provider.Grant({ accountId, clientId: CLIENT_ID })
      grant.addOIDCScope('openid email profile')
      const grantId = await grant.save()
      return provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
    })().catch((error: unknown) => {
      response.writeHead(500)
      response.end(String(error))
    })
  })
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function claimsOf(text: string): ProviderUser {
  return JSON.parse(text) as ProviderUser // a test wrote it
}
