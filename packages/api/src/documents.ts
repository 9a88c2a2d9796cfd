import {
  DocumentChanges,
  DocumentChosen,
  DocumentLink,
  DocumentList,
  DocumentsChosen,
  DocumentVersion,
  ProjectDocument,
} from '@desk/schema/documents/document'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { COMMON_ERRORS, Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const ofProject = { id: IdFromText }
const ofDocument = { id: IdFromText, document: IdFromText }
const bytes = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array())

const texts = {
  name: { type: 'string' },
  kind: { type: 'string' },
  note: { type: 'string' },
  document_ud: { type: 'integer' },
}
const UPLOAD_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { ...texts, file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      },
    },
  },
}

/** Documents of projects (§7.32): api:F1–F4, their facts, versions and deletion. */
export class DocumentsApi extends HttpApiGroup.make('documents')
  .add(
    // multipart/form-data: the texts of DocumentFields, then the file; its body is streamed, so that the contract does not read it
    HttpApiEndpoint.post('upload', '/v1/project/:id/project-documents', {
      params: ofProject,
      success: ProjectDocument,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'write studies')
      .annotate(OpenApi.Transform, operation => ({ ...operation, requestBody: UPLOAD_BODY })),
    HttpApiEndpoint.post('link', '/v1/project/:id/project-documents/presigned-url', {
      params: ofProject,
      payload: DocumentChosen,
      success: DocumentLink,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.get('list', '/v1/project/project-documents', {
      query: { pm_proj_ud: IdFromText, ...pageQuery },
      success: DocumentList,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    // one as it is, more as a zip
    HttpApiEndpoint.post('download', '/v1/project/:id/project-documents/download', {
      params: ofProject,
      payload: DocumentsChosen,
      success: bytes,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.get('versions', '/v1/project/:id/project-documents/:document/versions', {
      params: ofDocument,
      success: Schema.Array(DocumentVersion),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.patch('update', '/v1/project/:id/project-documents/:document', {
      params: ofDocument,
      payload: DocumentChanges,
      success: ProjectDocument,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.delete('remove', '/v1/project/:id/project-documents/:document', {
      params: ofDocument,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    // takes a deletion back, for a day
    HttpApiEndpoint.post('restore', '/v1/project/:id/project-documents/:document/restore', {
      params: ofDocument,
      success: ProjectDocument,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** Files by a signed address, which needs no session and names one version of one document (api:F2). */
export class DocumentFilesApi extends HttpApiGroup.make('documentFiles')
  .add(
    HttpApiEndpoint.get('read', '/v1/document-files/:token', {
      params: { token: Schema.String.check(Schema.isMaxLength(400)) },
      success: bytes,
      error: [...COMMON_ERRORS, NotFound],
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}
