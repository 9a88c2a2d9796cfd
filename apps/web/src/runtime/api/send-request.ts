import type { ClientConfig, Environment } from '../config.ts'
import type { HeldToken } from '../storage/token-store.ts'
import { ApiError, apiErrorFrom, GENERIC_FAILURE } from './api-error.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type ParamValue = string | number | boolean | null | undefined

/** One call. `params` become the query; a `signal` among them aborts the call and is not sent (§7.4). */
export interface HttpRequest {
  readonly method: HttpMethod
  /** Begins with /v1, /v2, /v3, /mock-api or /desk-api. */
  readonly path: string
  readonly params?: { readonly signal?: AbortSignal } & Readonly<
    Record<string, ParamValue | readonly ParamValue[] | AbortSignal>
  >
  /** Sent as JSON; a FormData goes as multipart (§7.33). */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Called with the share of the body that was sent, 0 to 1. */
  readonly onSent?: (share: number) => void
  /** Called while the body of the answer comes, with the bytes of it so far and its newest part; the body is then a Blob, unless it comes in lines. */
  readonly onReceived?: (bytes: number, part: Uint8Array) => void
  /** The call outlives the page (keepalive). */
  readonly keepalive?: boolean
  /** Sends the call after this has settled, with the token from before; it never rejects. */
  readonly after?: Promise<void>
}

/** The ports of a call. */
export interface RequestPorts {
  readonly fetch: typeof globalThis.fetch
  /** Calls that tell how much of the body was sent; unset: they do not tell. */
  readonly fetchTelling?: (onSent: (share: number) => void) => typeof globalThis.fetch
  readonly config: () => Promise<ClientConfig>
  readonly environment: (config: ClientConfig) => Environment
  readonly token: () => HeldToken
  /** Stores a renewed token; false when its sign-in is over. */
  readonly renewToken: (token: string, generation: number) => boolean
  /** A 401 for the present sign-in came back to the call of that path (§4.7). */
  readonly onUnauthorized: (path: string) => void
  readonly nowMs: () => number
}

/** Both steps of a sign-in. */
const SIGN_IN_PATH = '/v1/login'
const SIGN_OUT_PATH = '/v1/logout'

/**
 * Gives the full address of a path (§7.1, §7.3).
 * @param path the path with its leading slash
 * @param environment where the client runs
 */
export function addressOf(path: string, config: ClientConfig, environment: Environment): string {
  if (path.includes('/mock-api/')) return config.mockServer + path
  if (path.includes('/desk-api/')) return config.deskHost + path
  return config.apiBases[environment] + path
}

function queryOf(params: HttpRequest['params']): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value instanceof AbortSignal) continue
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function headersOf(request: HttpRequest, token: string | null): Headers {
  const headers = new Headers(request.headers)
  headers.set('X-Requested-With', 'XMLHttpRequest')
  headers.set('Accept', 'application/json')
  if (request.body !== undefined && !(request.body instanceof FormData)) headers.set('Content-Type', 'application/json')
  if (token !== null && !request.path.includes('/reset-password')) headers.set('Authorization', `Bearer ${token}`)
  return headers
}

const AS_IT_CAME = new TextDecoder('utf-8', { ignoreBOM: true })

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined
  const type = response.headers.get('content-type') ?? ''
  // of lines that come while it is made, the last one is the answer
  if (type.includes('ndjson')) return JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '')
  if (type.includes('json')) return response.json()
  // as it came: `text()` would take the byte order mark off, and a file would not be saved as it was issued
  return type.startsWith('text/') ? AS_IT_CAME.decode(await response.arrayBuffer()) : response.blob()
}

/** The body as it comes. */
async function receive(response: Response, onReceived: NonNullable<HttpRequest['onReceived']>): Promise<unknown> {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength
      onReceived(bytes, part)
      controller.enqueue(part)
    },
  })
  const type = response.headers.get('content-type') ?? ''
  const received = new Response(response.body?.pipeThrough(counter) ?? null, { headers: { 'content-type': type } })
  return type.includes('ndjson') ? bodyOf(received) : received.blob()
}

/** The sign-in of the call is over, so its answer must be dropped (law 4). */
const overtaken = () => new DOMException('The session changed while the call was under way.', 'AbortError')

/**
 * Sends one call and gives the body of its answer (§7.1–7.4).
 * @param asked the call, or a promise of it where its path is still to be loaded
 * @returns the parsed JSON, text or Blob; undefined for an empty answer
 * @throws ApiError for a refusing answer or none at all; the signal's reason when aborted
 */
export async function sendRequest(asked: HttpRequest | Promise<HttpRequest>, ports: RequestPorts): Promise<unknown> {
  // The present token, read before waiting for anything: a sign-out sends its call and drops the token at once.
  let held = ports.token()
  const [config, request] = await Promise.all([ports.config(), asked])
  if (request.after !== undefined) await request.after
  const address = addressOf(request.path, config, ports.environment(config)) + queryOf(request.params)
  const signal = request.params?.signal
  signal?.throwIfAborted()

  const send = async (held: HeldToken): Promise<Response> => {
    try {
      const fetch = (request.onSent && ports.fetchTelling?.(request.onSent)) ?? ports.fetch
      return await fetch(address, {
        method: request.method,
        headers: headersOf(request, held.token),
        ...(request.body === undefined
          ? {}
          : { body: request.body instanceof FormData ? request.body : JSON.stringify(request.body) }),
        ...(signal === undefined ? {} : { signal }),
        ...(request.keepalive === true ? { keepalive: true } : {}),
      })
    } catch (failure) {
      if (signal?.aborted) throw signal.reason ?? failure
      throw new ApiError({ status: 0, message: GENERIC_FAILURE })
    }
  }

  let response = await send(held)
  const present = ports.token()
  // Another call or tab renewed the token while this one was under way: the refusal is about the old token only.
  if (response.status === 401 && present.generation === held.generation && present.token !== held.token) {
    held = present
    response = await send(held)
  }
  // The answer to a sign-out is about the past.
  const isOvertaken = () => ports.token().generation !== held.generation && request.path !== SIGN_OUT_PATH
  if (isOvertaken()) throw overtaken()

  const renewed = response.headers.get('set-authorization')
  if (renewed !== null && renewed !== '') ports.renewToken(renewed.replace(/^Bearer\s+/i, ''), held.generation)

  let body: unknown
  try {
    body =
      request.onReceived !== undefined && response.ok
        ? await receive(response, request.onReceived)
        : await bodyOf(response)
  } catch (failure) {
    if (signal?.aborted) throw signal.reason ?? failure
    throw new ApiError({ status: response.ok ? 0 : response.status, message: GENERIC_FAILURE })
  }
  if (isOvertaken()) throw overtaken()
  if (response.ok) return body
  if (response.status === 401 && !request.path.startsWith(SIGN_IN_PATH)) ports.onUnauthorized(request.path)
  throw apiErrorFrom(response.status, response.headers, body, ports.nowMs())
}
