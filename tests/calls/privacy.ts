import { DESK_ADMINS } from './callers.ts'
import { own, type Endpoint } from './endpoint.ts'

export const PRIVACY_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/privacy/processing-record': own(DESK_ADMINS, () => ({})),
  'GET /v1/privacy/processing-record/file': own(DESK_ADMINS, () => ({})),
}
