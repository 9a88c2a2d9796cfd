import { saveFile } from '#runtime/save-file.ts'

/** The bytes of an answer, which the browser reads as a Blob whatever the contract's type says. */
export function blobOf(answer: unknown, type: string): Blob {
  return answer instanceof Blob ? new Blob([answer], { type }) : new Blob([answer as BlobPart], { type }) // an empty answer has no body
}

/** Saves a download: one document as it is, or more as a zip (api:F4). */
export const saveDocuments = (answer: unknown, name: string): void =>
  saveFile(name, blobOf(answer ?? '', 'application/octet-stream'))
