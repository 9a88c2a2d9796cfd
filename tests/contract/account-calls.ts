import type { BaseCall, Ids } from './base-calls.ts'
import { ACCOUNT_CHANGES, ACCOUNT_FORM } from './base-forms.ts'

/** Calls of accounts, which are for super admins: the caller of the stage is none. */
export const ACCOUNT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/account-management': () => ({ query: { limit: 10, offset: 0 }, status: 403 }),
  'POST /v1/dashboards': () => ({
    headers: { 'idempotency-key': 'base-account' },
    body: ACCOUNT_FORM,
    status: 403,
  }),
  'GET /v1/dashboards/{id}': ({ account }) => ({ path: { id: account }, status: 403 }),
  'PUT /v1/dashboards/{id}': ({ account }) => ({ path: { id: account }, body: ACCOUNT_CHANGES, status: 403 }),
  // none that is there: all further calls would be refused
  'POST /v1/dashboards/{id}/suspend': () => ({ path: { id: 999_999 }, status: 403 }),
  'POST /v1/dashboards/{id}/resume': () => ({ path: { id: 999_999 }, status: 403 }),
  'GET /v1/dashboards/{id}/members': ({ account }) => ({
    path: { id: account },
    query: { limit: 10, offset: 0 },
    status: 403,
  }),
  'POST /v1/dashboards/{id}/members': ({ account }) => ({
    path: { id: account },
    body: { username: 'nobody@desk.example' },
    status: 403,
  }),
  'PUT /v1/dashboards/{id}/members/{uid}': ({ account }) => ({
    path: { id: account, uid: 999_999 },
    body: { is_default: true },
    status: 403,
  }),
  'PUT /v1/dashboards/{id}/members/{uid}/role': ({ account }) => ({
    path: { id: account, uid: 999_999 },
    body: { role_id: 1 },
    status: 404,
  }),
  'DELETE /v1/dashboards/{id}/members/{uid}': ({ account }) => ({ path: { id: account, uid: 999_999 }, status: 403 }),
  'POST /v1/dashboards/{id}/members/{uid}/invitation': ({ account }) => ({
    path: { id: account, uid: 999_999 },
    status: 403,
  }),
}
