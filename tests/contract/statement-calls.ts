import type { BaseCall, Ids } from './base-calls.ts'

const month = '2020-01'
const span = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
const sum = { kind: 'complete', origin: month, price_cents: 250 }

/** Statements of a month before anybody had entered. */
export const STATEMENT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/statements': () => ({ query: { search: 'panel', state: 'open', limit: 10, offset: 0 } }),
  'GET /v1/statements/{month}': ({ supplier }) => ({
    path: { month },
    query: { supplier, limit: 10, offset: 0 },
    status: 404,
  }),
  'GET /v1/statements/{month}/changes': ({ supplier }) => ({
    path: { month },
    query: { supplier, source: 999_999_999, ...sum, ...span },
    status: 404,
  }),
  'GET /v1/statements/{month}/file': ({ supplier }) => ({
    path: { month },
    query: { supplier, format: 'xlsx' },
    status: 404,
  }),
  'GET /v1/sell-statements': () => ({
    query: { of: 'project', search: 'study', state: 'closed', limit: 10, offset: 0 },
  }),
  'GET /v1/sell-statements/{month}': ({ project }) => ({
    path: { month },
    query: { of: 'project', id: project, limit: 10, offset: 0 },
    status: 404,
  }),
  'GET /v1/sell-statements/{month}/changes': ({ project }) => ({
    path: { month },
    query: { of: 'project', id: project, survey: 999_999_999, ...sum, ...span },
    status: 404,
  }),
  'GET /v1/sell-statements/{month}/file': ({ project }) => ({
    path: { month },
    query: { of: 'project', id: project, format: 'xlsx' },
    status: 404,
  }),
  'GET /v1/statement-outcomes': ({ supplier }) => ({
    query: { supplier, reconciliation_ud: 999_999_999, format: 'xlsx' },
    status: 404,
  }),
  'POST /v1/statements/{month}/close': () => ({
    path: { month },
    headers: { 'idempotency-key': 'base-period' },
    status: 409,
  }),
  'GET /v1/statement-links': ({ supplier }) => ({ query: { supplier, limit: 10, offset: 0 } }),
  'POST /v1/statement-links': ({ supplier }) => ({
    body: { pm_sup_ud: supplier, month: '2026-10', note: 'Ada at the panel', expires_in_days: 30 },
  }),
  'POST /v1/statement-links/{id}/revoke': () => ({ path: { id: 999_999 }, status: 404 }),
  // a session is no link
  'GET /v1/supplier-statements': () => ({ status: 401 }),
  'GET /v1/supplier-statements/{month}': () => ({ path: { month }, query: { limit: 10, offset: 0 }, status: 401 }),
  'GET /v1/supplier-statements/{month}/file': () => ({ path: { month }, query: { format: 'xlsx' }, status: 401 }),
  'GET /v1/supplier-statements/{month}/outcomes': () => ({
    path: { month },
    query: { limit: 10, offset: 0 },
    status: 401,
  }),
  'GET /v1/supplier-statements/{month}/outcomes/file': () => ({
    path: { month },
    query: { format: 'xlsx' },
    status: 401,
  }),
  'POST /v1/supplier-statements/{month}/disputes': () => ({
    path: { month },
    body: { rdud: `1-${'0'.repeat(32)}`, evidence: 'They were here' },
    status: 401,
  }),
  'GET /v1/disputes': ({ supplier }) => ({ query: { state: 'disputed', supplier, limit: 10, offset: 0 } }),
  'POST /v1/disputes': () => ({
    headers: { 'idempotency-key': 'base-dispute' },
    body: { rdud: `1-${'0'.repeat(32)}`, evidence: 'They were here' },
    status: 404,
  }),
  'POST /v1/disputes/{id}/decide': () => ({
    path: { id: 999_999 },
    headers: { 'idempotency-key': 'base-decision' },
    body: { decision: 'upheld', note: 'No', version: 1 },
    status: 404,
  }),
  'GET /v1/statement-keys/{fingerprint}': () => ({ path: { fingerprint: '0'.repeat(64) }, status: 404 }),
}
