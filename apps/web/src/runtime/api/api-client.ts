import { ApiError, GENERIC_FAILURE } from './api-error.ts'
import type { DecodeAnswer } from './decoder-of.ts'
import type { AnswerOf, EndpointKey, EndpointTable, RequestOf } from './endpoints.ts'
import { FIRST_ENDPOINTS } from './first-endpoint-table.ts'
import { sendRequest, type HttpMethod, type HttpRequest, type RequestPorts } from './send-request.ts'

/** The desk's calls, typed by the contract. */
export interface ApiClient {
  /**
   * Makes one call of the contract.
   * @param key its group and name, `projects.list`
   * @throws ApiError when it is refused, fails, or answers something else than the contract says
   */
  call<K extends EndpointKey>(key: K, request: RequestOf<K>): Promise<AnswerOf<K>>
}

export interface ApiClientPorts extends RequestPorts {
  /** Loads the decoder that checks the answer of a call against the contract's schema; it is not part of what every page starts with. */
  readonly loadDecoder: (key: EndpointKey) => Promise<{ decodeAnswer: DecodeAnswer }>
  /** Loads the paths of the calls that no page starts with. */
  readonly loadEndpoints: () => Promise<{ readonly ENDPOINTS: EndpointTable }>
}

/** The parts of any request; RequestOf says which of them a call has. */
interface RequestParts {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: HttpRequest['params']
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: unknown
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
  readonly onSent?: (share: number) => void
  readonly onReceived?: (bytes: number, part: Uint8Array) => void
  readonly after?: Promise<void>
}

/** No user is signed in during these calls: their answers are small and the decoder is not worth a wait. */
const UNDECODED: ReadonlySet<EndpointKey> = new Set([
  'signIn.login',
  'signIn.giveSecondFactor',
  'signOn.finish',
  'session.logout',
  'passwordReset.request',
  'passwordReset.complete',
])

/** Whether a call that answers with JSON otherwise is asked for the same as a file: that is saved as it comes. */
const isOfFile = (query: RequestParts['query']): boolean => query?.['format'] === 'csv'

function filledPath(template: string, params: RequestParts['params']): string {
  return template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name]
    if (value === undefined) throw new TypeError(`The path ${template} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
}

/** Gives the desk's client over the common behaviour of §7.1–7.4. */
export function createApiClient(ports: ApiClientPorts): ApiClient {
  let all: EndpointTable | null = null
  const loadAll = async (): Promise<EndpointTable> => {
    try {
      all = (await ports.loadEndpoints()).ENDPOINTS
      return all
    } catch (cause) {
      throw Object.assign(new ApiError({ status: 0, message: GENERIC_FAILURE }), { cause })
    }
  }
  return {
    async call(key, request) {
      // RequestOf<K> is one of these shapes; the compiler cannot see that for a K that is still open.
      const { params, query, headers, payload, signal, keepalive, after, onSent, onReceived } = request as RequestParts
      const isDecoded = !UNDECODED.has(key) && !isOfFile(query)
      const decoder = isDecoded ? ports.loadDecoder(key) : null
      // A failed download of the decoder is reported below, after the answer, not as an unhandled rejection.
      decoder?.catch(() => undefined)
      const requestOf = ([method, path]: readonly [HttpMethod, string, string]): HttpRequest => ({
        method,
        path: filledPath(path, params),
        ...(query === undefined && signal === undefined ? {} : { params: { ...query, ...(signal ? { signal } : {}) } }),
        ...(payload === undefined ? {} : { body: payload }),
        ...(headers === undefined ? {} : { headers }),
        ...(keepalive === true || key === 'session.logout' ? { keepalive: true } : {}),
        ...(after === undefined ? {} : { after }),
        ...(onSent === undefined ? {} : { onSent }),
        ...(onReceived === undefined ? {} : { onReceived }),
      })
      const known = FIRST_ENDPOINTS[key] ?? all?.[key]
      const body = await sendRequest(
        known === undefined ? loadAll().then(endpoints => requestOf(endpoints[key])) : requestOf(known),
        ports,
      )
      if (decoder === null) return body as AnswerOf<typeof key>
      try {
        // decodeAnswer checks the body against the schema that AnswerOf<K> is the type of.
        return (await decoder).decodeAnswer(key, body) as AnswerOf<typeof key>
      } catch (cause) {
        throw Object.assign(new ApiError({ status: 0, message: GENERIC_FAILURE, reason: 'unexpected_answer' }), {
          cause,
        })
      }
    },
  }
}
