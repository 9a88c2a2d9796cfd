import {
  DOCUMENT_VERSIONS_MAX,
  PROJECT_DOCUMENTS_MAX,
  PROJECT_DOCUMENTS_MAX_BYTES,
  type DocumentChanges,
  type ProjectDocument,
} from '@desk/schema/documents/document'
import type { Tx } from '#kernel/db/tx'
import { edit, make, remove, type Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import { recordEvent } from '../webhooks/record-event.store.ts'
import * as store from './documents.store.ts'

type Key = Omit<store.DocumentKey, 'accountId'>

const reread = async (tx: Tx, key: store.DocumentKey): Promise<ProjectDocument> =>
  requireFound(await store.findDocument(tx, key), 'document')

const factsOf = ({ pm_proj_ud, name, kind, note, file }: ProjectDocument): HistoryFacts => ({
  pm_proj_ud,
  name,
  kind,
  note,
  file: file.filename,
  sha256: file.sha256,
})

const refused = (reason: string, message: string): Refusal<null> => ({
  kind: 'refused',
  reason,
  message,
  current: null,
})

/** Why files of that size do not fit into a project; undefined: they do. */
export function spaceRefusal(used: store.UsedSpace, sizeBytes: number, isNew: boolean): Refusal<null> | undefined {
  if (isNew && used.documents >= PROJECT_DOCUMENTS_MAX)
    return refused(
      'too_many',
      `The project has ${PROJECT_DOCUMENTS_MAX.toLocaleString('en-US')} documents already: delete one that is no longer used.`,
    )
  return used.bytes + sizeBytes > PROJECT_DOCUMENTS_MAX_BYTES
    ? refused('no_space', 'The documents of a project may have 2 GB in all: delete one that is no longer used.')
    : undefined
}

/** Locks the project, so that two uploads at once do not both take its last space. */
async function judgeSpace(
  tx: Tx,
  { accountId }: Actor,
  projectId: number,
  sizeBytes: number,
  isNew: boolean,
): Promise<Refusal<null> | undefined> {
  await store.lockProject(tx, accountId, projectId)
  const used = await store.findUsedSpace(tx, accountId, projectId)
  return spaceRefusal(requireFound(used, 'project'), sizeBytes, isNew)
}

/** Tells endpoints of the newest file of a document. */
async function tellAdded(tx: Tx, key: store.DocumentKey): Promise<void> {
  const { document_ud, pm_proj_ud, name, kind, note, file } = await reread(tx, key)
  const { number, filename, size_bytes, sha256, media_type, uploaded_by, uploaded_at } = file
  await recordEvent(tx, {
    accountId: key.accountId,
    projectId: key.projectId,
    kind: 'document.added',
    data: {
      document_ud,
      pm_proj_ud,
      name,
      kind,
      note,
      version: number,
      file: { filename, size_bytes, sha256, media_type },
      by: uploaded_by,
      at: uploaded_at,
    },
  })
}

/** Stores a document with its first version (api:F1). */
export function addDocument(
  tx: Tx,
  actor: Actor,
  projectId: number,
  { facts, file }: { readonly facts: store.DocumentFacts; readonly file: store.NewFile },
): Promise<Outcome<ProjectDocument, null>> {
  const { accountId, user, at } = actor
  const key = (documentId: number): store.DocumentKey => ({ accountId, projectId, documentId })
  return make<true, ProjectDocument, null>(tx, actor, {
    scope: 'document',
    lock: () => store.lockProject(tx, accountId, projectId),
    judge: () => judgeSpace(tx, actor, projectId, file.sizeBytes, true),
    async write() {
      const documentId = await store.insertDocument(tx, { accountId, projectId }, facts)
      await store.insertVersion(tx, key(documentId), 1, file, { userId: user.uid, at })
      await tellAdded(tx, key(documentId))
      return documentId
    },
    facts: async id => factsOf(await reread(tx, key(id))),
    read: id => reread(tx, key(id)),
  })
}

/** Stores the next version of a document; the older ones stay. */
export function replaceFile(
  tx: Tx,
  actor: Actor,
  { projectId, documentId }: Key,
  file: store.NewFile,
): Promise<Outcome<ProjectDocument, ProjectDocument | null>> {
  const { accountId, user, at } = actor
  const key = { accountId, projectId, documentId }
  return edit<ProjectDocument, string, ProjectDocument, null>(tx, actor, {
    scope: 'document',
    id: documentId,
    lock: async () => (await store.lockProject(tx, accountId, projectId)) && store.lockDocument(tx, key),
    judge: async stored =>
      stored.file.number >= DOCUMENT_VERSIONS_MAX
        ? refused('too_many', `A document has at most ${DOCUMENT_VERSIONS_MAX} versions: upload the file as a new one.`)
        : ((await judgeSpace(tx, actor, projectId, file.sizeBytes, false)) ?? {
            before: stored.file.number,
            // each upload is a version, the same bytes too
            after: `${stored.file.number + 1}`,
          }),
    async write(_after, stored) {
      const number = stored.file.number + 1
      await store.insertVersion(tx, key, number, file, { userId: user.uid, at })
      await store.setNewest(tx, key, number)
      await tellAdded(tx, key)
    },
    changed: async stored => ({
      before: { ...factsOf(stored), file_version: stored.file.number },
      after: { ...factsOf(await reread(tx, key)), file_version: stored.file.number + 1 },
    }),
    read: () => reread(tx, key),
  })
}

/** Changes the facts of a document; its file stays. */
export function changeDocument(
  tx: Tx,
  actor: Actor,
  { projectId, documentId }: Key,
  { version, ...changes }: DocumentChanges,
): Promise<Outcome<ProjectDocument>> {
  const key = { accountId: actor.accountId, projectId, documentId }
  const note = changes.note?.trim() ?? ''
  const after: store.DocumentFacts = { name: changes.name.trim(), kind: changes.kind, note: note === '' ? null : note }
  return edit<ProjectDocument, store.DocumentFacts, ProjectDocument, ProjectDocument>(tx, actor, {
    scope: 'document',
    id: documentId,
    lock: () => store.lockDocument(tx, key),
    judge: ({ name, kind, note }) => ({ before: { name, kind, note }, after }),
    version: stored => ({ seen: version, stored: stored.version }),
    write: () => store.updateDocument(tx, key, after),
    facts: async () => factsOf(await reread(tx, key)),
    read: () => reread(tx, key),
  })
}

/** Deletes a document with its versions; for a day it can be restored. */
export function removeDocument(tx: Tx, actor: Actor, { projectId, documentId }: Key): Promise<Outcome<null, null>> {
  const key = { accountId: actor.accountId, projectId, documentId }
  return remove<ProjectDocument, null>(tx, actor, {
    scope: 'document',
    id: documentId,
    lock: () => store.lockDocument(tx, key),
    facts: factsOf,
    write: () => store.setDeleted(tx, key, actor.at),
  })
}

/** Takes a deletion back, while the bytes exist and the project has space for them. */
export function restoreDocument(
  tx: Tx,
  actor: Actor,
  { projectId, documentId }: Key,
): Promise<Outcome<ProjectDocument, ProjectDocument | null>> {
  const key = { accountId: actor.accountId, projectId, documentId }
  return edit<ProjectDocument, boolean, ProjectDocument, null>(tx, actor, {
    scope: 'document',
    id: documentId,
    lock: async () => (await store.lockProject(tx, actor.accountId, projectId)) && store.lockDocument(tx, key, true),
    judge: async () =>
      (await judgeSpace(tx, actor, projectId, await store.findSize(tx, key), true)) ?? { before: true, after: false },
    write: () => store.setDeleted(tx, key, null),
    changed: stored => ({ before: { is_deleted: true }, after: { ...factsOf(stored), is_deleted: false } }),
    read: () => reread(tx, key),
  })
}
