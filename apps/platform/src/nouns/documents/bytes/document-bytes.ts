import type { Readable } from 'node:stream'

/** The file of one version of a document. */
export interface FileRef {
  readonly accountId: number
  readonly fileId: string
}

/** How a browser is to save a file. */
export interface SavedAs {
  readonly name: string
  readonly mediaType: string
}

/** Where the bytes of documents lie. Its faults are a `BytesAway`. */
export interface DocumentBytes {
  /** Stores a file that lies complete on this disk; the file there may be gone afterwards. */
  put(file: FileRef, path: string): Promise<void>
  /** Opens a stored file: only its reader checks the bytes, and the stream fails if its end does not come. */
  open(file: FileRef): Promise<Readable>
  /** Removes a file, if it exists. */
  remove(file: FileRef): Promise<void>
  /** An address of the store itself that gives the file for some time; null: the store has none. */
  link(file: FileRef, savedAs: SavedAs, forSeconds: number): Promise<string | null>
}

/** The store of the documents cannot take or give a file now. */
export class BytesAway extends Error {
  override readonly name = 'BytesAway'
  readonly isDiskFull: boolean

  constructor(what: string, cause: unknown, isDiskFull = false) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.isDiskFull = isDiskFull
  }
}

const FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** A fault of this machine's disk as a `BytesAway`. */
export function diskFault(what: string, cause: unknown): BytesAway {
  if (cause instanceof BytesAway) return cause
  const isFull = cause instanceof Error && 'code' in cause && FULL_CODES.has(cause.code)
  return new BytesAway(what, cause, isFull)
}
