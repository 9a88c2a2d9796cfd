import { DESK_ACCOUNT, STUDY_WRITERS } from './callers.ts'
import { object, open, restricted, type BaseCall, type Endpoint, type Ids } from './endpoint.ts'

const FACTS = { name: 'Plan', kind: 'brief', note: null }

const none = (ids: Ids): BaseCall => ({ path: { id: ids.project, document: 999_999 }, status: 404 })

export const DOCUMENT_CALLS: Readonly<Record<string, Endpoint>> = {
  'POST /v1/project/{id}/project-documents': restricted(STUDY_WRITERS, ({ project }) => ({
    path: { id: project },
    status: 400,
  })),
  'POST /v1/project/{id}/project-documents/presigned-url': restricted(DESK_ACCOUNT, ({ project }) => ({
    path: { id: project },
    body: { document_ud: 999_999, number: 1 },
    status: 404,
  })),
  'GET /v1/project/project-documents': object(DESK_ACCOUNT, ({ project }) => ({
    query: { pm_proj_ud: project, limit: 10, offset: 0 },
  })),
  'POST /v1/project/{id}/project-documents/download': restricted(DESK_ACCOUNT, ({ project }) => ({
    path: { id: project },
    body: { document_uds: [999_999], number: 1 },
    status: 404,
  })),
  'GET /v1/project/{id}/project-documents/{document}/versions': restricted(DESK_ACCOUNT, none),
  'PATCH /v1/project/{id}/project-documents/{document}': restricted(STUDY_WRITERS, ids => ({
    ...none(ids),
    body: { ...FACTS, version: 1 },
  })),
  'DELETE /v1/project/{id}/project-documents/{document}': restricted(STUDY_WRITERS, none),
  'POST /v1/project/{id}/project-documents/{document}/restore': restricted(STUDY_WRITERS, none),
  'GET /v1/document-files/{token}': open(() => ({ path: { token: 'none' }, status: 404 })),
}
