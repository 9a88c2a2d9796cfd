import type { BaseCall, Ids } from './base-calls.ts'

const SIGN_ON = {
  kind: 'oidc',
  issuer: 'https://login.acme.example',
  client_id: 'desk',
  domains: [],
  is_on: false,
  only: false,
  makes_users: false,
  new_users_role: 2,
}

/** Calls of keys: those that returns are hashed with, and API keys; and of single sign-on. */
export const KEY_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/return-hashing': () => ({}),
  'PUT /v1/return-hashing': () => ({ body: { hash_required: false, unsigned_overrule: false } }),
  'POST /v1/return-hashing/keys': ({ password }) => ({ body: { confirmation: { present_password: password } } }),
  'POST /v1/return-hashing/keys/{id}/end': ({ password }) => ({
    path: { id: 999_999 },
    body: { confirmation: { present_password: password } },
    status: 404,
  }),
  'GET /v1/audit-log': ({ project, user }) => ({
    query: { who: user, act: 'edited', scope: 'project', object: project, by: 'screen', before: 100, limit: 10 },
  }),
  'GET /v1/audit-log/export': () => ({ query: { format: 'csv', from: '2026-11-01T00:00:00.000Z' } }),
  'GET /v1/audit-log/verification': () => ({}),
  // the caller is bound to no provider
  'POST /v1/confirmation/single-sign-on': () => ({ status: 409 }),
  'POST /v1/confirmation/single-sign-on/finish': () => ({ status: 403 }),
  'GET /v1/single-sign-on': () => ({}),
  // as it is stored
  'PUT /v1/single-sign-on': ({ password }) => ({
    body: { ...SIGN_ON, version: 1, confirmation: { present_password: password } },
  }),
  'POST /v1/single-sign-on/secret': ({ password }) => ({
    body: { client_secret: 'secret of the client', confirmation: { present_password: password } },
  }),
  'POST /v1/single-sign-on/test': () => ({ body: { issuer: 'https://127.0.0.1/' } }),
  'POST /v1/login/single-sign-on': () => ({
    body: { username: 'ada@nowhere.example', remember: true, redirect: '/projects/1' },
    status: 404,
  }),
  'POST /v1/login/single-sign-on/finish': () => ({ status: 401 }),
  'GET /v1/api-keys': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/api-keys': ({ password }) => ({
    body: {
      name: 'Nightly export',
      scopes: ['read_figures'],
      expires_in_days: 30,
      confirmation: { present_password: password },
    },
  }),
  'POST /v1/api-keys/{id}/revoke': ({ password }) => ({
    path: { id: 999_999 },
    body: { confirmation: { present_password: password } },
    status: 404,
  }),
  'POST /v1/return-hashing/check': () => ({
    body: { url: 'https://desk.example/return?inbound_code=1000&rdud=2s-0189&hash=00' },
  }),
}
