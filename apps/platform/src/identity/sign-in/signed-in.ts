import { CurrentCaller, OpenTo, ServiceOnly, SignedIn, type WhoMayCall } from '@desk/api/authorization'
import { Forbidden, Unauthorized } from '@desk/api/errors'
import { PERMISSIONS, refusalOf, type Permission } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Context, Effect, Layer, Redacted } from 'effect'
import { HttpEffect, HttpServerRequest, HttpServerResponse } from 'effect/http'
import { createHash, timingSafeEqual } from 'node:crypto'
import { PlatformConfig } from '#kernel/config/platform-config'
import { tellCaller } from '#kernel/http/kept/truth'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Sessions } from './sessions.service.ts'

export const SET_AUTHORIZATION_HEADER = 'set-authorization'

/** Lets in whoever has a live session and what the endpoint asks for, and renews the token over set-authorization (§7.4). */
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
        const refusal = refusalFor(caller.user, Context.get(endpoint.annotations, OpenTo))
        if (refusal !== null) return yield* new Forbidden({ message: refusal })
        const request = yield* HttpServerRequest.HttpServerRequest
        tellCaller(request.source, { sessionId: caller.sessionId, stamp })
        return yield* Effect.provideService(httpEffect, CurrentCaller, caller)
      }),
    })
  }),
)

/** Why the user may not call what is open to these; null: they may. */
function refusalFor(user: CurrentUser, openTo: WhoMayCall | 'nobody'): string | null {
  if (openTo === 'anySession') return null
  const pending = pendingOf(user)
  if (pending !== null || openTo === 'signedIn') return pending
  return isPermission(openTo) ? refusalOf(user, openTo) : 'This is open to nobody.'
}

const isPermission = (openTo: string): openTo is Permission => Object.hasOwn(PERMISSIONS, openTo)

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
