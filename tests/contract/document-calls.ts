import type { BaseCall, Ids } from './base-calls.ts'

const FACTS = { name: 'Plan', kind: 'brief', note: null }
const none = (ids: Ids): BaseCall => ({ path: { id: ids.project, document: 999_999 }, status: 404 })

/** Documents of a project that has none; an upload is a multipart form, which its own tests send. */
export const DOCUMENT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'POST /v1/project/{id}/project-documents': ({ project }) => ({ path: { id: project }, status: 400 }),
  'POST /v1/project/{id}/project-documents/presigned-url': ({ project }) => ({
    path: { id: project },
    body: { document_ud: 999_999, number: 1 },
    status: 404,
  }),
  'GET /v1/project/project-documents': ({ project }) => ({ query: { pm_proj_ud: project, limit: 10, offset: 0 } }),
  'POST /v1/project/{id}/project-documents/download': ({ project }) => ({
    path: { id: project },
    body: { document_uds: [999_999], number: 1 },
    status: 404,
  }),
  'GET /v1/project/{id}/project-documents/{document}/versions': none,
  'PATCH /v1/project/{id}/project-documents/{document}': ids => ({ ...none(ids), body: { ...FACTS, version: 1 } }),
  'DELETE /v1/project/{id}/project-documents/{document}': none,
  'POST /v1/project/{id}/project-documents/{document}/restore': none,
  'GET /v1/document-files/{token}': () => ({ path: { token: 'none' }, status: 404 }),
}
