import type { BaseCall, Ids } from './base-calls.ts'

/** One call that works for every operation on business units. */
export const UNIT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/dashboard/{id}/businessunits/': ({ account }) => ({
    path: { id: account },
    query: { limit: 10, offset: 0 },
  }),
  'POST /v1/dashboard/{id}/businessunits/': ({ account }) => ({
    path: { id: account },
    body: { business_unit_name: 'Retail' },
  }),
  // one of the demo's own
  'PUT /v1/dashboard/{id}/businessunits/{unit}': ({ account }) => ({
    path: { id: account, unit: 2 },
    body: { business_unit_name: 'Healthcare', status_id: 1 },
  }),
}
