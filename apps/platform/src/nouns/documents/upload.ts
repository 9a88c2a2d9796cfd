import { Refused, Unavailable, Unreadable } from '@desk/api/errors'
import { DOCUMENT_MAX_BYTES, DocumentFields, type ProjectDocument } from '@desk/schema/documents/document'
import { Clock, Effect, Schema } from 'effect'
import type { HttpServerRequest } from 'effect/http'
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { query, type Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { settled } from '#kernel/edits/outcome'
import { orNotFound } from '#kernel/http/or-not-found'
import { refusalOf } from '#kernel/http/refusal'
import type { Calling } from '#kernel/http/requester'
import { noteDue, takeDue } from './bytes-due.store.ts'
import { BytesAway, diskFault, type DocumentBytes } from './bytes/document-bytes.ts'
import { findDocument, findUsedSpace, type NewFile } from './documents.store.ts'
import { addDocument, replaceFile, spaceRefusal } from './edit-document.ts'
import { fileKind } from './file-kind.ts'
import { shownName } from '#kernel/files/file-names'
import { receiveFile, type ReceivedFile } from './receive-file.ts'

/** Longer than any upload takes: bytes of one that ended without a word are removed then. */
const UNCLAIMED_MS = 2 * 3_600_000
const FULL_RETRY_SECONDS = 30
const AWAY_RETRY_SECONDS = 5

/** Where uploads are written, and where they go. */
export interface DocumentPorts {
  readonly bytes: DocumentBytes
  /** A folder on the disk where files arrive. */
  readonly incoming: string
}

/** A store that is away, or a disk that is full, as the answer to a caller. */
export function bytesUnavailable({ isDiskFull }: BytesAway): Unavailable {
  return isDiskFull
    ? new Unavailable({
        message: 'The disk of the desk is full: the file was not stored. Please tell the operator of the desk.',
        retry_after_seconds: FULL_RETRY_SECONDS,
      })
    : new Unavailable({
        message: 'The store of the documents is away for the moment. Please try again.',
        retry_after_seconds: AWAY_RETRY_SECONDS,
      })
}

/** A promise over the store's bytes: its faults answer 503, anything else is a defect. */
export const overBytes = <A>(work: () => Promise<A>): Effect.Effect<A, Unavailable> =>
  Effect.catch(Effect.tryPromise({ try: work, catch: error => error }), error =>
    error instanceof BytesAway ? Effect.fail(bytesUnavailable(error)) : Effect.die(error),
  )

/**
 * Takes an upload (api:F1): its file is written to the disk while it arrives, goes to the store, and becomes visible by the commit of its row.
 * Whatever fails, the bytes go; if this process dies, a sweep removes them.
 */
export const upload = Effect.fn('Documents.upload')(function* (
  database: Database['Service'],
  { bytes, incoming }: DocumentPorts,
  caller: Calling,
  projectId: number,
  request: HttpServerRequest.HttpServerRequest,
) {
  const { accountId } = caller
  const used = yield* orNotFound(
    yield* database.readAsAccount(accountId, tx => findUsedSpace(tx, accountId, projectId)),
  )
  // an upload into full space is not read; the form around the file does not count, so that no file is refused that
  // fits
  const early = spaceRefusal(used, 0, false)
  if (early) return yield* settled<ProjectDocument, null>(early)
  const { disk } = database.core
  if (disk.isFull) return yield* bytesUnavailable(diskFault('', Object.assign(new Error(), { code: 'ENOSPC' })))

  const file = { accountId, fileId: randomUUID() }
  const path = join(incoming, file.fileId)
  const at = yield* Clock.currentTimeMillis
  yield* database.asAccount(accountId, tx => noteDue(tx, file, new Date(at + UNCLAIMED_MS)))

  const stored = Effect.gen(function* () {
    const received = yield* overBytes(async () => {
      await mkdir(incoming, { recursive: true }).catch((error: unknown) => {
        throw diskFault('The folder of uploads could not be made', error)
      })
      return receiveFile(bodyOf(request), {
        contentType: request.headers['content-type'] ?? '',
        path,
        maxBytes: DOCUMENT_MAX_BYTES,
        mustStop: () => disk.mustRefuse,
      })
    })
    if (typeof received === 'string')
      return yield* received.startsWith('The file is larger')
        ? new Refused({ message: received, details: [{ path: ['file'], message: received }] })
        : new Unreadable({ message: received })
    const { kind = 'other', name, note = '', document_ud: documentId } = yield* fieldsOf(received)
    if (documentId !== undefined)
      yield* orNotFound(
        yield* database.readAsAccount(accountId, tx => findDocument(tx, { accountId, projectId, documentId })),
      )
    const { mediaType, preview } = yield* query(() => fileKind(received.head))
    yield* overBytes(() => bytes.put(file, path))
    const { sizeBytes, sha256 } = received
    const filename = shownName(received.filename)
    const newFile: NewFile = { fileId: file.fileId, filename, sizeBytes, sha256, mediaType, preview }
    const facts = { name: name?.trim() ?? filename, kind, note: note.trim() === '' ? null : note.trim() }
    return yield* actFor(database, caller, ['document.upload', projectId], async (tx, actor) => {
      if (!(await takeDue(tx, file))) throw new Error('The bytes of an upload were removed before it was stored.')
      return documentId === undefined
        ? addDocument(tx, actor, projectId, { facts, file: newFile })
        : replaceFile(tx, actor, { projectId, documentId }, newFile)
    })
  })
  const spoolGone = Effect.promise(() => rm(path, { force: true }).catch(() => undefined))
  // what cannot be removed now is removed by the sweep
  const bytesGone = Effect.ignore(
    Effect.andThen(
      overBytes(() => bytes.remove(file)),
      database.asAccount(accountId, tx => takeDue(tx, file)),
    ),
  )
  return yield* stored.pipe(
    Effect.onError(() => bytesGone),
    Effect.ensuring(spoolGone),
  )
})

function fieldsOf({ fields }: ReceivedFile): Effect.Effect<DocumentFields, Refused> {
  return Effect.mapError(Schema.decodeUnknownEffect(DocumentFields)(fields, { errors: 'all' }), ({ issue }) => {
    const details = refusalOf(issue)
    return new Refused({ message: details[0]?.message ?? 'Some of the fields are invalid.', details })
  })
}

/** The body as it arrives; the adapter does not read it. */
function bodyOf({ source }: HttpServerRequest.HttpServerRequest): Readable {
  // behind the web handler the source is a web Request, whose stream type the two libraries name apart
  const { body } = source as Request
  return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream)
}
