import { DOCUMENT_MAX_BYTES } from '@desk/schema/documents/document'
import { failureMessage } from '#runtime/api/api-error.ts'
import type { RequestOf } from '#runtime/api/endpoints.ts'
import type { Desk } from '#runtime/desk.ts'

/** A file on its way to the project. */
export interface Upload {
  readonly id: string
  readonly file: File
  /** The document whose next version it is; null: a new document. */
  readonly replaces: number | null
  readonly state: 'waiting' | 'sending' | 'failed'
  /** How much was sent, 0 to 1. */
  readonly share: number
  /** Why it failed. */
  readonly fault: string | null
}

const AT_ONCE = 3
const TOO_LARGE = 'The file is larger than 100 MB.'

/** The uploads of a page: three at once, each of which can be ended. */
export class UploadQueue {
  readonly #desk: Pick<Desk, 'api'>
  readonly #projectUID: number
  readonly #onStored: () => void
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()
  #uploads: readonly Upload[] = []

  constructor(desk: Pick<Desk, 'api'>, projectUID: number, onStored: () => void) {
    this.#desk = desk
    this.#projectUID = projectUID
    this.#onStored = onStored
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly uploads = (): readonly Upload[] => this.#uploads

  add(files: readonly File[], replaces: number | null = null): void {
    const added = files.map((file): Upload => {
      const fault = file.size > DOCUMENT_MAX_BYTES ? TOO_LARGE : null
      return { id: crypto.randomUUID(), file, replaces, state: fault === null ? 'waiting' : 'failed', share: 0, fault }
    })
    this.#set([...this.#uploads, ...added])
    this.#begin()
  }

  /** Ends an upload, or takes a failed one off the list. */
  cancel(id: string): void {
    this.#running.get(id)?.abort()
    this.#set(this.#uploads.filter(upload => upload.id !== id))
  }

  retry(id: string): void {
    this.#change(id, { state: 'waiting', share: 0, fault: null })
    this.#begin()
  }

  /** Ends all of them: the page is off screen. */
  leave(): void {
    for (const ending of this.#running.values()) ending.abort()
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }

  #change(id: string, more: Partial<Upload>): void {
    this.#set(this.#uploads.map(upload => (upload.id === id ? { ...upload, ...more } : upload)))
  }

  #begin(): void {
    for (const upload of this.#uploads) {
      if (this.#running.size >= AT_ONCE) return
      if (upload.state === 'waiting') void this.#send(upload)
    }
  }

  async #send({ id, file, replaces }: Upload): Promise<void> {
    const ending = new AbortController()
    this.#running.set(id, ending)
    this.#change(id, { state: 'sending' })
    const form = new FormData()
    if (replaces !== null) form.append('document_ud', String(replaces))
    form.append('file', file, file.name)
    const onSent = (share: number): void => this.#change(id, { share })
    try {
      // the contract streams this body, and so does not name it: a form is sent as multipart
      const request = { params: { id: this.#projectUID }, payload: form, signal: ending.signal, onSent }
      await this.#desk.api.call('documents.upload', request as RequestOf<'documents.upload'>)
      this.#set(this.#uploads.filter(upload => upload.id !== id))
      this.#onStored()
    } catch (failure) {
      if (!ending.signal.aborted) this.#change(id, { state: 'failed', fault: failureMessage(failure) })
    } finally {
      this.#running.delete(id)
      if (!ending.signal.aborted || this.#listeners.size > 0) this.#begin()
    }
  }
}
