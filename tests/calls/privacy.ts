import { DESK_ADMINS } from './callers.ts'
import { open, own, restricted, session, type Endpoint } from './endpoint.ts'

/** As it is stored. */
const RETENTION = { marks_days: 90, identities_days: 396, journals_days: 30, version: 0 }

export const PRIVACY_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/privacy/processing-record': own(DESK_ADMINS, () => ({})),
  'GET /v1/privacy/processing-record/file': own(DESK_ADMINS, () => ({})),
  'GET /v1/privacy/retention': own(DESK_ADMINS, () => ({})),
  'PUT /v1/privacy/retention': own(DESK_ADMINS, () => ({ body: RETENTION })),
  // no respondent has it
  'GET /v1/privacy/access': own(DESK_ADMINS, ({ supplier }) => ({
    query: { supplier_id: supplier, rid: 'never-entered' },
    status: 404,
  })),
  'GET /v1/privacy/objections': own(DESK_ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/privacy/objections': session(DESK_ADMINS, ({ supplier }) => ({
    body: { supplier_id: supplier, rid: 'objector-1' },
  })),
  // a session is no link
  'GET /v1/supplier-privacy/access': open(() => ({ query: { rid: 'never-entered' }, status: 401 })),
  'GET /v1/supplier-privacy/erasures': open(() => ({ query: { limit: 10, offset: 0 }, status: 401 })),
  'POST /v1/supplier-privacy/erasures': open(() => ({
    body: { ids: ['nobody'], rule: 'request', reference: 'Letter 7' },
    status: 401,
  })),
  'POST /v1/supplier-privacy/objections': open(() => ({ body: { rid: 'objector-1' }, status: 401 })),
  'POST /v1/supplier-privacy/objections/{id}/withdraw': open(() => ({ path: { id: 999_999 }, status: 401 })),
  'POST /v1/privacy/objections/{id}/withdraw': restricted(DESK_ADMINS, () => ({ path: { id: 999_999 }, status: 404 })),
}
