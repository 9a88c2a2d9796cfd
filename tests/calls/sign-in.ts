import { EVERYBODY, NO_CALLER } from './callers.ts'
import { open, own, restricted, session, type Endpoint } from './endpoint.ts'

export const SIGN_IN_CALLS: Readonly<Record<string, Endpoint>> = {
  'POST /v1/login': open(({ username, password }) => ({ body: { username, password } })),
  'POST /v1/login/second-factor': open(() => ({ body: { challenge: 'A'.repeat(43), code: '000000' }, status: 401 })),
  'POST /v1/login/single-sign-on': open(() => ({
    body: { username: 'ada@nowhere.example', remember: true, redirect: '/projects/1' },
    status: 404,
  })),
  'POST /v1/login/single-sign-on/finish': open(() => ({ status: 401 })),
  // the caller is bound to no provider
  'POST /v1/confirmation/single-sign-on': session(EVERYBODY, () => ({ status: 409 })),
  // 403 to everybody who began none
  'POST /v1/confirmation/single-sign-on/finish': session(NO_CALLER, () => ({ status: 403 })),
  'POST /v1/logout': session(EVERYBODY, () => ({ status: 204 })),
  'GET /v1/user-login-details': own(EVERYBODY, () => ({})),
  // the one call whose working would end every other session of the user
  'POST /v1/update-password': session(EVERYBODY, () => ({
    body: { password: 'Wrong-pass-1', new_password: 'Better-pass-1' },
    status: 422,
  })),
  'POST /v1/switch-account': session(EVERYBODY, ({ account }) => ({ body: { pm_dsh_ud: account } })),
  // of no user: a mail would come after the answer
  'POST /v1/reset': open(() => ({ body: { username: 'nobody@desk.example' } })),
  'POST /v1/reset-password/{resetToken}': open(() => ({
    path: { resetToken: 'A'.repeat(43) },
    body: { password: 'Better-pass-1', confirm_password: 'Better-pass-1' },
    status: 404,
  })),
  // the session that asks comes first
  'GET /v1/sessions': own(EVERYBODY, () => ({ query: { limit: 1, offset: 0 } })),
  'DELETE /v1/sessions': session(EVERYBODY, () => ({ status: 204 })),
  'DELETE /v1/sessions/{id}': restricted(EVERYBODY, ({ session }) => ({
    path: { id: '00000000-0000-4000-8000-000000000000' },
    status: 404,
    asked: { path: { id: session } },
  })),
  'GET /v1/second-factor': own(EVERYBODY, () => ({})),
  'POST /v1/second-factor': session(EVERYBODY, ({ password }) => ({
    body: { confirmation: { present_password: password } },
  })),
  // no such code: a right one would end the session that other calls need
  'POST /v1/second-factor/confirm': session(EVERYBODY, () => ({ body: { code: 'none' }, status: 422 })),
  'POST /v1/second-factor/recovery-codes': session(EVERYBODY, ({ password }) => ({
    body: { confirmation: { present_password: password, second_factor_code: 'none' } },
    status: 409,
  })),
  'POST /v1/second-factor/disable': session(EVERYBODY, ({ password }) => ({
    body: { confirmation: { present_password: password, second_factor_code: 'none' } },
    status: 409,
  })),
}
