import { Effect } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { PROJECT_DOCUMENTS_MAX_BYTES, DOCUMENT_VERSIONS_MAX } from '@desk/schema/documents/document'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { openBytes } from './bytes/open-bytes.ts'
import * as store from './documents.store.ts'
import { changeDocument, removeDocument, restoreDocument } from './edit-document.ts'
import { servedType } from './file-kind.ts'
import { giveFile, giveZip } from './give-files.ts'
import { LINK_SECONDS, readLink, signLink } from './signed-link.ts'
import { overBytes, upload } from './upload.ts'

/** Documents of projects (§7.32, docs/decisions/0056): open to each user who sees the project. */
export const documentHandlers = handlersOf(
  'documents',
  Effect.gen(function* () {
    const database = yield* Database
    const { documents, secretKey, publicUrl } = yield* PlatformConfig
    const ports = openBytes(documents)
    const { bytes } = ports

    return {
      upload: ({ params: { id } }, caller) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, request => upload(database, ports, caller, id, request)),
      list: Effect.fn('Documents.list')(function* ({ query: { pm_proj_ud: id, ...page } }, { accountId }) {
        const found = yield* database.readAsAccount(accountId, async tx => {
          const used = await store.findUsedSpace(tx, accountId, id)
          return used && { used, documents: await store.listDocuments(tx, accountId, id, pageOf(page)) }
        })
        const { used, documents } = yield* orNotFound(found)
        return { documents, used_bytes: used.bytes, max_bytes: PROJECT_DOCUMENTS_MAX_BYTES }
      }),
      versions: Effect.fn('Documents.versions')(function* ({ params }, { accountId }) {
        const key = { accountId, projectId: params.id, documentId: params.document }
        const versions = yield* database.readAsAccount(accountId, tx =>
          store.listVersions(tx, key, DOCUMENT_VERSIONS_MAX),
        )
        return yield* orNotFound(versions.length > 0 ? versions : undefined)
      }),
      /** One as it is, more as a zip; all of them exist, or none is given (api:F4). */
      download: Effect.fn('Documents.download')(function* ({ params: { id }, payload }, { accountId }) {
        const documentIds = [...new Set(payload.document_uds)]
        const { number } = payload
        const files = yield* database.readAsAccount(accountId, tx =>
          store.findFiles(tx, accountId, id, { documentIds, number: documentIds.length === 1 ? number : undefined }),
        )
        const [first] = files
        const found = yield* orNotFound(files.length === documentIds.length ? first : undefined)
        return yield* overBytes(() =>
          files.length === 1 ? giveFile(bytes, found) : giveZip(bytes, files, `documents-${id}.zip`),
        )
      }),
      /** An address that needs no session, of the store itself where it has one (api:F2). */
      link: Effect.fn('Documents.link')(function* ({ params: { id }, payload }, { accountId }) {
        const files = yield* database.readAsAccount(accountId, tx =>
          store.findFiles(tx, accountId, id, { documentIds: [payload.document_ud], number: payload.number }),
        )
        const file = yield* orNotFound(files[0])
        const endsAtMs = Date.now() + LINK_SECONDS * 1000
        const own = `${publicUrl}/v1/document-files/${signLink(secretKey, file, endsAtMs)}`
        const savedAs = { name: file.name, mediaType: servedType(file.mediaType) }
        const url = (yield* overBytes(() => bytes.link(file, savedAs, LINK_SECONDS))) ?? own
        return { url, expires_at: new Date(Math.floor(endsAtMs / 1000) * 1000).toISOString() }
      }),
      update: ({ params: { id, document }, payload }, caller) =>
        actFor(database, caller, ['document.update', document, payload], (tx, actor) =>
          changeDocument(tx, actor, { projectId: id, documentId: document }, payload),
        ),
      remove: ({ params: { id, document } }, caller) =>
        Effect.asVoid(
          actFor(database, caller, ['document.delete', document], (tx, actor) =>
            removeDocument(tx, actor, { projectId: id, documentId: document }),
          ),
        ),
      restore: ({ params: { id, document } }, caller) =>
        actFor(database, caller, ['document.restore', document], (tx, actor) =>
          restoreDocument(tx, actor, { projectId: id, documentId: document }),
        ),
    }
  }),
)

/** Files by signed addresses of our own (api:F2). */
export const documentFileHandlers = handlersOf(
  'documentFiles',
  Effect.gen(function* () {
    const database = yield* Database
    const { documents, secretKey } = yield* PlatformConfig
    const { bytes } = openBytes(documents)
    return {
      read: Effect.fn('DocumentFiles.read')(function* ({ params: { token } }) {
        const { accountId, fileId } = yield* orNotFound(readLink(secretKey, token, Date.now()) ?? undefined)
        const file = yield* orNotFound(
          yield* database.readAsAccount(accountId, tx => store.findLinkedFile(tx, accountId, fileId)),
        )
        return yield* overBytes(() => giveFile(bytes, file))
      }),
    }
  }),
)
