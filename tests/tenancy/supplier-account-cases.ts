import type { Case } from './endpoint-case.ts'

/** Supplier accounts; apps/platform/src/nouns/supplier-accounts says who may link, and what the other account learns. */
export const SUPPLIER_ACCOUNT_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/supplier-accounts': { kind: 'own', call: () => ({ path: '/v1/supplier-accounts' }) },
  'POST /v1/supplier-accounts': {
    kind: 'session',
    call: () => ({ path: '/v1/supplier-accounts', body: { pm_sup_ud: 999_999, pm_dsh_ud: 999_999, contacts: [] } }),
  },
  'PUT /v1/supplier-accounts/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/supplier-accounts/999999', body: { contacts: [] } }),
  },
  'DELETE /v1/supplier-accounts/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/supplier-accounts/999999' }),
  },
}
