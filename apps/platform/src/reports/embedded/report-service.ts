import { isEmbedUrl } from '@desk/schema/embedded-reports/embed-url'
import { Option, Schema } from 'effect'
import type { ReportService } from '#kernel/config/platform-config'
import { EgressRefused, type Egress, type Fetching } from '#kernel/egress/egress'
import { EmbedFailure } from './embed-fault.ts'

/** The application's rights: whatever its roles in the service are. */
const SCOPE = 'https://analysis.windows.net/powerbi/api/.default'
/** An access token is asked for again this long before it expires. */
const ACCESS_RENEWED_BEFORE_MS = 2 * 60_000

const Access = Schema.Struct({ access_token: Schema.NonEmptyString, expires_in: Schema.Finite })
const Report = Schema.Struct({
  embedUrl: Schema.String.check(Schema.makeFilter(isEmbedUrl)),
  datasetId: Schema.NonEmptyString,
})
const Token = Schema.Struct({ token: Schema.NonEmptyString, expiration: Schema.String })

/** Whom a token is for: the data that the report shows is cut to it by the row-level security of its data. */
export interface EmbedIdentity {
  readonly username: string
  readonly role: string
}

export interface EmbedRequest {
  readonly workspaceId: string
  readonly reportId: string
  readonly identity: EmbedIdentity
}

/** A token of the service, and the page that it opens. */
export interface Minted {
  readonly token: string
  readonly embedUrl: string
  readonly expiresAt: Date
}

interface AccessToken {
  readonly token: string
  readonly expiresAtMs: number
}

/** The service whose reports are embedded, as the desk's application. No error, text or log of it holds the secret or a token. */
export class ReportServiceClient {
  readonly #service: ReportService
  readonly #egress: Egress
  #access: Promise<AccessToken> | null = null

  constructor(service: ReportService, egress: Egress) {
    this.#service = service
    this.#egress = egress
  }

  /** Asks for a token that embeds a report. @throws EmbedFailure */
  async mint({ workspaceId, reportId, identity }: EmbedRequest): Promise<Minted> {
    const path = `/v1.0/myorg/groups/${workspaceId}/reports/${reportId}`
    const { embedUrl, datasetId } = await this.#call(path, null, Report)
    const { username, role } = identity
    const { token, expiration } = await this.#call(
      `${path}/GenerateToken`,
      { accessLevel: 'View', identities: [{ username, roles: [role], datasets: [datasetId] }] },
      Token,
    )
    const expiresAt = new Date(expiration)
    if (Number.isNaN(expiresAt.getTime())) throw new EmbedFailure('unreadable')
    if (expiresAt.getTime() <= Date.now()) throw new EmbedFailure('expired')
    return { token, embedUrl, expiresAt }
  }

  /** One call of the API; an access token that it no longer takes is replaced once. */
  async #call<A>(path: string, body: object | null, schema: Schema.Decoder<A>): Promise<A> {
    const ask = async (token: string) =>
      this.#send(this.#service.apiUrl + path, {
        method: body === null ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body: body === null ? null : JSON.stringify(body),
      })
    const held = this.#access
    const first = await ask(await this.#accessToken())
    if (first.status !== 401 || held === null) return readAnswer(first, schema)
    if (this.#access === held) this.#access = null
    return readAnswer(await ask(await this.#accessToken()), schema)
  }

  /** The application's own token; parallel calls share one sign-in. */
  async #accessToken(): Promise<string> {
    const held = await this.#access
    if (held !== null && held.expiresAtMs - ACCESS_RENEWED_BEFORE_MS > Date.now()) return held.token
    const asking = (this.#access = this.#signIn())
    try {
      return (await asking).token
    } catch (failure) {
      if (this.#access === asking) this.#access = null
      throw failure
    }
  }

  async #signIn(): Promise<AccessToken> {
    const { loginUrl, tenantId, clientId, clientSecret } = this.#service
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: SCOPE,
    })
    const answer = await this.#send(`${loginUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
    })
    // unknown applications and wrong secrets are answered with 400
    if (answer.status === 400) throw new EmbedFailure('refused')
    const { access_token: token, expires_in: seconds } = await readAnswer(answer, Access)
    return { token, expiresAtMs: Date.now() + seconds * 1_000 }
  }

  async #send(url: string, options: Fetching): Promise<Response> {
    try {
      return await this.#egress.fetch(url, options)
    } catch (error) {
      // the connection's error may name the address, and is for no one to read
      throw new EmbedFailure(
        !(error instanceof EgressRefused) && error instanceof Error && TIMEOUTS.has(error.name)
          ? 'slow'
          : 'unavailable',
      )
    }
  }
}

const TIMEOUTS: ReadonlySet<string> = new Set(['TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError'])

async function readAnswer<A>(answer: Response, schema: Schema.Decoder<A>): Promise<A> {
  const { status } = answer
  if (status === 401 || status === 403 || status === 404) throw new EmbedFailure('refused')
  if (status === 429) throw new EmbedFailure('busy', retryAfterMs(answer.headers.get('retry-after')))
  if (status >= 500) throw new EmbedFailure('unavailable', retryAfterMs(answer.headers.get('retry-after')))
  const read = status === 200 ? Schema.decodeUnknownOption(schema)(await jsonOf(answer)) : Option.none()
  if (Option.isNone(read)) throw new EmbedFailure('unreadable')
  return read.value
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch {
    return undefined
  }
}

/** The header Retry-After, in seconds or as a date. */
function retryAfterMs(text: string | null): number | null {
  if (text === null) return null
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(ms, 0) : null
}
