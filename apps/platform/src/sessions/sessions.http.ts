import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { ADDRESS_HEADER } from '../http/contract-adapter.ts'
import { dyingUnavailable } from '../http/unavailable.ts'
import { Sessions } from './sessions.service.ts'

const caller = Effect.map(HttpServerRequest.HttpServerRequest, request => ({
  address: request.headers[ADDRESS_HEADER] ?? '',
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
}))

/** api:A1 */
export const SignInHttp = HttpApiBuilder.group(
  DeskApi,
  'signIn',
  Effect.fn(function* (handlers) {
    const sessions = yield* Sessions
    return handlers.handleAll({
      login: ({ payload }) => dyingUnavailable(Effect.flatMap(caller, from => sessions.signIn({ ...payload, ...from }))),
    })
  }),
)

/** api:A2, A3, A4, A9 */
export const SessionHttp = HttpApiBuilder.group(
  DeskApi,
  'session',
  Effect.fn(function* (handlers) {
    const sessions = yield* Sessions
    return handlers.handleAll({
      logout: () => dyingUnavailable(Effect.flatMap(CurrentCaller, sessions.signOut)),
      check: () => Effect.map(CurrentCaller, ({ user }) => user),
      updatePassword: ({ payload }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { address } = yield* caller
            return yield* sessions.changePassword(yield* CurrentCaller, payload.password, payload.new_password, address)
          }),
        ),
      switchAccount: ({ payload }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { address, userAgent } = yield* caller
            return yield* sessions.switchAccount(yield* CurrentCaller, payload.pm_dsh_ud, address, userAgent)
          }),
        ),
    })
  }),
)
