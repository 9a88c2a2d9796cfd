import type { BaseCall, Ids } from './base-calls.ts'

/**
 * One answered call for every operation on exclusions; none excludes a person, so that the other calls stay as they
 * are.
 */
export const EXCLUSION_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'POST /v1/project/{id}/project-search': ({ project }) => ({
    path: { id: project },
    body: { search: 'Streaming', limit: 10, offset: 0 },
  }),
  'GET /v1/sample-exclusion/{id}': ({ source }) => ({ path: { id: source } }),
  'POST /v1/sample-exclusion/{id}': ({ source }) => ({
    path: { id: source },
    headers: { 'idempotency-key': 'base-sample-exclusion' },
    body: { projects: [], states: 'completes', look_back_days: 30 },
  }),
  'GET /v1/supplierexclusion/{id}': ({ project }) => ({ path: { id: project } }),
  'GET /v1/supplierexclusion/bysupplier/{id}': ({ supplier }) => ({ path: { id: supplier } }),
  'POST /v1/supplierexclusion/bysupplier/{id}': ({ supplier }) => ({
    path: { id: supplier },
    headers: { 'idempotency-key': 'base-supplier-exclusion' },
    body: { projects: [] },
  }),
  'GET /v1/supplierexclusion/byaccount/{id}': ({ account }) => ({ path: { id: account } }),
  'POST /v1/supplierexclusion/byaccount/{id}': ({ account }) => ({
    path: { id: account },
    headers: { 'idempotency-key': 'base-account-exclusion' },
    body: { suppliers: [] },
  }),
}
