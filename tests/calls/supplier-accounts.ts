import { DESK_ADMINS, SUPER_ADMINS } from './callers.ts'
import { own, restricted, session, type Endpoint } from './endpoint.ts'

const CONTACT = { name: 'Ada Byron', email: 'ada@panel.example', phone: '+1 555 0100', role: 'Sales' }

export const SUPPLIER_ACCOUNT_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/supplier-accounts': own(DESK_ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  // super admins link
  'POST /v1/supplier-accounts': session(SUPER_ADMINS, ({ supplier }) => ({
    body: { pm_sup_ud: supplier, pm_dsh_ud: 999_999, contacts: [CONTACT] },
    status: 403,
  })),
  'PUT /v1/supplier-accounts/{id}': restricted(DESK_ADMINS, () => ({
    path: { id: 999_999 },
    body: { contacts: [CONTACT] },
    status: 404,
  })),
  'DELETE /v1/supplier-accounts/{id}': restricted(SUPER_ADMINS, () => ({ path: { id: 999_999 }, status: 403 })),
}
