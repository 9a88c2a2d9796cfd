import { DESK_ACCOUNT, STUDY_WRITERS, SUPPLY_WRITERS } from './callers.ts'
import { object, own, restricted, session, type Endpoint } from './endpoint.ts'

export const AGE_OF_SOURCE = { name: 'Age', param: 'age', min: 18, max: 64 }

export const SOURCE_TEMPLATE_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/source-template': own(DESK_ACCOUNT, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/source-template': object(STUDY_WRITERS, ({ source }) => ({
    body: { name: 'As it is', stmid: source },
  })),
  'GET /v2/source-template': own(DESK_ACCOUNT, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v2/source-template': session(STUDY_WRITERS, () => ({
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
  })),
  // no template of the stage: apps/platform/src/nouns/sources works with some
  'GET /v1/source-template/{id}/quals-quotas': restricted(DESK_ACCOUNT, ({ source }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: source } },
  })),
  'DELETE /v1/source-template': restricted(STUDY_WRITERS, ({ source }) => ({
    query: { source_template_id: 999_999 },
    status: 404,
    asked: { query: { source_template_id: source } },
  })),
  'GET /v1/supplierallocationtemplates': own(SUPPLY_WRITERS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/supplierallocationtemplates': session(SUPPLY_WRITERS, ({ supplier }) => ({
    body: {
      name: 'Halves',
      template_type: 2,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
    },
  })),
  'PUT /v1/supplierallocationtemplates': restricted(SUPPLY_WRITERS, ({ supplier, source }) => ({
    body: {
      supplier_allocation_template_id: 999_999,
      name: 'Halves',
      template_type: 2,
      suppliers: [{ pm_sup_ud: supplier, allocation_percent: 100, supplier_cpi: 2 }],
      version: 1,
    },
    status: 404,
    asked: { body: { supplier_allocation_template_id: source } },
  })),
  'GET /v1/supplierallocationtemplates/{id}': restricted(SUPPLY_WRITERS, ({ source }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: source } },
  })),
  'DELETE /v1/supplierallocationtemplates/{id}': restricted(SUPPLY_WRITERS, ({ source }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: source } },
  })),
  'POST /v1/{scope}/loadtemplate/{id}': restricted(SUPPLY_WRITERS, ({ source }) => ({
    path: { scope: 'source', id: 999_999 },
    body: { id: source, preview: true },
    status: 404,
  })),
}
