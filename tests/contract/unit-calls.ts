import { DOCUMENT_CALLS } from './document-calls.ts'
import { ASSISTANT_CALLS } from './assistant-calls.ts'
import { REPORT_VIEW_CALLS } from './report-view-calls.ts'
import type { BaseCall, Ids } from './base-calls.ts'

const GERMANY = 276
const FIRST_CARD = 800
const FILE = { filename: 'card.csv', base64: Buffer.from('LOI,90,50\n10,2.10,3\n').toString('base64') }

/** One call that works for every operation on business units and rate cards. */
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
  ...DOCUMENT_CALLS,
  ...ASSISTANT_CALLS,
  ...REPORT_VIEW_CALLS,
  'GET /v1/ratecard': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/ratecard': () => ({ body: { rate_card_name: 'Germany', pm_cy_cs_id: GERMANY, file: FILE } }),
  // the demo's own card, the first of its database
  'PUT /v1/ratecard': () => ({
    body: { rate_card_name: 'General population', rate_card_ud: FIRST_CARD, file: FILE },
  }),
  'POST /v1/ratecard/{id}/withdraw': () => ({ path: { id: 999_999 }, body: { version: 1 }, status: 404 }),
  'POST /v1/ratecard/{id}/restore': () => ({ path: { id: 999_999 }, body: { version: 1 }, status: 404 }),
  'POST /v1/ratecard/check': () => ({ body: { file: FILE } }),
  'GET /v1/ratecard/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'GET /v1/ratecardexport/{id}': () => ({ path: { id: 999_999 }, query: { format: 'csv' }, status: 404 }),
}
