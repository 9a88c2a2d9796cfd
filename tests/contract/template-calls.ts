import type { BaseCall, Ids } from './base-calls.ts'
import { AGE_OF_SOURCE } from './base-forms.ts'

/** Calls of templates of sources and of allocations. */
export const TEMPLATE_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/source-template': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/source-template': ({ source }) => ({
    headers: { 'idempotency-key': 'base-template' },
    body: { name: 'As it is', stmid: source },
  }),
  'GET /v2/source-template': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v2/source-template': () => ({
    headers: { 'idempotency-key': 'base-template-2' },
    body: {
      name: 'Gen pop',
      source_template_type: 1,
      respondents: 100,
      click_balancing: true,
      calculation_type_code_ud: 1,
      pacing: 3,
      hold_places: 2,
      qualifications: [AGE_OF_SOURCE],
      quota_groups: [{ name: 'Women', conditions: [{ param: 'gender', in: ['2'] }], target: 50, quotas: [] }],
    },
  }),
  // no template of the stage: apps/platform/src/nouns/sources works with some
  'GET /v1/source-template/{id}/quals-quotas': () => ({ path: { id: 999_999 }, status: 404 }),
  'DELETE /v1/source-template': () => ({ query: { source_template_id: 999_999 }, status: 404 }),
  'GET /v1/supplierallocationtemplates': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/supplierallocationtemplates': ({ supplier }) => ({
    headers: { 'idempotency-key': 'base-allocation-template' },
    body: {
      name: 'Halves',
      template_type: 2,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
    },
  }),
  'PUT /v1/supplierallocationtemplates': ({ supplier }) => ({
    headers: { 'idempotency-key': 'base-allocation-template-edit' },
    body: {
      supplier_allocation_template_id: 999_999,
      name: 'Halves',
      template_type: 2,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
      version: 1,
    },
    status: 404,
  }),
  'GET /v1/supplierallocationtemplates/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'DELETE /v1/supplierallocationtemplates/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'POST /v1/{scope}/loadtemplate/{id}': ({ source }) => ({
    path: { scope: 'source', id: 999_999 },
    headers: { 'idempotency-key': 'base-load' },
    body: { id: source, preview: true },
    status: 404,
  }),
}
