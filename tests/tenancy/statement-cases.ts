import type { Case } from './endpoint-case.ts'

/** The cases of statements: a month is the account's own, even if another account has one of that name. */
export const STATEMENT_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/statements': { kind: 'own', call: () => ({ path: '/v1/statements' }) },
  // a month before anybody had entered
  'GET /v1/statements/:month': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/statements/2020-01?supplier=${ids.supplier}` }),
  },
  'GET /v1/statements/:month/changes': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/statements/2020-01/changes?supplier=${ids.supplier}&from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z`,
    }),
  },
  'GET /v1/statements/:month/file': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/statements/2020-01/file?supplier=${ids.supplier}` }),
  },
  'GET /v1/sell-statements': { kind: 'own', call: () => ({ path: '/v1/sell-statements?of=project' }) },
  'GET /v1/sell-statements/:month': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/sell-statements/2020-01?of=project&id=${ids.project}` }),
  },
  'GET /v1/sell-statements/:month/changes': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/sell-statements/2020-01/changes?of=project&id=${ids.project}&from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z`,
    }),
  },
  'GET /v1/sell-statements/:month/file': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/sell-statements/2020-01/file?of=project&id=${ids.project}` }),
  },
  'GET /v1/statement-outcomes': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/statement-outcomes?supplier=${ids.supplier}&month=2020-01` }),
  },
  'POST /v1/statements/:month/close': { kind: 'own', call: () => ({ path: '/v1/statements/2020-01/close' }) },
  'GET /v1/statement-links': { kind: 'own', call: () => ({ path: '/v1/statement-links' }) },
  'POST /v1/statement-links': { kind: 'session', call: () => ({ path: '/v1/statement-links', body: {} }) },
  'POST /v1/statement-links/:id/revoke': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/statement-links/999999/revoke' }),
  },
  // by a link, which no session is: apps/platform/src/nouns/statement-links
  'GET /v1/supplier-statements': {
    kind: 'public',
    call: () => ({ path: '/v1/supplier-statements' }),
  },
  'GET /v1/supplier-statements/:month': {
    kind: 'public',
    call: () => ({ path: '/v1/supplier-statements/2020-01' }),
  },
  'GET /v1/supplier-statements/:month/file': {
    kind: 'public',
    call: () => ({ path: '/v1/supplier-statements/2020-01/file' }),
  },
  'GET /v1/supplier-statements/:month/outcomes': {
    kind: 'public',
    call: () => ({ path: '/v1/supplier-statements/2020-01/outcomes' }),
  },
  'GET /v1/supplier-statements/:month/outcomes/file': {
    kind: 'public',
    call: () => ({ path: '/v1/supplier-statements/2020-01/outcomes/file' }),
  },
  'POST /v1/supplier-statements/:month/disputes': {
    kind: 'public',
    call: () => ({ path: '/v1/supplier-statements/2020-01/disputes', body: {} }),
  },
  'GET /v1/disputes': { kind: 'own', call: () => ({ path: '/v1/disputes' }) },
  'POST /v1/disputes': { kind: 'session', call: () => ({ path: '/v1/disputes', body: {} }) },
  'POST /v1/disputes/:id/decide': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/disputes/999999/decide', body: { decision: 'upheld' } }),
  },
  'GET /v1/statement-keys/:fingerprint': {
    kind: 'public',
    call: () => ({ path: `/v1/statement-keys/${'0'.repeat(64)}` }),
  },
}
