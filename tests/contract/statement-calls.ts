import type { BaseCall, Ids } from './base-calls.ts'

const month = '2020-01'

/** Statements of a month before anybody had entered. */
export const STATEMENT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/statements': () => ({ query: { limit: 10, offset: 0 } }),
  'GET /v1/statements/{month}': ({ supplier }) => ({
    path: { month },
    query: { supplier, limit: 10, offset: 0 },
    status: 404,
  }),
  'GET /v1/statements/{month}/file': ({ supplier }) => ({ path: { month }, query: { supplier }, status: 404 }),
  'GET /v1/statement-outcomes': ({ supplier }) => ({
    query: { supplier, reconciliation_ud: 999_999_999 },
    status: 404,
  }),
  'POST /v1/statements/{month}/close': () => ({
    path: { month },
    headers: { 'idempotency-key': 'base-period' },
    status: 409,
  }),
  'GET /v1/statement-keys/{fingerprint}': () => ({ path: { fingerprint: '0'.repeat(64) }, status: 404 }),
}
