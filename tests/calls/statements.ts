import { DESK_ACCOUNT, SUPPLY_SIDE } from './callers.ts'
import { open, own, restricted, session, type Endpoint } from './endpoint.ts'

const month = '2020-01'

const span = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }

const sum = { kind: 'complete', origin: month, price_cents: 250 }

export const STATEMENT_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/statements': own(SUPPLY_SIDE, () => ({
    query: { search: 'panel', state: 'open', limit: 10, offset: 0 },
    asked: { query: {} },
  })),
  'GET /v1/statements/{month}': restricted(SUPPLY_SIDE, ({ supplier }) => ({
    path: { month },
    query: { supplier, limit: 10, offset: 0 },
    status: 404,
  })),
  'GET /v1/statements/{month}/changes': restricted(SUPPLY_SIDE, ({ supplier }) => ({
    path: { month },
    query: { supplier, source: 999_999_999, ...sum, ...span },
    status: 404,
  })),
  'GET /v1/statements/{month}/file': restricted(SUPPLY_SIDE, ({ supplier }) => ({
    path: { month },
    query: { supplier, format: 'xlsx' },
    status: 404,
  })),
  'GET /v1/statement-outcomes': restricted(SUPPLY_SIDE, ({ supplier }) => ({
    query: { supplier, reconciliation_ud: 999_999_999, format: 'xlsx' },
    status: 404,
  })),
  'POST /v1/statements/{month}/close': own(SUPPLY_SIDE, () => ({
    path: { month },
    status: 409,
  })),
  // and each role that sees the sell price, the charges
  'GET /v1/sell-statements': own(DESK_ACCOUNT, () => ({
    query: { of: 'project', search: 'study', state: 'closed', limit: 10, offset: 0 },
    asked: { query: { of: 'project' } },
  })),
  'GET /v1/sell-statements/{month}': restricted(DESK_ACCOUNT, ({ project }) => ({
    path: { month },
    query: { of: 'project', id: project, limit: 10, offset: 0 },
    status: 404,
  })),
  'GET /v1/sell-statements/{month}/changes': restricted(DESK_ACCOUNT, ({ project }) => ({
    path: { month },
    query: { of: 'project', id: project, survey: 999_999_999, ...sum, ...span },
    status: 404,
  })),
  'GET /v1/sell-statements/{month}/file': restricted(DESK_ACCOUNT, ({ project }) => ({
    path: { month },
    query: { of: 'project', id: project, format: 'xlsx' },
    status: 404,
  })),
  'GET /v1/reversals': restricted(SUPPLY_SIDE, ({ project, supplier }) => ({
    query: { pm_proj_ud: project, pm_sup_ud: supplier, business_unit_ud: 999_999_999, month },
    asked: { query: { pm_proj_ud: project, pm_sup_ud: supplier, month } },
    status: 404,
  })),
  'GET /v1/statement-keys/{fingerprint}': open(() => ({ path: { fingerprint: '0'.repeat(64) }, status: 404 })),
  'GET /v1/statement-links': own(SUPPLY_SIDE, ({ supplier }) => ({
    query: { supplier, limit: 10, offset: 0 },
    asked: { query: {} },
  })),
  'POST /v1/statement-links': session(SUPPLY_SIDE, ({ supplier }) => ({
    body: { pm_sup_ud: supplier, month: '2026-10', note: 'Ada at the panel', expires_in_days: 30 },
  })),
  'POST /v1/statement-links/{id}/revoke': restricted(SUPPLY_SIDE, () => ({ path: { id: 999_999 }, status: 404 })),
  // a session is no link
  'GET /v1/supplier-statements': open(() => ({ status: 401 })),
  'GET /v1/supplier-statements/{month}': open(() => ({
    path: { month },
    query: { limit: 10, offset: 0 },
    status: 401,
  })),
  'GET /v1/supplier-statements/{month}/file': open(() => ({ path: { month }, query: { format: 'xlsx' }, status: 401 })),
  'GET /v1/supplier-statements/{month}/outcomes': open(() => ({
    path: { month },
    query: { limit: 10, offset: 0 },
    status: 401,
  })),
  'POST /v1/supplier-statements/{month}/disputes': open(() => ({
    path: { month },
    body: { rdud: `1-${'0'.repeat(32)}`, evidence: 'They were here' },
    status: 401,
  })),
  'GET /v1/supplier-statements/{month}/outcomes/file': open(() => ({
    path: { month },
    query: { format: 'xlsx' },
    status: 401,
  })),
  'GET /v1/disputes': own(SUPPLY_SIDE, ({ supplier }) => ({
    query: { state: 'disputed', supplier, limit: 10, offset: 0 },
    asked: { query: {} },
  })),
  'POST /v1/disputes': session(SUPPLY_SIDE, () => ({
    body: { rdud: `1-${'0'.repeat(32)}`, evidence: 'They were here' },
    status: 404,
  })),
  'POST /v1/disputes/{id}/decide': restricted(SUPPLY_SIDE, () => ({
    path: { id: 999_999 },
    body: { decision: 'upheld', note: 'No', version: 1 },
    status: 404,
  })),
}
