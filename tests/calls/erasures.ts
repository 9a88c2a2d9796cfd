import { DESK_ADMINS } from './callers.ts'
import { own, restricted, type Endpoint } from './endpoint.ts'

const id = 999_999_999
const subjects = { pm_sup_ud: null, ids: ['nobody'] }

export const ERASURE_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/erasures': own(DESK_ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/erasures/scope': own(DESK_ADMINS, () => ({ body: subjects })),
  // of an id without a respondent
  'POST /v1/erasures': own(DESK_ADMINS, () => ({
    body: { reference: 'Letter 7', ...subjects, rule: 'request' },
    status: 409,
  })),
  'POST /v1/erasures/{id}/confirm': restricted(DESK_ADMINS, () => ({ path: { id }, status: 404 })),
  'POST /v1/erasures/{id}/withdraw': restricted(DESK_ADMINS, () => ({ path: { id }, status: 404 })),
}
