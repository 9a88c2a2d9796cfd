import type { Case } from './endpoint-case.ts'

const FACTS = { name: 'Plan', kind: 'brief', note: null }

/** Documents of projects: each call with a project of another account; what owners are answered, their own tests say. */
export const DOCUMENT_CASES: Readonly<Record<string, Case>> = {
  'POST /v1/project/:id/project-documents': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/project/${ids.project}/project-documents` }),
  },
  'POST /v1/project/:id/project-documents/presigned-url': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/project/${ids.project}/project-documents/presigned-url`, body: { document_ud: 1 } }),
  },
  'GET /v1/project/project-documents': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/project-documents?pm_proj_ud=${ids.project}` }),
  },
  'POST /v1/project/:id/project-documents/download': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/project/${ids.project}/project-documents/download`, body: { document_uds: [1] } }),
  },
  'GET /v1/project/:id/project-documents/:document/versions': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/project/${ids.project}/project-documents/1/versions` }),
  },
  'PATCH /v1/project/:id/project-documents/:document': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/project/${ids.project}/project-documents/1`, body: FACTS }),
  },
  'DELETE /v1/project/:id/project-documents/:document': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/project/${ids.project}/project-documents/1` }),
  },
  'POST /v1/project/:id/project-documents/:document/restore': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/project/${ids.project}/project-documents/1/restore` }),
  },
  'GET /v1/document-files/:token': { kind: 'public', call: () => ({ path: '/v1/document-files/none' }) },
}
