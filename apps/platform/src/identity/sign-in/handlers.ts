import { Effect } from 'effect'
import { handlersOf } from '#kernel/http/contract-handlers'
import { Sessions } from './sessions.service.ts'

/** api:A1, and its second step */
export const signInHandlers = handlersOf(
  'signIn',
  Effect.map(Sessions, ({ signIn, giveSecondFactor }) => ({
    login: ({ payload }, from) => signIn({ ...payload, ...from }),
    giveSecondFactor: ({ payload }, from) => giveSecondFactor(payload.challenge, payload.code, from),
  })),
)

/** api:A2, A3, A4, A9 */
export const sessionHandlers = handlersOf(
  'session',
  Effect.map(Sessions, ({ signOut, changePassword, switchAccount }) => ({
    logout: (_sent, caller) => signOut(caller),
    check: (_sent, { user }) => Effect.succeed(user),
    updatePassword: ({ payload }, caller) =>
      changePassword(caller, {
        password: payload.password,
        newPassword: payload.new_password,
        code: payload.second_factor_code,
      }),
    switchAccount: ({ payload }, caller) => switchAccount(caller, payload.pm_dsh_ud, caller.address, caller.userAgent),
  })),
)
