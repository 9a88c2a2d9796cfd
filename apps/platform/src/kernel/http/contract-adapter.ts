import { isStreamed, maxBodyBytes } from '@desk/api/body-limit'
import { formNumbers } from '@desk/api/form-numbers'
import { isPlainPath, NOT_PLAIN } from '@desk/api/plain-path'
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import express, {
  type ErrorRequestHandler,
  type Request as ExpressRequest,
  type RequestHandler,
  type Response as ExpressResponse,
} from 'express'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Logger } from 'pino'
import { bodyRefusal } from './body-refusal.ts'
import type { ClientAddressOf } from './client-address.ts'
import { readMultipart } from './multipart-form.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** The header with the caller's address for the handlers; set here, never taken from outside. */
export const ADDRESS_HEADER = 'x-desk-address'

/** Marks an answer whose body is passed on while it comes; it does not leave the platform. */
export const STREAMED_HEADER = 'x-desk-streamed'
/** A file by its signed address, which a browser opens like any link. */
const FILE_PATH = /^\/v1\/document-files\/[^/]+$/
/** The key of a statement, which a supplier looks up without a session. */
const KEY_PATH = /^\/v1\/statement-keys\/[^/]+$/

/** Provisioning by SCIM, whose bodies and errors have a form of their own (RFC 7644). */
const SCIM_PATH = /^\/scim(?:\/|$)/i
const SCIM_TYPE = 'application/scim+json'

/** Answers a request of the web's kind, which came as the other. */
type WebHandler = (request: Request, incoming: IncomingMessage) => Promise<Response>

/**
 * Mounts the contract's web handler in Express: it reads bodies whole within a limit, checks them for text that no field may
 * hold, and answers every error as JSON with the request id.
 */
export function contractAdapter(handler: WebHandler, log: Logger, clientAddressOf: ClientAddressOf): RequestHandler[] {
  const answer = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const response = await withErrorBody(await handler(request, incoming), request.headers.get(REQUEST_ID_HEADER))
    if (response.headers.has(STREAMED_HEADER)) return passOn(response, outgoing)
    const whole = await wholeAnswer(response)
    if (!whole) return response
    outgoing.writeHead(whole.status, whole.headers)
    outgoing.end(whole.body)
    return RESPONSE_ALREADY_SENT
  }
  // the listener's error handler does not get the request, so that each has its own; an AsyncLocalStorage would cost every promise of the process, those of respondents too
  const listenerOf = (id: string) =>
    getRequestListener((request, bindings) => answer(request, bindings as HttpBindings), {
      // the server is no HTTP/2 one
      overrideGlobalObjects: false,
      errorHandler: error => {
        // an address or a Host header that makes no URL
        if (error instanceof RequestError)
          return Response.json({ _tag: 'Unreadable', message: PLAIN_MESSAGES[400], request_id: id }, { status: 400 })
        log.error({ err: error, id }, 'The contract handler failed')
        return Response.json({ message: PLAIN_MESSAGES[500], request_id: id }, { status: 500 })
      },
    })
  return [
    demandPlainPath,
    demandXRequestedWith,
    readBody,
    readForm,
    checkBody,
    (request, response, next) => {
      setRawHeader(request, ADDRESS_HEADER, clientAddressOf(request))
      const id = String(request.headers[REQUEST_ID_HEADER])
      setRawHeader(request, REQUEST_ID_HEADER, id)
      Object.assign(request, { url: request.originalUrl })
      // a streamed body is left to its handler
      // and may be refused before it is read to its end: no other request follows on that connection
      if (isStreamed(request.method, request.path)) response.setHeader('Connection', 'close')
      else Object.assign(request, { rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) })
      listenerOf(id)(request, response).catch(next)
    },
    bodyFault,
  ] as RequestHandler[] // an error handler among handlers is Express's own way of marking one, by its four parameters
}

interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer
}

/** An answer with a length is sent in one piece: the listener would read it as a stream first. */
async function wholeAnswer(response: Response): Promise<WholeAnswer | null> {
  if (!response.headers.has('content-length')) return null
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** Passes a body on while it comes; one that breaks off ends the connection, so that it is not taken for the whole. */
async function passOn(response: Response, outgoing: HttpBindings['outgoing']): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.delete(STREAMED_HEADER)
  outgoing.writeHead(response.status, Object.fromEntries(headers))
  // its first bytes may be long in coming
  outgoing.flushHeaders()
  // the two libraries name the type of a web stream apart
  const body = Readable.fromWeb((response.body ?? new Blob().stream()) as ReadableStream)
  // the reader's opener has seen its faults; the client sees the connection end
  await pipeline(body, outgoing).catch(() => outgoing.destroy())
  return RESPONSE_ALREADY_SENT
}

// the listener reads the headers as they came over the wire
function setRawHeader(request: ExpressRequest, name: string, value: string): void {
  const kept: string[] = []
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [key, given] = [request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '']
    if (key.toLowerCase() !== name) kept.push(key, given)
  }
  request.rawHeaders.splice(0, request.rawHeaders.length, ...kept, name, value)
}

/** The Model Context Protocol, whose errors are JSON-RPC's; it takes keys alone. */
const MCP_PATH = /^\/v1\/mcp\/?$/i
const JSON_RPC_CODES: Readonly<Record<number, number>> = { 400: -32_700 }
const JSON_RPC_REFUSED = -32_600

