import { Effect } from 'effect'
import { handlersOf } from '#kernel/http/contract-handlers'
import { PlatformConfig } from '#kernel/config/platform-config'
import { openSecret, signOnKey } from '../sessions/sign-on-secret.ts'
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
  Effect.map(Effect.all([Sessions, PlatformConfig]), ([{ signOut, changePassword, switchAccount }, { secretKey }]) => ({
    logout: (_sent, caller) =>
      Effect.map(signOut(caller), signedOn => {
        if (signedOn === null || signedOn.sealedSignOutUrl === null) return undefined
        const signOutUrl = openSecret(signOnKey(secretKey), signedOn.accountId, signedOn.sealedSignOutUrl)
        return signOutUrl === null ? undefined : { sign_out_url: signOutUrl }
      }),
    check: (_sent, { user }) => Effect.succeed(user),
    updatePassword: ({ payload }, caller) =>
      changePassword(caller, {
        confirmation: {
          ...(payload.password === undefined ? {} : { present_password: payload.password }),
          ...(payload.single_sign_on_token === undefined ? {} : { single_sign_on_token: payload.single_sign_on_token }),
          ...(payload.second_factor_code === undefined ? {} : { second_factor_code: payload.second_factor_code }),
        },
        newPassword: payload.new_password,
      }),
    switchAccount: ({ payload }, caller) => switchAccount(caller, payload.pm_dsh_ud, caller.address, caller.userAgent),
  })),
)
