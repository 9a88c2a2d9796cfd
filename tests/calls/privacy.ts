import { DESK_ADMINS } from './callers.ts'
import { own, type Endpoint } from './endpoint.ts'

/** As it is stored. */
const RETENTION = { marks_days: 90, identities_days: 396, journals_days: 30, version: 0 }

export const PRIVACY_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/privacy/processing-record': own(DESK_ADMINS, () => ({})),
  'GET /v1/privacy/processing-record/file': own(DESK_ADMINS, () => ({})),
  'GET /v1/privacy/retention': own(DESK_ADMINS, () => ({})),
  'PUT /v1/privacy/retention': own(DESK_ADMINS, () => ({ body: RETENTION })),
}
