import { CurrentCaller, ServiceOnly, SignedIn, type Caller } from '@desk/api/authorization'
import { isStreamed, maxBodyBytes } from '@desk/api/body-limit'
import { DeskApi } from '@desk/api/contract'
import { formNumbers } from '@desk/api/form-numbers'
import { isPlainPath, NOT_PLAIN } from '@desk/api/plain-path'
import { bodyRefusal } from '@desk/platform/kernel/http/body-refusal'
import { DecodeFaultsLive } from '@desk/platform/kernel/http/decode-faults'
import { Effect, Layer } from 'effect'
import { HttpRouter, HttpServer, HttpServerResponse } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { BAD_BODIES } from './bad-values.ts'
import type { SpoiledCall } from './spoiled-calls.ts'

/** The answer to a call that is refused before its handler begins. */
export interface EarlyRefusal {
  /** Who refuses: what reads bodies for every endpoint alike, or the endpoint's own decoder. */
  readonly by: 'body reader' | 'decoder'
  readonly status: number
  /** The answer's JSON without the id of its request; unset: the decoder gives none, and the desk fills it in. */
  readonly body?: unknown
}

const BEGINS = 299
/** No handler here looks at it. */
const NOBODY = {} as Caller

type Build = (api: typeof DeskApi, name: string, build: (group: Group) => unknown) => Layer.Layer<never>
interface Group {
  readonly handleAll: (handlers: unknown) => Effect.Effect<unknown>
}

/** The contract as the platform routes and decodes it, with handlers that only say that they would begin. */
function contractOfBeginnings(): (request: Request) => Promise<Response> {
  const begin = () => Effect.succeed(HttpServerResponse.text('', { status: BEGINS }))
  // the builder's types name each group and endpoint; here every one has the same handler
  const build = HttpApiBuilder.group as unknown as Build
  const groups = Object.values(DeskApi.groups).map(({ identifier, endpoints }) =>
    build(DeskApi, identifier, group =>
      group.handleAll(Object.fromEntries(Object.keys(endpoints).map(name => [name, begin]))),
    ),
  )
  const admitting = Layer.mergeAll(
    Layer.succeed(SignedIn, SignedIn.of({ bearer: answer => Effect.provideService(answer, CurrentCaller, NOBODY) })),
    Layer.succeed(ServiceOnly, ServiceOnly.of({ bearer: answer => answer })),
    DecodeFaultsLive,
  )
  const routes = HttpApiBuilder.layer(DeskApi).pipe(
    Layer.provide(groups as never),
    Layer.provide(admitting),
    Layer.provide(HttpServer.layerServices),
  ) as Layer.Layer<never, never, HttpRouter.HttpRouter> // every group is among them
  const { handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
  return request => handler(request)
}

const answer = contractOfBeginnings()

/**
 * Gives the refusal that a call gets before its handler begins, by the platform's own reader of bodies and the contract's own
 * decoder, in this process; null when its handler begins, or when only the platform itself can tell.
 */
export async function earlyRefusal({ method, path, headers, body }: SpoiledCall): Promise<EarlyRefusal | null> {
  const address = URL.canParse(path, 'http://desk.example') ? new URL(path, 'http://desk.example') : null
  // what a library would put right goes over the wire as it is, and so does what names another endpoint, may be a form, or is not read whole
  if (!address || address.pathname + address.search !== path || path.includes('//')) return null
  if (!isPlainPath(address.pathname)) return unreadable(400, NOT_PLAIN)
  if (formNumbers(address.pathname) !== null || isStreamed(method, address.pathname)) return null
  const ofBody = body === null || body.length === 0 ? null : refusalOfBody(method, address.pathname, headers, body)
  if (ofBody?.status === 413 || 'Content-Encoding' in headers) return ofBody
  if (path.includes('%00')) return unreadable(400, 'The address holds a NUL character.')
  if (ofBody !== null) return ofBody
  const response = await answer(
    new Request(address, { method, headers, body: method === 'GET' ? null : bytesOf(body) }),
  )
  if (response.status === BEGINS) return null
  const given = await response.text()
  return { by: 'decoder', status: response.status, ...(given === '' ? {} : { body: JSON.parse(given) as unknown }) }
}

const bytesOf = (body: string | Buffer | null): string | Uint8Array<ArrayBuffer> | null =>
  Buffer.isBuffer(body) ? new Uint8Array(body) : body

/** Whole bodies are the same for every operation, and large: each is read once. None is of the kind that journals alone may hold. */
const BODIES: ReadonlySet<string | Buffer> = new Set(BAD_BODIES.map(({ body }) => body))
const ofEveryOperation = new Map<string | Buffer, { readonly message: string | null }>()

function refusalOfBody(
  method: string,
  path: string,
  headers: SpoiledCall['headers'],
  body: string | Buffer,
): EarlyRefusal | null {
  if ('Content-Encoding' in headers) return unreadable(400, 'The request could not be read.')
  const limit = maxBodyBytes(method, path)
  if (Buffer.byteLength(body) > limit) return unreadable(413, `The body is larger than ${limit} bytes.`)
  if (!headers['Content-Type']?.startsWith('application/json'))
    return unreadable(415, 'The body must be application/json.')
  const text = body.toString()
  const refusal = ofEveryOperation.get(body) ?? { message: bodyRefusal(text, path) }
  if (BODIES.has(body)) ofEveryOperation.set(body, refusal)
  return refusal.message === null ? null : unreadable(400, refusal.message)
}

function unreadable(status: number, message: string): EarlyRefusal {
  return { by: 'body reader', status, body: { _tag: 'Unreadable', message } }
}
