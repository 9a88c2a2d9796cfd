import type { Case } from './endpoint-case.ts'

/** Signing in and out, sessions, passwords and the second factor. */
export const SIGN_IN_CASES: Readonly<Record<string, Case>> = {
  'POST /v1/login': {
    kind: 'public',
    call: () => ({ path: '/v1/login', body: { username: 'nobody@desk.example', password: 'Wrong-pass-1' } }),
  },
  'POST /v1/logout': { kind: 'session', call: () => ({ path: '/v1/logout' }) },
  'GET /v1/user-login-details': { kind: 'own', call: () => ({ path: '/v1/user-login-details' }) },
  'POST /v1/update-password': {
    kind: 'session',
    call: () => ({ path: '/v1/update-password', body: { password: 'a', new_password: 'b' } }),
  },
  'POST /v1/switch-account': {
    kind: 'session',
    call: () => ({ path: '/v1/switch-account', body: { pm_dsh_ud: 999_999 } }),
  },
  'POST /v1/reset': { kind: 'public', call: () => ({ path: '/v1/reset', body: { username: 'nobody@desk.example' } }) },
  'POST /v1/reset-password/:resetToken': {
    kind: 'public',
    call: () => ({ path: `/v1/reset-password/${'A'.repeat(43)}`, body: { password: 'Better-pass-1' } }),
  },
  'POST /v1/login/second-factor': {
    kind: 'public',
    call: () => ({ path: '/v1/login/second-factor', body: { challenge: 'A'.repeat(43), code: '000000' } }),
  },
  'GET /v1/sessions': { kind: 'own', call: () => ({ path: '/v1/sessions' }) },
  'DELETE /v1/sessions': { kind: 'session', call: () => ({ path: '/v1/sessions' }) },
  'DELETE /v1/sessions/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/sessions/${ids.session}` }),
  },
  'GET /v1/second-factor': { kind: 'own', call: () => ({ path: '/v1/second-factor' }) },
  'POST /v1/second-factor': {
    kind: 'session',
    call: () => ({ path: '/v1/second-factor', body: { confirmation: { present_password: 'a' } } }),
  },
  'POST /v1/second-factor/confirm': {
    kind: 'session',
    call: () => ({ path: '/v1/second-factor/confirm', body: { code: '000000' } }),
  },
  'POST /v1/second-factor/recovery-codes': {
    kind: 'session',
    call: () => ({
      path: '/v1/second-factor/recovery-codes',
      body: { confirmation: { present_password: 'a', second_factor_code: '000000' } },
    }),
  },
  'POST /v1/second-factor/disable': {
    kind: 'session',
    call: () => ({
      path: '/v1/second-factor/disable',
      body: { confirmation: { present_password: 'a', second_factor_code: '000000' } },
    }),
  },
  'GET /v1/defaultaccounts': { kind: 'own', call: () => ({ path: '/v1/defaultaccounts' }) },
  // staff is at home in several accounts
  'PUT /v1/defaultaccounts': {
    kind: 'own',
    call: ids => ({
      path: '/v1/defaultaccounts',
      body: { default_account_update: true, new_default_account: ids.account },
    }),
  },
  'PUT /v1/account/:id/second-factor': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/account/${ids.account}/second-factor`, body: { required: false } }),
  },
}
