import type { Case } from './endpoint-case.ts'

/** Known respondents whom a source invites again. */
export const RECONTACT_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/supplier-recontact/retrieve': {
    kind: 'object',
    call: ids => ({ path: `/v1/supplier-recontact/retrieve?stmid=${ids.source}` }),
  },
  'POST /v1/supplier-recontact/rdudlookup': {
    kind: 'object',
    call: ids => ({ path: '/v1/supplier-recontact/rdudlookup', body: { stmid: ids.source, text: 'nobody' } }),
  },
  'POST /v1/supplier-recontact/store': {
    kind: 'object',
    call: ids => ({ path: '/v1/supplier-recontact/store', body: { stmid: ids.source, added: [], removed: [] } }),
  },
}
