import { CurrentCaller, OpenToPending, ServiceOnly, SignedIn } from '@desk/api/authorization'
import { Forbidden, Unauthorized } from '@desk/api/errors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Context, Effect, Layer, Redacted } from 'effect'
import { HttpEffect, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { createHash, timingSafeEqual } from 'node:crypto'
import { PlatformConfig } from '../config/platform-config.ts'
import { tellCaller } from '../http/kept/truth.ts'
import { dyingUnavailable } from '../http/unavailable.ts'
import { Sessions } from './sessions.service.ts'

export const SET_AUTHORIZATION_HEADER = 'set-authorization'

/** Lets in whoever has a live session, and renews the token over set-authorization (§7.4). */
export const SignedInLive = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    return SignedIn.of({
      bearer: Effect.fn(function* (httpEffect, { credential, endpoint }) {
        const { caller, stamp, renewedToken } = yield* dyingUnavailable(
          sessions.authenticate(Redacted.value(credential)),
        )
        if (renewedToken) {
          yield* HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.succeed(HttpServerResponse.setHeader(response, SET_AUTHORIZATION_HEADER, renewedToken)),
          )
        }
        const pending = pendingOf(caller.user)
        if (pending !== null && !Context.get(endpoint.annotations, OpenToPending))
          return yield* new Forbidden({ message: pending })
        const request = yield* HttpServerRequest.HttpServerRequest
        tellCaller(request.source, { sessionId: caller.sessionId, stamp })
        return yield* Effect.provideService(httpEffect, CurrentCaller, caller)
      }),
    })
  }),
)

/** What a session has to do before it may do anything else; null: nothing. */
function pendingOf(user: CurrentUser): string | null {
  if (!user.is_password_updated) return 'Please change your password first.'
  return user.second_factor === 'required' ? 'Please set up a second factor first.' : null
}

/** Lets in the gateway by its service token alone. */
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
