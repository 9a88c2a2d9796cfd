import type { BaseCall, Ids } from './base-calls.ts'

/** One call that is answered for every operation on suppliers and prices of sources. */
export const SOURCE_SUPPLIER_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/stream-suppliers/{id}': ({ source }) => ({ path: { id: source } }),
  'PUT /v1/stream-suppliers/{id}': ({ source, supplier }) => ({
    path: { id: source },
    headers: { 'idempotency-key': 'base-allocation' },
    body: { suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2.25 }] },
  }),
  'GET /v1/survey-streams/{id}/supplier-pricing': ({ source }) => ({ path: { id: source } }),
  'PATCH /v1/survey-streams/{id}/supplier-pricing': ({ source, supplier }) => ({
    path: { id: source },
    headers: { 'idempotency-key': 'base-pricing' },
    // the call before gave the supplier a price of its own
    body: { supplier_cpi: 2.75, suppliers: [{ pm_sup_ud: supplier, supplier_cpi: null }] },
  }),
  'GET /v3/survey-suppliers/{id}': ({ survey }) => ({ path: { id: survey }, query: { limit: 10, offset: 0 } }),
  'GET /v1/survey-buyer-rate/{id}': ({ survey }) => ({ path: { id: survey } }),
  'PUT /v1/survey-buyer-rate/{id}': ({ survey }) => ({
    path: { id: survey },
    headers: { 'idempotency-key': 'base-buyer-rate' },
    body: { pm_sy_client_cpi: 8.5 },
  }),
}
