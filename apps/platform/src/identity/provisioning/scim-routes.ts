import { Effect } from 'effect'
import { HttpRouter, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { requester, type Calling } from '#kernel/http/requester'
import { orUnavailable } from '#kernel/http/unavailable'
import { refusalFor } from '../accounts/access.ts'
import { ApiKeys } from '../api-keys/api-keys.service.ts'
import { listOf, providerConfig, resourceTypes, schemas } from './discovery.ts'
import { groupCalls } from './group-calls.ts'
import type { ScimAnswer, ScimCall } from './scim-call.ts'
import { badValue, faultBody, ScimFault } from './scim-fault.ts'
import { userCalls } from './user-calls.ts'

const BASE_PATH = '/scim/v2'
const MEDIA_TYPE = 'application/scim+json'

const NOT_HERE = new ScimFault({ status: 404, detail: 'There is no such resource.' })
const NOT_SO = new ScimFault({ status: 405, detail: 'This method is not supported here.' })

const answerOf = ({ status, body, headers = {} }: ScimAnswer) =>
  body === null
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(JSON.stringify(body), { status, headers, contentType: MEDIA_TYPE })

/** Provisioning by SCIM 2.0 (RFC 7643, 7644; docs/decisions/0048): all calls of a directory, by an API key with the scope `provision`. */
export const scimRoutes = HttpRouter.use(router =>
  Effect.gen(function* () {
    const database = yield* Database
    const apiKeys = yield* ApiKeys
    const { publicUrl } = yield* PlatformConfig
    const users = userCalls(database)
    const groups = groupCalls(database)
    const base = new URL(BASE_PATH, publicUrl).href

    const authenticate = Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const from = yield* requester
      const [, token] = /^Bearer +(\S{1,200})$/i.exec(headers['authorization'] ?? '') ?? []
      if (token === undefined)
        return yield* new ScimFault({ status: 401, detail: 'This needs an API key as a bearer token.' })
      const caller = yield* apiKeys.authenticate(token, 'provision', from.address)
      const refusal = refusalFor(caller.user, 'manage users')
      if (refusal !== null) return yield* new ScimFault({ status: 403, detail: refusal })
      return { ...caller, ...from, idempotencyKey: undefined } satisfies Calling
    })

    const read = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const url = new URL(request.url, base)
      const [kind = '', id, ...more] = url.pathname.slice(BASE_PATH.length + 1).split('/')
      if (more.length > 0) return yield* NOT_HERE
      const text = yield* Effect.catch(request.text, () =>
        Effect.fail(badValue('The body could not be read.', 'invalidSyntax')),
      )
      const call: ScimCall = {
        method: request.method,
        id: id === undefined || id === '' ? null : id,
        query: url.searchParams,
        // the adapter has let JSON through alone
        body: text === '' ? null : (JSON.parse(text) as unknown),
        ifMatch: request.headers['if-match'] ?? null,
        base,
      }
      return { kind, call }
    })

    /** The server's description of its abilities: the same for every account. */
    const discover = (resources: readonly { readonly id?: unknown }[], { method, id }: ScimCall) => {
      if (method !== 'GET') return Effect.fail(NOT_SO)
      if (id === null) return Effect.succeed({ status: 200, body: listOf(resources) })
      const found = resources.find(resource => resource.id === decodeURIComponent(id))
      return found ? Effect.succeed({ status: 200, body: found }) : Effect.fail(NOT_HERE)
    }

    const answered = Effect.gen(function* () {
      const caller = yield* authenticate
      const { kind, call } = yield* read
      switch (kind) {
        case 'Users':
          return yield* users(caller, call)
        case 'Groups':
          return yield* groups(caller, call)
        case 'ServiceProviderConfig':
          return call.method === 'GET' ? { status: 200, body: providerConfig(base) } : yield* NOT_SO
        case 'ResourceTypes':
          return yield* discover(resourceTypes(base), call)
        case 'Schemas':
          return yield* discover(schemas(base), call)
        default:
          return yield* NOT_HERE
      }
    })

    yield* router.add(
      '*',
      `${BASE_PATH}/*`,
      orUnavailable(answered).pipe(
        Effect.catch(error => Effect.succeed(answerToFault(error))),
        Effect.map(answerOf),
      ),
    )
  }),
)

interface Failure {
  readonly _tag: string
  readonly message: string
  readonly retry_after_seconds?: number
  readonly reason?: string
}

const STATUS: Readonly<Record<string, number>> = {
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  Conflict: 409,
  Refused: 400,
  UniqueViolation: 409,
  TooMany: 429,
  Unavailable: 503,
}

function answerToFault(error: ScimFault | Failure): ScimAnswer {
  if (error instanceof ScimFault) {
    const { status, detail, scimType } = error
    return { status, body: faultBody({ status, detail, scimType }) }
  }
  const status = STATUS[error._tag] ?? 500
  const scimType =
    error._tag === 'Refused'
      ? 'invalidValue'
      : error._tag === 'UniqueViolation' || error.reason === 'uniqueness'
        ? 'uniqueness'
        : undefined
  const detail = error._tag === 'UniqueViolation' ? 'Another user has this userName.' : error.message
  const { retry_after_seconds: wait } = error
  return {
    status: error.reason === 'stale' ? 412 : status,
    body: faultBody({ status: error.reason === 'stale' ? 412 : status, detail, scimType }),
    ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }),
  }
}
