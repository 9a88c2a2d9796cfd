import { DESK_ADMINS, EVERYBODY, SUPPLY_SIDE } from './callers.ts'
import { object, restricted, session, type Endpoint } from './endpoint.ts'

export const SUPPLIER = {
  name: 'Opinion Harbor',
  pm_supplier_type_code_ud: 1,
  recruitment_type: 1,
  security_level: 7,
  custom_security_flg: true,
  text_analytics_flg: true,
  language_threshold: 60,
  bot_detection_flg: false,
  threat_level: 40,
  activity_enabled_flg: true,
  token_threshold: 3,
  supplier_cpi: 2.5,
  redirects: [{ type: 'complete', url: 'https://harbor.example/c' }],
}

export const SUPPLIER_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/suppliers/{id}': object(EVERYBODY, ({ supplier }) => ({ path: { id: supplier } })),
  'GET /v1/suppliers/{id}/supplier-redirects': object(EVERYBODY, ({ supplier }) => ({ path: { id: supplier } })),
  'GET /v1/suppliers/{id}/sources': object(SUPPLY_SIDE, ({ supplier }) => ({ path: { id: supplier } })),
  'POST /v1/suppliers': session(DESK_ADMINS, () => ({ body: SUPPLIER })),
  'PUT /v1/suppliers/{id}': restricted(DESK_ADMINS, ({ supplier }) => ({ path: { id: supplier }, body: SUPPLIER })),
  // a source buys from it: it stays
  'DELETE /v1/suppliers/{id}': restricted(DESK_ADMINS, ({ supplier }) => ({ path: { id: supplier }, status: 409 })),
}
