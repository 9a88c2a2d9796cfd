import { DESK_ACCOUNT, DESK_WRITERS, NO_CALLER } from './callers.ts'
import { object, own, restricted, session, type Endpoint } from './endpoint.ts'

const FILE = { filename: 'list.csv', base64: Buffer.from('rdud,reason_code\nnobody,930\n').toString('base64') }

const page = { limit: 10, offset: 0 }

export const RECONCILIATION_CALLS: Readonly<Record<string, Endpoint>> = {
  // reconciliation: everybody of a DESK account; its indicator is for users with the flag (§6.8)
  'GET /v1/reconciliation/userv2': own(DESK_ACCOUNT, () => ({})),
  'GET /v1/reconciliation/{project}': object(DESK_ACCOUNT, ({ project }) => ({ path: { project }, query: page })),
  'GET /v1/reconciliation/{project}/report': restricted(DESK_ACCOUNT, ({ project, source }) => ({
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
  })),
  'POST /v1/reconciliation/{project}': object(DESK_WRITERS, ({ project }) => ({
    path: { project },
    body: { file: FILE, mode: 'REJECT_LIST', version: 'old', note: 'October', purchase_order: 'PO 1', again: 'true' },
  })),
  'GET /v1/reconciliation/{project}/summary': object(DESK_ACCOUNT, ({ project }) => ({ path: { project } })),
  'GET /v1/reconciliation/{project}/progress': object(DESK_ACCOUNT, ({ project }) => ({
    path: { project },
    query: { after: 1, wait: 0 },
  })),
  'GET /v1/reconciliation/{project}/filterdates': object(DESK_ACCOUNT, ({ project }) => ({
    path: { project },
    query: page,
  })),
  'GET /v1/reconciliation/{project}/filterstreams': object(DESK_ACCOUNT, ({ project }) => ({
    path: { project },
    query: page,
  })),
  'GET /v1/reconciliation/{project}/filtersuppliers': object(DESK_ACCOUNT, ({ project }) => ({
    path: { project },
    query: page,
  })),
  'POST /v1/reconciliation/eventexport': object(DESK_ACCOUNT, ({ project }) => ({
    body: { pm_proj_ud: project, from: '2026-10-01', until: '2026-11-30' },
  })),
  'POST /v1/reconciliation/retrieve': object(DESK_ACCOUNT, ({ project, source, supplier }) => ({
    query: page,
    body: {
      pm_proj_ud: project,
      from: '2026-10-01',
      until: '2026-11-30',
      stmids: [source],
      pm_sup_uds: [supplier],
      codes: [30],
    },
  })),
  'POST /v1/reconciliation/preview': object(DESK_WRITERS, ({ project }) => ({
    body: {
      pm_proj_ud: project,
      text: 'nobody',
      reason_code: 930,
      mode: 'REJECT_LIST',
      version: 'new',
      note: '',
      purchase_order: '',
    },
  })),
  'POST /v1/reconciliation/store': restricted(DESK_WRITERS, () => ({
    body: { reconciliation_ud: 999_999, digest: 'ab', project_number: 'P-1', all_or_nothing: false },
    status: 404,
  })),
  'POST /v1/reconciliation/maindownload': object(DESK_ACCOUNT, ({ project }) => ({
    body: { pm_proj_ud: project, choice: { pm_proj_ud: project, codes: [30] } },
  })),
  // for users with the flag alone
  'POST /v1/reconciliation/projectindicator': session(NO_CALLER, ({ project }) => ({
    query: page,
    body: { pm_proj_uds: [project] },
    status: 403,
  })),
}
