import type { Changes, WatchVerdict } from '@desk/schema/changes/changes'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const STUB_FEED_TOKEN = 'feed-token-of-the-tests-0123456789'

export interface StubViewer {
  readonly sessionId: string
  readonly accountId: number
  readonly view: 'internal' | 'external'
}

type Fact = Partial<Omit<Changes, 'cursor' | 'reset'>>
type Handler = (request: IncomingMessage, response: ServerResponse, url: URL, body: string) => void

export interface StubOptions {
  /** False: /v1/changes and /v1/watches answer 404, like an API with only the spec's calls. */
  readonly hasFeed?: boolean
  /** Which project each survey belongs to. */
  readonly projectOf?: Readonly<Record<number, number>>
}

/** A platform over real HTTP that a test controls: who is signed in, what changed, and whether it answers at all. */
export class StubPlatform {
  readonly viewers = new Map<string, StubViewer>()
  /** Topics that no viewer may watch, with the status that says so. */
  readonly refused = new Map<string, number>()
  readonly requests: {
    readonly method: string
    readonly path: string
    readonly headers: IncomingMessage['headers']
  }[] = []
  /** Tokens of sessions that must set something up first: each call is answered 403. */
  readonly pending = new Set<string>()
  /** The spec's calls, by method and path. */
  readonly routes = new Map<string, Handler>()
  /** The status with which the database answers: 503 when it is away. */
  databaseIsUp = true
  readonly #facts: Fact[] = []
  /** Facts before this one are dropped. */
  #keptFrom = 0
  #waiting: (() => void)[] = []
  #server: Server | null = null
  #port = 0
  readonly #options: StubOptions

  constructor(options: StubOptions = {}) {
    this.#options = options
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#answer(request, response))
    this.#server = server
    await new Promise<void>(resolve => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    return this
  }

  /** Dies as if by kill: every connection is cut. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    this.#wake()
    await new Promise<void>(resolve => {
      if (!server) return resolve()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }

  signIn(token: string, viewer: Partial<StubViewer> = {}): string {
    this.viewers.set(token, { sessionId: `session-of-${token}`, accountId: 7, view: 'internal', ...viewer })
    return token
  }

  /** Commits something: the feed tells it. */
  commit(fact: Fact): void {
    this.#facts.push(fact)
    this.#wake()
  }

  /** Forgets all commits, as a feed does with old ones. */
  forgetFeed(): void {
    this.#facts.push({})
    this.#keptFrom = this.#facts.length
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const go of waiting) go()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', this.url)
    this.requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    const route = this.routes.get(`${request.method} ${url.pathname}`)
    if (route) return route(request, response, url, Buffer.concat(chunks).toString())
    if (url.pathname === '/healthz')
      return json(response, this.databaseIsUp ? 200 : 503, {
        platform: 'up',
        database: this.databaseIsUp ? 'up' : 'down',
        disk: 'ok',
      })
    if (!this.databaseIsUp)
      return json(response, 503, { message: 'The database is away for the moment.', retry_after_seconds: 2 })
    if (url.pathname === '/v1/changes')
      return this.#options.hasFeed === false ? nothingHere(response) : this.#changes(request, response, url)
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const viewer = this.viewers.get(token)
    if (this.pending.has(token)) return json(response, 403, { message: 'Set up a second factor first.' })
    if (url.pathname.startsWith('/v1/') && !viewer)
      return json(response, 401, { message: 'Your session has ended. Please sign in again.' })
    if (viewer && url.pathname === '/v1/watches' && this.#options.hasFeed !== false)
      return this.#watches(response, url, viewer)
    if (viewer && url.pathname === '/v1/user-login-details') return json(response, 200, userOf(viewer))
    const survey = /^\/v1\/surveys\/(\d+)$/.exec(url.pathname)
    const projectId = survey && this.#options.projectOf?.[Number(survey[1])]
    if (projectId) return json(response, 200, { pm_proj_ud: projectId })
    nothingHere(response)
  }

  async #changes(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.headers.authorization !== `Bearer ${STUB_FEED_TOKEN}`)
      return json(response, 401, { message: 'This needs the service token.' })
    const after = url.searchParams.get('after')
    const from = after === null ? this.#facts.length : Number(after)
    const waitMs = Number(url.searchParams.get('wait') ?? 0) * 1000
    if (from >= this.#facts.length && waitMs > 0) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, waitMs)
        this.#waiting.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
    if (!this.#server) return void response.destroy()
    if (!this.databaseIsUp)
      return json(response, 503, { message: 'The database is away for the moment.', retry_after_seconds: 2 })
    const reset = from < this.#keptFrom
    const facts = reset ? [] : this.#facts.slice(from)
    const answer: Changes = {
      cursor: String(this.#facts.length),
      reset,
      sources: facts.flatMap(fact => fact.sources ?? []),
      surveys: facts.flatMap(fact => fact.surveys ?? []),
      projects: facts.flatMap(fact => fact.projects ?? []),
      hours: facts.flatMap(fact => fact.hours ?? []),
      statuses: facts.flatMap(fact => fact.statuses ?? []),
      ended_sessions: facts.flatMap(fact => fact.ended_sessions ?? []),
      doubted_accounts: facts.flatMap(fact => fact.doubted_accounts ?? []),
      alerted: facts.flatMap(fact => fact.alerted ?? []),
      ...(facts.some(fact => fact.committed_at_ms)
        ? { committed_at_ms: Math.max(...facts.map(fact => fact.committed_at_ms ?? 0)) }
        : {}),
    }
    json(response, 200, answer)
  }

  #watches(response: ServerResponse, url: URL, viewer: StubViewer): void {
    const topic = url.searchParams.get('topic') ?? ''
    const status = this.refused.get(topic)
    if (status !== undefined) return json(response, status, { message: `Refused with ${status}.` })
    const verdict: WatchVerdict = {
      topic,
      pm_dsh_ud: viewer.accountId,
      session_id: viewer.sessionId,
      uid: 7,
      view: viewer.view,
    }
    json(response, 200, verdict)
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function nothingHere(response: ServerResponse): void {
  json(response, 404, { message: 'There is nothing here.' })
}

function userOf({ accountId, view }: StubViewer): CurrentUser {
  return {
    uid: 7,
    firstname: 'Ada',
    lastname: 'Byron',
    username: 'ada@acme.example',
    role_id: 2,
    is_consultant: false,
    is_adm_groups: false,
    pm_dsh_ud: accountId,
    pm_parent_dsh_ud: null,
    login_pm_parent_dsh_ud: null,
    user_time_zone: 15,
    advanced_source_view_external: view === 'internal',
    advanced_stream_view: false,
    account_switch_enabled: false,
    is_password_updated: true,
    is_super_admin: false,
    can_open_user_settings: false,
    dashboard_name: 'Acme',
    account_type: 'DESK',
    isRepdataUser: false,
    internalUser: false,
    streamViewType: view,
    settings: [],
  }
}
