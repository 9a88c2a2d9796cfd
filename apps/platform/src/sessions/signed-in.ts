import { CurrentCaller, ServiceOnly, SignedIn } from '@desk/api/authorization'
import { Unauthorized } from '@desk/api/errors'
import { Effect, Layer, Redacted } from 'effect'
import { HttpEffect, HttpServerResponse } from 'effect/http'
import { createHash, timingSafeEqual } from 'node:crypto'
import { PlatformConfig } from '../config/platform-config.ts'
import { dyingUnavailable } from '../http/unavailable.ts'
import { Sessions } from './sessions.service.ts'

export const SET_AUTHORIZATION_HEADER = 'set-authorization'

/** Lets in whoever has a live session, and renews the token over set-authorization (§7.4). */
export const SignedInLive = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* Sessions
    return SignedIn.of({
      bearer: Effect.fn(function* (httpEffect, { credential }) {
        const { caller, renewedToken } = yield* dyingUnavailable(sessions.authenticate(Redacted.value(credential)))
        if (renewedToken) {
          yield* HttpEffect.appendPreResponseHandler((_request, response) => Effect.succeed(HttpServerResponse.setHeader(response, SET_AUTHORIZATION_HEADER, renewedToken)))
        }
        return yield* Effect.provideService(httpEffect, CurrentCaller, caller)
      }),
    })
  }),
)

/** Lets in the gateway by its service token alone. */
export const ServiceOnlyLive = Layer.effect(
  ServiceOnly,
  Effect.gen(function* () {
    const { feedToken } = yield* PlatformConfig
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
    const expected = digest(feedToken)
    return ServiceOnly.of({
      bearer: Effect.fn(function* (httpEffect, { credential }) {
        if (!timingSafeEqual(digest(Redacted.value(credential)), expected)) return yield* new Unauthorized({ message: 'This needs the service token.' })
        return yield* httpEffect
      }),
    })
  }),
)
