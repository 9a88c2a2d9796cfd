import { ADMINS, DESK_ADMINS } from './callers.ts'
import { own, restricted, session, type Endpoint } from './endpoint.ts'

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

export const KEY_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/api-keys': own(ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/api-keys': own(ADMINS, ({ password }) => ({
    body: {
      name: 'Nightly export',
      scopes: ['read_figures'],
      expires_in_days: 30,
      confirmation: { present_password: password },
    },
  })),
  'POST /v1/api-keys/{id}/revoke': restricted(ADMINS, ({ password, apiKey }) => ({
    path: { id: 999_999 },
    body: { confirmation: { present_password: password } },
    status: 404,
    asked: { path: { id: apiKey } },
  })),
  'GET /v1/single-sign-on': own(ADMINS, () => ({})),
  // as it is stored
  'PUT /v1/single-sign-on': session(ADMINS, ({ password }) => ({
    body: { ...SIGN_ON, version: 1, confirmation: { present_password: password } },
  })),
  'POST /v1/single-sign-on/secret': session(ADMINS, ({ password }) => ({
    body: { client_secret: 'secret of the client', confirmation: { present_password: password } },
  })),
  'POST /v1/single-sign-on/test': session(ADMINS, () => ({ body: { issuer: 'https://127.0.0.1/' } })),
  'GET /v1/audit-log': own(ADMINS, ({ project, user }) => ({
    query: { who: user, act: 'edited', scope: 'project', object: project, by: 'screen', before: 100, limit: 10 },
    asked: { query: {} },
  })),
  'GET /v1/audit-log/export': own(ADMINS, () => ({
    query: { format: 'csv', from: '2026-11-01T00:00:00.000Z' },
    asked: { query: { format: 'csv' } },
  })),
  'GET /v1/audit-log/verification': own(ADMINS, () => ({})),
  'GET /v1/return-hashing': own(DESK_ADMINS, () => ({})),
  'PUT /v1/return-hashing': session(DESK_ADMINS, () => ({ body: { hash_required: false, unsigned_overrule: false } })),
  'POST /v1/return-hashing/keys': own(DESK_ADMINS, ({ password }) => ({
    body: { confirmation: { present_password: password } },
  })),
  'POST /v1/return-hashing/keys/{id}/end': restricted(DESK_ADMINS, ({ password, hashKey }) => ({
    path: { id: 999_999 },
    body: { confirmation: { present_password: password } },
    status: 404,
    asked: { path: { id: hashKey } },
  })),
  'POST /v1/return-hashing/check': own(DESK_ADMINS, () => ({
    body: { url: 'https://desk.example/return?inbound_code=1000&rdud=2s-0189&hash=00' },
  })),
}
