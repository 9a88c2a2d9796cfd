import type { BaseCall, Ids } from './base-calls.ts'

const CONTACT = { name: 'Ada Byron', email: 'ada@panel.example', phone: '+1 555 0100', role: 'Sales' }

/** One call that is answered for every operation on supplier accounts. */
export const SUPPLIER_ACCOUNT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/supplier-accounts': () => ({ query: { limit: 10, offset: 0 } }),
  // super admins link
  'POST /v1/supplier-accounts': ({ supplier }) => ({
    body: { pm_sup_ud: supplier, pm_dsh_ud: 999_999, contacts: [CONTACT] },
    status: 403,
  }),
  'PUT /v1/supplier-accounts/{id}': () => ({ path: { id: 999_999 }, body: { contacts: [CONTACT] }, status: 404 }),
  'DELETE /v1/supplier-accounts/{id}': () => ({ path: { id: 999_999 }, status: 403 }),
}
