import type { BaseCall, Ids } from './base-calls.ts'

const FILE = { filename: 'list.csv', base64: Buffer.from('rdud,reason_code\nnobody,930\n').toString('base64') }
const page = { limit: 10, offset: 0 }

/** One call that works for every operation of reconciliation. */
export const RECONCILIATION_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/reconciliation/userv2': () => ({}),
  'GET /v1/reconciliation/{project}': ({ project }) => ({ path: { project }, query: page }),
  'GET /v1/reconciliation/{project}/report': ({ project, source }) => ({
    path: { project },
    query: {
      reconciliation_ud: 999_999,
      outcome: 'expired',
      rest: 'false',
      applied: 'false',
      reason: 930,
      sup: 'none',
      stmid: source,
      format: 'json',
      ...page,
    },
    status: 404,
  }),
  'POST /v1/reconciliation/{project}': ({ project }) => ({
    path: { project },
    headers: { 'idempotency-key': 'base-list' },
    body: { file: FILE, mode: 'REJECT_LIST', version: 'old', note: 'October', purchase_order: 'PO 1', again: 'true' },
  }),
  'GET /v1/reconciliation/{project}/summary': ({ project }) => ({ path: { project } }),
  'GET /v1/reconciliation/{project}/progress': ({ project }) => ({ path: { project }, query: { after: 1, wait: 0 } }),
  'GET /v1/reconciliation/{project}/filterdates': ({ project }) => ({ path: { project }, query: page }),
  'GET /v1/reconciliation/{project}/filterstreams': ({ project }) => ({ path: { project }, query: page }),
  'GET /v1/reconciliation/{project}/filtersuppliers': ({ project }) => ({ path: { project }, query: page }),
  'POST /v1/reconciliation/eventexport': ({ project }) => ({
    body: { pm_proj_ud: project, from: '2026-10-01', until: '2026-11-30' },
  }),
  'POST /v1/reconciliation/retrieve': ({ project, source, supplier }) => ({
    query: page,
    body: {
      pm_proj_ud: project,
      from: '2026-10-01',
      until: '2026-11-30',
      stmids: [source],
      pm_sup_uds: [supplier],
      codes: [30],
    },
  }),
  'POST /v1/reconciliation/preview': ({ project }) => ({
    headers: { 'idempotency-key': 'base-preview' },
    body: {
      pm_proj_ud: project,
      text: 'nobody',
      reason_code: 930,
      mode: 'REJECT_LIST',
      version: 'new',
      note: '',
      purchase_order: '',
    },
  }),
  'POST /v1/reconciliation/store': () => ({
    headers: { 'idempotency-key': 'base-store' },
    body: { reconciliation_ud: 999_999, digest: 'ab', project_number: 'P-1', all_or_nothing: false },
    status: 404,
  }),
  'POST /v1/reconciliation/maindownload': ({ project }) => ({
    body: { pm_proj_ud: project, choice: { pm_proj_ud: project, codes: [30] } },
  }),
  // for users with the flag alone
  'POST /v1/reconciliation/projectindicator': ({ project }) => ({
    query: page,
    body: { pm_proj_uds: [project] },
    status: 403,
  }),
}
