import { CurrentCaller, OpenTo, ServiceOnly, SignedIn, WorksOn, type Caller } from '@desk/api/authorization'
import { Forbidden, Unauthorized } from '@desk/api/errors'
import { keyAccessOf, keyRefusal } from '@desk/api/key-access'
import { Context, Effect, Layer, Redacted } from 'effect'
import type { HttpApiEndpoint } from 'effect/http-api'
import { createHash, timingSafeEqual } from 'node:crypto'
import { PlatformConfig } from '#kernel/config/platform-config'
import { requester } from '#kernel/http/requester'
import { setAuthorization } from '#kernel/http/set-authorization'
import { orUnavailable } from '#kernel/http/unavailable'
import { refusalFor } from '../accounts/access.ts'
import { ApiKeys } from '../api-keys/api-keys.service.ts'
import { isMeantAsKey } from '../api-keys/key-token.ts'
import { ActingCaller } from './acting-caller.ts'
import { Sessions } from './sessions.service.ts'

/** Admits callers with a live session, or an API key with the endpoint's scope, and the endpoint's permission; renews a session's token over set-authorization (§7.4). */
export const SignedInLive = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const apiKeys = yield* ApiKeys
    const bySession = Effect.fn(function* (token: string) {
      const { caller, renewedToken } = yield* sessions.authenticate(token)
      if (renewedToken) yield* setAuthorization(renewedToken)
      return caller
    })
    const byKey = Effect.fn(function* (key: string, endpoint: HttpApiEndpoint.Top) {
      const { address } = yield* requester
      return yield* apiKeys.authenticate(key, keyAccessOf(endpoint), address)
    })
    const within = Effect.fn(function* (caller: Caller, endpoint: HttpApiEndpoint.Top) {
      const refusal = caller.apiKey === undefined ? null : keyRefusal(caller.apiKey.scopes, keyAccessOf(endpoint))
      return refusal === null ? caller : yield* new Forbidden({ message: refusal })
    })
    return SignedIn.of({
      bearer: Effect.fn(function* (httpEffect, { credential, endpoint }) {
        const acting = yield* ActingCaller
        const token = Redacted.value(credential)
        const caller: Caller =
          acting === null
            ? yield* orUnavailable(isMeantAsKey(token) ? byKey(token, endpoint) : bySession(token))
            : yield* within(acting, endpoint)
        const refusal = refusalFor(caller.user, Context.get(endpoint.annotations, OpenTo))
        if (refusal !== null) return yield* new Forbidden({ message: refusal })
        return yield* Effect.provideService(httpEffect, CurrentCaller, atWork(caller, endpoint))
      }),
    })
  }),
)

/** The caller in the account on whose data the endpoint works. */
function atWork(caller: Caller, endpoint: HttpApiEndpoint.Top): Caller {
  return Context.get(endpoint.annotations, WorksOn) === 'defended account' && caller.defends !== undefined
    ? { ...caller, accountId: caller.defends }
    : caller
}

/** Admits only the gateway, by its service token. */
export const ServiceOnlyLive = Layer.effect(
  ServiceOnly,
  Effect.gen(function* () {
    const { feedToken } = yield* PlatformConfig
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
    const expected = digest(feedToken)
    return ServiceOnly.of({
      bearer: Effect.fn(function* (httpEffect, { credential }) {
        if (!timingSafeEqual(digest(Redacted.value(credential)), expected))
          return yield* new Unauthorized({ message: 'This needs the service token.' })
        return yield* httpEffect
      }),
    })
  }),
)
