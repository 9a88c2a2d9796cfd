import { CurrentCaller, OpenTo, type Caller, type WhoMayCall } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Context, Effect, type Layer, type Scope } from 'effect'
import type { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { HttpApiBuilder, type HttpApi, type HttpApiEndpoint, type HttpApiGroup } from 'effect/http-api'
import type { DatabaseError } from '../db/errors.ts'
import { requester, type Calling, type Requester } from './requester.ts'
import { orUnavailable } from './unavailable.ts'

type Groups = typeof DeskApi extends HttpApi.HttpApi<infer _Name, infer G> ? G : never
export type GroupName = HttpApiGroup.Identifier<Groups>
type Endpoints<Name extends GroupName> = HttpApiGroup.WithIdentifier<Groups, Name>['endpoints']
type EndpointName<Name extends GroupName> = keyof Endpoints<Name>

/** The caller: signed in, behind the middleware that requires a session; otherwise only the origin of the call. */
type From<E> = CurrentCaller extends HttpApiEndpoint.MiddlewareProvides<E> ? Calling : Requester

/** The decoded request: path parameters, query, headers and body. */
type SentOf<E> = E extends HttpApiEndpoint.ConstraintRequest
  ? Omit<E['~Request'], 'request' | 'endpoint' | 'group'>
  : never
export type SentTo<Name extends GroupName, Key extends EndpointName<Name>> = SentOf<Endpoints<Name>[Key]>

/** Answers one call of the contract, from the decoded request and the caller. */
type Handler<E> = E extends HttpApiEndpoint.ConstraintRequest
  ? (
      sent: SentOf<E>,
      from: From<E>,
    ) => Effect.Effect<
      E['~Success']['Type'] | HttpServerResponse.HttpServerResponse,
      E['~Error']['Type'] | HttpApiEndpoint.MiddlewareError<E> | DatabaseError,
      HttpServerRequest.HttpServerRequest
    >
  : never

export type Handlers<Name extends GroupName> = { readonly [Key in EndpointName<Name>]: Handler<Endpoints<Name>[Key]> }

type GroupLayer<Name extends GroupName, R> = Layer.Layer<
  HttpApiGroup.Service<'desk', Name>,
  never,
  Exclude<R, Scope.Scope> | HttpApiEndpoint.Middleware<Endpoints<Name>[EndpointName<Name>]>
>

type GroupBuilder<Name extends GroupName, R> = (
  api: typeof DeskApi,
  name: Name,
  build: (group: { readonly handleAll: (handlers: unknown) => unknown }) => Effect.Effect<unknown, never, R>,
) => GroupLayer<Name, R>

/** The header of a request with its Idempotency-Key. */
export interface Sent {
  readonly headers?: { readonly [IDEMPOTENCY_KEY_HEADER]?: string }
}
/** A handler of any endpoint. */
export type AnyHandler = (
  sent: Sent,
  from: Requester,
) => Effect.Effect<unknown, DatabaseError, HttpServerRequest.HttpServerRequest>

/** The handlers of one group of the contract. */
export interface GroupHandlers<Name extends GroupName, R> {
  readonly name: Name
  /** The handlers by endpoint, for permitted callers. */
  readonly make: Effect.Effect<Handlers<Name>, never, R>
  /** The layer that binds them to their endpoints. */
  readonly layer: GroupLayer<Name, R>
}

/**
 * Declares the handlers of one group of the contract; they are the noun's service. A database that is away answers 503 by itself.
 * @param name the group
 * @param make builds a handler for each of its endpoints
 */
export function handlersOf<const Name extends GroupName, R>(
  name: Name,
  make: Effect.Effect<Handlers<Name>, never, R>,
): GroupHandlers<Name, R> {
  // Handlers<Name> holds each handler to its endpoint; the builder would infer the same one by one, which it cannot for a name it does not know
  const build = HttpApiBuilder.group as unknown as GroupBuilder<Name, R>
  const layer = build(DeskApi, name, group =>
    Effect.map(make, handlers =>
      group.handleAll(
        Object.fromEntries(
          Object.entries<AnyHandler>(handlers as never).map(([key, handler]) => [key, answering(name, key, handler)]),
        ),
      ),
    ),
  )
  return { name, make, layer }
}

const SESSIONLESS: ReadonlySet<string> = new Set(['anybody', 'gateway'])

/** The endpoint's `OpenTo` from the contract. */
export function openTo(name: GroupName, key: string): WhoMayCall | 'nobody' {
  // the groups' own types name each endpoint; here any may be asked for
  const endpoint = (DeskApi.groups[name].endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>)[key]
  return endpoint === undefined ? 'nobody' : Context.get(endpoint.annotations, OpenTo)
}

/** A caller with what a handler needs to know of the call. */
export function callingWith(caller: Caller, from: Requester, sent: Sent): Calling {
  return { ...caller, ...from, idempotencyKey: sent.headers?.[IDEMPOTENCY_KEY_HEADER] }
}

/** The handler type of the contract's builder, which passes only the request. */
function answering(name: GroupName, key: string, handler: AnyHandler) {
  const isSessionless = SESSIONLESS.has(openTo(name, key))
  return (sent: Sent) =>
    orUnavailable(
      Effect.gen(function* () {
        const from = yield* requester
        return yield* handler(sent, isSessionless ? from : callingWith(yield* CurrentCaller, from, sent))
      }),
    )
}
