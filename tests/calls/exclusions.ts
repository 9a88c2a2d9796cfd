import { DESK_ACCOUNT, DESK_ADMINS, STUDY_WRITERS, SUPPLY_SIDE } from './callers.ts'
import { object, restricted, type Endpoint } from './endpoint.ts'

export const EXCLUSION_CALLS: Readonly<Record<string, Endpoint>> = {
  // exclusions: suppliers are named to those who see the supply side, and excluded by admins
  'POST /v1/project/{id}/project-search': object(DESK_ACCOUNT, ({ project }) => ({
    path: { id: project },
    body: { search: 'Streaming', limit: 10, offset: 0 },
  })),
  'GET /v1/sample-exclusion/{id}': object(DESK_ACCOUNT, ({ source }) => ({ path: { id: source } })),
  'POST /v1/sample-exclusion/{id}': object(STUDY_WRITERS, ({ source }) => ({
    path: { id: source },
    body: { projects: [], states: 'completes', look_back_days: 30 },
  })),
  'GET /v1/supplierexclusion/{id}': object(SUPPLY_SIDE, ({ project }) => ({ path: { id: project } })),
  'GET /v1/supplierexclusion/bysupplier/{id}': object(SUPPLY_SIDE, ({ supplier }) => ({ path: { id: supplier } })),
  'POST /v1/supplierexclusion/bysupplier/{id}': restricted(DESK_ADMINS, ({ supplier }) => ({
    path: { id: supplier },
    body: { projects: [] },
  })),
  'GET /v1/supplierexclusion/byaccount/{id}': object(SUPPLY_SIDE, ({ account }) => ({ path: { id: account } })),
  'POST /v1/supplierexclusion/byaccount/{id}': restricted(DESK_ADMINS, ({ account }) => ({
    path: { id: account },
    body: { suppliers: [] },
  })),
  // recontact: suppliers are named to those who see the supply side
  'GET /v1/supplier-recontact/retrieve': object(DESK_ACCOUNT, ({ source }) => ({
    query: { stmid: source, format: 'json', limit: 10, offset: 0 },
  })),
  'POST /v1/supplier-recontact/rdudlookup': object(DESK_ACCOUNT, ({ source }) => ({
    body: { stmid: source, text: 'nobody' },
  })),
  'POST /v1/supplier-recontact/store': object(STUDY_WRITERS, ({ source }) => ({
    body: { stmid: source, added: [], removed: ['nobody'], version: 0 },
  })),
}
