import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request that the service got. */
export interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

/** The service's misbehaviour in place of its work: at its sign-in, for a report, or for a token. */
export type Misbehaviour = (response: ServerResponse) => void
export type Step = 'login' | 'report' | 'token'

export const FAKE_SECRET = 'client-secret-CANARY-81'
export const FAKE_TENANT = 'contoso.example'

/** A reporting service that speaks the token endpoints over real HTTP; each token names whom it is for. */
export class FakeReportService {
  readonly asked: Asked[] = []
  readonly #misbehaviours = new Map<Step, Misbehaviour>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #tokens = 0
  /** How long its tokens last. */
  lifetimeMs = 60 * 60_000
  /** The page that it names. */
  embedUrl = 'https://app.powerbi.com/reportEmbed?reportId=r'
  /** The access token that it takes. */
  access = 'access-CANARY-1'
  /** The number of sign-ins. */
  signIns = 0

  async start(): Promise<string> {
    await new Promise<void>(listening => this.#server.listen(0, '127.0.0.1', listening))
    // a server that listens on a port has such an address
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(closed => this.#server.close(closed))
  }

  /** Does this at a step from now on; undefined: its work again. */
  misbehave(step: Step, how?: Misbehaviour): void {
    if (how === undefined) this.#misbehaviours.delete(step)
    else this.#misbehaviours.set(step, how)
  }

  /** The requests for tokens. */
  get minted(): readonly Asked[] {
    return this.asked.filter(({ path }) => path.endsWith('/GenerateToken'))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const path = request.url ?? ''
    this.asked.push({ path, authorization: request.headers.authorization, body })
    const step: Step = path.includes('/oauth2/') ? 'login' : path.endsWith('/GenerateToken') ? 'token' : 'report'
    const misbehaviour = this.#misbehaviours.get(step)
    if (misbehaviour !== undefined) return misbehaviour(response)
    if (step === 'login') return this.#signIn(path, new URLSearchParams(body), response)
    if (request.headers.authorization !== `Bearer ${this.access}`) return json(response, 401, { error: 'no' })
    if (step === 'report') return json(response, 200, { id: 'r', datasetId: 'data-1', embedUrl: this.embedUrl })
    const { identities } = JSON.parse(body)
    json(response, 200, {
      token: `token-CANARY-${(this.#tokens += 1)} of ${identities[0].username}`,
      tokenId: 't',
      expiration: new Date(Date.now() + this.lifetimeMs).toISOString(),
    })
  }

  #signIn(path: string, form: URLSearchParams, response: ServerResponse): void {
    this.signIns += 1
    const isRight =
      path === `/${FAKE_TENANT}/oauth2/v2.0/token` &&
      form.get('client_secret') === FAKE_SECRET &&
      form.get('client_id') === 'desk' &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('scope') === 'https://analysis.windows.net/powerbi/api/.default'
    if (!isRight) return json(response, 400, { error: 'invalid_client', error_description: form.get('client_secret') })
    json(response, 200, { token_type: 'Bearer', expires_in: 3599, access_token: this.access })
  }
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
