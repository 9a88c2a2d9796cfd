import type { Case } from './endpoint-case.ts'

const NOBODY = { projects: [], states: 'completes', look_back_days: 90 }

/** Respondents who are excluded from sources and projects; admins exclude suppliers. */
export const EXCLUSION_CASES: Readonly<Record<string, Case>> = {
  'POST /v1/project/:id/project-search': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/project-search`, body: {} }),
  },
  'GET /v1/sample-exclusion/:id': { kind: 'object', call: ids => ({ path: `/v1/sample-exclusion/${ids.source}` }) },
  'POST /v1/sample-exclusion/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/sample-exclusion/${ids.source}`, body: NOBODY }),
  },
  'GET /v1/supplierexclusion/:id': { kind: 'object', call: ids => ({ path: `/v1/supplierexclusion/${ids.project}` }) },
  'GET /v1/supplierexclusion/bysupplier/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/supplierexclusion/bysupplier/${ids.supplier}` }),
  },
  'POST /v1/supplierexclusion/bysupplier/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/supplierexclusion/bysupplier/${ids.supplier}`, body: { projects: [] } }),
  },
  'GET /v1/supplierexclusion/byaccount/:id': {
    kind: 'object',
    call: ids => ({ path: `/v1/supplierexclusion/byaccount/${ids.account}` }),
  },
  'POST /v1/supplierexclusion/byaccount/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/supplierexclusion/byaccount/${ids.account}`, body: { suppliers: [] } }),
  },
}
