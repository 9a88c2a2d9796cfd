import type { Case } from './endpoint-case.ts'

const at = (project: number, what = ''): string => `/v1/reconciliation/${project}${what}`
const FILE = { filename: 'list.csv', base64: Buffer.from('nobody,930\n').toString('base64') }

/** The cases of reconciliation. */
export const RECONCILIATION_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/reconciliation/userv2': { kind: 'own', call: () => ({ path: '/v1/reconciliation/userv2' }) },
  'GET /v1/reconciliation/:project': { kind: 'object', call: ids => ({ path: at(ids.project) }) },
  // a project without requests
  'GET /v1/reconciliation/:project/report': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: at(ids.project, '/report?reconciliation_ud=999999') }),
  },
  'POST /v1/reconciliation/:project': {
    kind: 'object',
    call: ids => ({ path: at(ids.project), body: { file: FILE, mode: 'REJECT_LIST', again: 'true' } }),
  },
  'GET /v1/reconciliation/:project/summary': { kind: 'object', call: ids => ({ path: at(ids.project, '/summary') }) },
  'GET /v1/reconciliation/:project/progress': { kind: 'object', call: ids => ({ path: at(ids.project, '/progress') }) },
  'GET /v1/reconciliation/:project/filterdates': {
    kind: 'object',
    call: ids => ({ path: at(ids.project, '/filterdates') }),
  },
  'GET /v1/reconciliation/:project/filterstreams': {
    kind: 'object',
    call: ids => ({ path: at(ids.project, '/filterstreams') }),
  },
  'GET /v1/reconciliation/:project/filtersuppliers': {
    kind: 'object',
    call: ids => ({ path: at(ids.project, '/filtersuppliers') }),
  },
  'POST /v1/reconciliation/eventexport': {
    kind: 'object',
    call: ids => ({ path: '/v1/reconciliation/eventexport', body: { pm_proj_ud: ids.project } }),
  },
  'POST /v1/reconciliation/retrieve': {
    kind: 'object',
    call: ids => ({ path: '/v1/reconciliation/retrieve', body: { pm_proj_ud: ids.project } }),
  },
  'POST /v1/reconciliation/preview': {
    kind: 'object',
    call: ids => ({ path: '/v1/reconciliation/preview', body: { pm_proj_ud: ids.project, text: 'nobody' } }),
  },
  'POST /v1/reconciliation/store': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/reconciliation/store', body: { reconciliation_ud: 999_999, digest: '' } }),
  },
  'POST /v1/reconciliation/maindownload': {
    kind: 'object',
    call: ids => ({
      path: '/v1/reconciliation/maindownload',
      body: { pm_proj_ud: ids.project, choice: { pm_proj_ud: ids.project } },
    }),
  },
  // users with the flag alone: apps/platform/src/nouns/reconciliation
  'POST /v1/reconciliation/projectindicator': {
    kind: 'session',
    call: () => ({ path: '/v1/reconciliation/projectindicator', body: {} }),
  },
}