function refuse(response: ExpressResponse, status: number, tag: string, message: string): void {
  if (MCP_PATH.test(response.req.path)) {
    response
      .status(status)
      .json({ jsonrpc: '2.0', id: null, error: { code: JSON_RPC_CODES[status] ?? JSON_RPC_REFUSED, message } })
    return
  }
  if (SCIM_PATH.test(response.req.path)) {
    const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status), detail: message }
    response.status(status).type(SCIM_TYPE).send(JSON.stringify(body))
    return
  }
  response.status(status).json({ _tag: tag, message, request_id: response.getHeader(REQUEST_ID_HEADER) })
}

/** The contract's own document: public, read by its URL. */
export const OPENAPI_PATH = '/openapi.json'

const API_KEY = /^Bearer desk_/i

const demandPlainPath: RequestHandler = (request, response, next) => {
  if (isPlainPath(request.originalUrl.split('?', 1)[0] ?? '')) next()
  else refuse(response, 400, 'Unreadable', NOT_PLAIN)
}

// a header that no cross-site form can send (§7.2); nor can one send an API key, which no browser holds, and SCIM and MCP take keys alone
const demandXRequestedWith: RequestHandler = (request, response, next) => {
  const { 'x-requested-with': requestedWith, authorization = '' } = request.headers
  if (
    requestedWith ||
    request.path === OPENAPI_PATH ||
    FILE_PATH.test(request.path) ||
    KEY_PATH.test(request.path) ||
    SCIM_PATH.test(request.path) ||
    MCP_PATH.test(request.path) ||
    API_KEY.test(authorization)
  )
    return next()
  refuse(response, 403, 'Forbidden', 'The X-Requested-With header is missing.')
}

const readers = new Map<number, RequestHandler>()
const readBody: RequestHandler = (request, response, next) => {
  if (isStreamed(request.method, request.path)) return next()
  const limit = maxBodyBytes(request.method, request.path)
  const reader = readers.get(limit) ?? express.raw({ limit, type: () => true })
  readers.set(limit, reader)
  return reader(request, response, next)
}

/** A multipart form goes on as the JSON of the same names, so that the contract reads one kind of body. */
const readForm: RequestHandler = (request, response, next) => {
  const numbers = formNumbers(request.path)
  const body: unknown = request.body
  if (numbers === null || !Buffer.isBuffer(body) || !request.is('multipart/form-data')) return next()
  readMultipart(body, String(request.headers['content-type']), numbers).then(form => {
    if (typeof form === 'string') return refuse(response, 400, 'Unreadable', form)
    const json = Buffer.from(JSON.stringify(form))
    request.body = json
    for (const [name, value] of [
      ['content-type', 'application/json'],
      ['content-length', String(json.length)],
    ] as const) {
      request.headers[name] = value
      setRawHeader(request, name, value)
    }
    next()
  }, next)
}

const LARGE_BODY_BYTES = 1_000_000
const checkBody: RequestHandler = (request, response, next) => {
  if (request.originalUrl.includes('%00'))
    return refuse(response, 400, 'Unreadable', 'The address holds a NUL character.')
  const body: unknown = request.body
  if (!Buffer.isBuffer(body) || body.length === 0) return next()
  if (!isJson(request)) return refuse(response, 415, 'Unreadable', 'The body must be application/json.')
  const refusal = bodyRefusal(body.toString('utf8'), request.path)
  if (refusal !== null) return refuse(response, 400, 'Unreadable', refusal)
  // megabytes take a while to be checked, and to be read: others are answered in between
  if (body.length > LARGE_BODY_BYTES) setImmediate(next)
  else next()
}

function isJson(request: ExpressRequest): boolean {
  return (
    request.is('application/json') === 'application/json' ||
    (SCIM_PATH.test(request.path) && request.is(SCIM_TYPE) === SCIM_TYPE)
  )
}

const bodyFault: ErrorRequestHandler = (error: { status?: number }, request, response, next) => {
  if (response.headersSent) return next(error)
  if (error.status === 413)
    return refuse(
      response,
      413,
      'Unreadable',
      `The body is larger than ${maxBodyBytes(request.method, request.path)} bytes.`,
    )
  if (error.status && error.status < 500) return refuse(response, 400, 'Unreadable', 'The request could not be read.')
  next(error)
}

const PLAIN_MESSAGES = {
  400: 'The request could not be read.',
  404: 'There is nothing here.',
  500: 'Encountered an error. Please try again later.',
} as const

/** The words for an answer that came without a body: no route takes the address and method. */
const PLAIN_BODIES: Readonly<Record<number, Record<string, unknown>>> = {
  400: { _tag: 'Unreadable', message: PLAIN_MESSAGES[400] },
  404: { _tag: 'NotFound', message: PLAIN_MESSAGES[404] },
  500: { message: PLAIN_MESSAGES[500] },
}

async function withErrorBody(response: Response, requestId: string | null): Promise<Response> {
  if (response.status < 400 || response.headers.get('content-type')?.startsWith(SCIM_TYPE) === true) return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  const body = readObject(text) ?? PLAIN_BODIES[response.status] ?? { message: 'The request failed.' }
  const retryAfterSeconds = body['retry_after_seconds']
  if (typeof retryAfterSeconds === 'number') headers.set('retry-after', String(retryAfterSeconds))
  return new Response(JSON.stringify({ ...body, request_id: requestId }), { status: response.status, headers })
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
