import { CurrentCaller, OpenTo, ServiceOnly, SignedIn } from '@desk/api/authorization'
import { Forbidden, Unauthorized } from '@desk/api/errors'
import { Context, Effect, Layer, Redacted } from 'effect'
import { createHash, timingSafeEqual } from 'node:crypto'
import { PlatformConfig } from '#kernel/config/platform-config'
import { setAuthorization } from '#kernel/http/set-authorization'
import { orUnavailable } from '#kernel/http/unavailable'
import { refusalFor } from '../accounts/access.ts'
import { Sessions } from './sessions.service.ts'

/** Admits callers with a live session and the endpoint's permission, and renews the token over set-authorization (§7.4). */
export const SignedInLive = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    return SignedIn.of({
      bearer: Effect.fn(function* (httpEffect, { credential, endpoint }) {
        const { caller, renewedToken } = yield* orUnavailable(sessions.authenticate(Redacted.value(credential)))
        if (renewedToken) yield* setAuthorization(renewedToken)
        const refusal = refusalFor(caller.user, Context.get(endpoint.annotations, OpenTo))
        if (refusal !== null) return yield* new Forbidden({ message: refusal })
        return yield* Effect.provideService(httpEffect, CurrentCaller, caller)
      }),
    })
  }),
)

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
