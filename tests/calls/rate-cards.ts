import { DESK_ADMINS, SUPPLY_SIDE } from './callers.ts'
import { own, restricted, session, type Endpoint } from './endpoint.ts'

const GERMANY = 276

const FIRST_CARD = 800

const FILE = { filename: 'card.csv', base64: Buffer.from('LOI,90,50\n10,2.10,3\n').toString('base64') }

export const RATE_CARD_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/ratecard': own(SUPPLY_SIDE, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/ratecard': session(DESK_ADMINS, () => ({
    body: { rate_card_name: 'Germany', pm_cy_cs_id: GERMANY, file: FILE },
  })),
  // the demo's own card, the first of its database
  'PUT /v1/ratecard': session(DESK_ADMINS, () => ({
    body: { rate_card_name: 'General population', rate_card_ud: FIRST_CARD, file: FILE },
  })),
  'POST /v1/ratecard/{id}/withdraw': restricted(DESK_ADMINS, () => ({
    path: { id: 999_999 },
    body: { version: 1 },
    status: 404,
  })),
  'POST /v1/ratecard/{id}/restore': restricted(DESK_ADMINS, () => ({
    path: { id: 999_999 },
    body: { version: 1 },
    status: 404,
  })),
  'POST /v1/ratecard/check': session(DESK_ADMINS, () => ({ body: { file: FILE } })),
  'GET /v1/ratecard/{id}': restricted(SUPPLY_SIDE, () => ({ path: { id: 999_999 }, status: 404 })),
  'GET /v1/ratecardexport/{id}': restricted(SUPPLY_SIDE, () => ({
    path: { id: 999_999 },
    query: { format: 'csv' },
    status: 404,
  })),
}
