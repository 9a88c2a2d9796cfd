import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { requester } from '#kernel/http/requester'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { PasswordReset } from './password-reset.service.ts'

/** api:A5, A6 */
export const PasswordResetHttp = HttpApiBuilder.group(
  DeskApi,
  'passwordReset',
  Effect.fn(function* (handlers) {
    const resets = yield* PasswordReset
    return handlers.handleAll({
      request: ({ payload }) =>
        dyingUnavailable(Effect.flatMap(requester, ({ address }) => resets.request(payload.username, address))),
      complete: ({ params, payload }) =>
        dyingUnavailable(
          Effect.flatMap(requester, ({ address }) => resets.complete({ ...params, ...payload }, address)),
        ),
    })
  }),
).pipe(Layer.provide(PasswordReset.layer))
