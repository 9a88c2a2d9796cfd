import type { BaseCall, Ids } from './base-calls.ts'

/** Calls of signing in and out, of sessions, passwords and the second factor. */
export const SIGN_IN_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'POST /v1/login': ({ username, password }) => ({ body: { username, password } }),
  'POST /v1/logout': () => ({ status: 204 }),
  'GET /v1/user-login-details': () => ({}),
  // the one call whose working would end every other session of the user
  'POST /v1/update-password': () => ({
    body: { password: 'Wrong-pass-1', new_password: 'Better-pass-1' },
    status: 422,
  }),
  'POST /v1/switch-account': ({ account }) => ({ body: { pm_dsh_ud: account } }),
  // of no user: a mail would come after the answer
  'POST /v1/reset': () => ({ body: { username: 'nobody@desk.example' } }),
  'POST /v1/reset-password/{resetToken}': () => ({
    path: { resetToken: 'A'.repeat(43) },
    body: { password: 'Better-pass-1', confirm_password: 'Better-pass-1' },
    status: 404,
  }),
  'POST /v1/login/second-factor': () => ({ body: { challenge: 'A'.repeat(43), code: '000000' }, status: 401 }),
  // the session that asks comes first
  'GET /v1/sessions': () => ({ query: { limit: 1, offset: 0 } }),
  'DELETE /v1/sessions': () => ({ status: 204 }),
  'DELETE /v1/sessions/{id}': () => ({ path: { id: '00000000-0000-4000-8000-000000000000' }, status: 404 }),
  'GET /v1/second-factor': () => ({}),
  'POST /v1/second-factor': ({ password }) => ({ body: { confirmation: { present_password: password } } }),
  // no such code: a right one would end the session that other calls need
  'POST /v1/second-factor/confirm': () => ({ body: { code: 'none' }, status: 422 }),
  'POST /v1/second-factor/recovery-codes': ({ password }) => ({
    body: { confirmation: { present_password: password, second_factor_code: 'none' } },
    status: 409,
  }),
  'POST /v1/second-factor/disable': ({ password }) => ({
    body: { confirmation: { present_password: password, second_factor_code: 'none' } },
    status: 409,
  }),
  'GET /v1/defaultaccounts': () => ({}),
  'PUT /v1/defaultaccounts': ({ account }) => ({
    body: { default_account_update: true, new_default_account: account },
  }),
  // another account's: in the own one every further call would have to wait for a second factor
  'PUT /v1/account/{id}/second-factor': () => ({ path: { id: 999_999 }, body: { required: true }, status: 404 }),
}
