import { CurrentCaller, OpenTo } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Context, Effect, type Layer } from 'effect'
import type { HttpServerRequest, HttpServerResponse } from 'effect/http'
import { HttpApiBuilder, type HttpApi, type HttpApiEndpoint, type HttpApiGroup } from 'effect/http-api'
import type { DatabaseError } from '../db/errors.ts'
import { requester, type Calling, type Requester } from './requester.ts'
import { dyingUnavailable } from './unavailable.ts'

type Groups = typeof DeskApi extends HttpApi.HttpApi<infer _Name, infer G> ? G : never
type GroupName = HttpApiGroup.Identifier<Groups>
type Endpoints<Name extends GroupName> = HttpApiGroup.WithIdentifier<Groups, Name>['endpoints']
type EndpointName<Name extends GroupName> = keyof Endpoints<Name>

/** Who calls: behind the middleware that asks for a session a signed-in caller, else only where the call comes from. */
type From<E> = CurrentCaller extends HttpApiEndpoint.MiddlewareProvides<E> ? Calling : Requester

/** Answers one call of the contract, of which it gets what was sent, decoded, and who calls. */
type Handler<E> = E extends HttpApiEndpoint.ConstraintRequest
  ? (
      sent: E['~Request'],
      from: From<E>,
    ) => Effect.Effect<
      E['~Success']['Type'] | HttpServerResponse.HttpServerResponse,
      E['~Error']['Type'] | HttpApiEndpoint.MiddlewareError<E> | DatabaseError,
      HttpServerRequest.HttpServerRequest
    >
  : never

type Handlers<Name extends GroupName> = { readonly [Key in EndpointName<Name>]: Handler<Endpoints<Name>[Key]> }

type GroupLayer<Name extends GroupName, R> = Layer.Layer<
  HttpApiGroup.Service<'desk', Name>,
  never,
  R | HttpApiEndpoint.Middleware<Endpoints<Name>[EndpointName<Name>]>
>

type GroupBuilder<Name extends GroupName, R> = (
  api: typeof DeskApi,
  name: Name,
  build: (group: { readonly handleAll: (handlers: unknown) => unknown }) => Effect.Effect<unknown, never, R>,
) => GroupLayer<Name, R>

interface Sent {
  readonly headers?: { readonly [IDEMPOTENCY_KEY_HEADER]?: string }
}
type AnyHandler = (
  sent: Sent,
  from: Requester,
) => Effect.Effect<unknown, DatabaseError, HttpServerRequest.HttpServerRequest>

/**
 * Makes the handlers of one group of the contract; they are the noun's service. A database that is away answers 503 by itself.
 * @param name the group
 * @param make builds a handler for each of its endpoints
 */
export function handlersOf<const Name extends GroupName, R>(
  name: Name,
  make: Effect.Effect<Handlers<Name>, never, R>,
): GroupLayer<Name, R> {
  // Handlers<Name> holds each handler to its endpoint; the builder would infer the same one by one, which it cannot for a name it does not know
  const build = HttpApiBuilder.group as unknown as GroupBuilder<Name, R>
  return build(DeskApi, name, group =>
    Effect.map(make, handlers =>
      group.handleAll(
        Object.fromEntries(
          Object.entries<AnyHandler>(handlers as never).map(([key, handler]) => [key, answering(name, key, handler)]),
        ),
      ),
    ),
  )
}

/** What the contract's builder wants of a handler: it is given only what was sent. */
function answering(name: GroupName, key: string, handler: AnyHandler) {
  const endpoint = (DeskApi.groups[name].endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>)[key]
  const isSignedIn = endpoint !== undefined && !SESSIONLESS.has(Context.get(endpoint.annotations, OpenTo))
  return (sent: Sent) =>
    dyingUnavailable(
      Effect.gen(function* () {
        const from = yield* requester
        if (!isSignedIn) return yield* handler(sent, from)
        const caller = yield* CurrentCaller
        const idempotencyKey = sent.headers?.[IDEMPOTENCY_KEY_HEADER]
        return yield* handler(sent, { ...caller, ...from, idempotencyKey } as Calling)
      }),
    )
}

const SESSIONLESS: ReadonlySet<string> = new Set(['anybody', 'gateway'])
