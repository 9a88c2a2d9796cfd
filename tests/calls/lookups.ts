import { DESK_ACCOUNT, EVERYBODY, SUPPLY_SIDE } from './callers.ts'
import { lookup, object, own, type Endpoint } from './endpoint.ts'

export const LOOKUP_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/search': own(DESK_ACCOUNT, () => ({ query: { text: 'a' } })),
  'GET /v1/consultants': own(EVERYBODY, () => ({ query: { limit: 10, offset: 0 } })),
  'GET /v1/status': lookup(EVERYBODY, () => ({})),
  'GET /v1/suppliers': own(EVERYBODY, () => ({
    query: { search: 'a', pm_supplier_type_code_ud: 1, sort: '-name', limit: 10, offset: 0 },
    asked: { query: {} },
  })),
  'GET /v1/languages': lookup(EVERYBODY, () => ({})),
  'GET /v1/platform-codes/supplier-types': lookup(EVERYBODY, () => ({})),
  'GET /v1/country-codes': lookup(EVERYBODY, () => ({ query: { autosourceeligible: 'true' } })),
  // the plain external view of users names no suppliers (domain.md §4)
  'GET /v1/project-suppliers/{id}': object(SUPPLY_SIDE, ({ project }) => ({
    path: { id: project },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v1/platform-codes': lookup(EVERYBODY, () => ({ query: { type: 7 } })),
  'GET /v1/country-language': lookup(EVERYBODY, () => ({ query: { country_id: 840 } })),
  'GET /v1/platform-codes/{id}': lookup(EVERYBODY, () => ({ path: { id: 20 } })),
}
