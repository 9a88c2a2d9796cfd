import type { ProjectDocument } from '@desk/schema/documents/document'
import { saveFile } from '#runtime/save-file.ts'
import type { Desk } from '#runtime/desk.ts'

/** The bytes of an answer, which the browser reads as a Blob whatever the contract's type says. */
export function blobOf(answer: unknown, type: string): Blob {
  return answer instanceof Blob ? new Blob([answer], { type }) : new Blob([answer as BlobPart], { type }) // an empty answer has no body
}

/** Downloads one document as it is, or more as a zip (api:F4). @param number of an older version; unset: the newest */
export async function saveDocuments(
  desk: Desk,
  projectUID: number,
  documents: readonly ProjectDocument[],
  number?: number,
): Promise<void> {
  const [first] = documents
  if (first === undefined) return
  const answer: unknown = await desk.api.call('documents.download', {
    params: { id: projectUID },
    payload: {
      document_uds: documents.map(({ document_ud }) => document_ud),
      ...(number === undefined ? {} : { number }),
    },
  })
  const name = documents.length === 1 ? first.name : `documents-${projectUID}.zip`
  saveFile(name, blobOf(answer ?? '', 'application/octet-stream'))
}
