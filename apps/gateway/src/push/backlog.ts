/** One connection's queue of unsent packets. */
export interface BackloggedConnection {
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  readonly transport: { readonly writable: boolean }
}

export type BacklogState = 'flowing' | 'slow' | 'hopeless'

/** How long the queue may pause before the client counts as slow. */
export const SLOW_AFTER_MS = 1_000
export const MAX_BACKLOG_BYTES = 256 * 1024
export const HOPELESS_AFTER_MS = 30_000

/**
 * Decides by repeated checks whether a client keeps reading. The queue is handed over whole, so its head stays the same while
 * nothing leaves.
 */
export class Backlog {
  #head: object | null = null
  #headSinceMs = 0
  #slowSinceMs: number | null = null
  #bytes = 0

  /** The head of the queue at the last check. */
  get bytes(): number {
    return this.#bytes
  }

  look({ writeBuffer, transport }: BackloggedConnection, nowMs: number): BacklogState {
    const head = writeBuffer[0] ?? null
    this.#bytes = bytesOf(writeBuffer)
    if (head !== this.#head) {
      this.#head = head
      this.#headSinceMs = nowMs
    }
    if (!head && transport.writable) this.#slowSinceMs = null
    else if (head && (nowMs - this.#headSinceMs >= SLOW_AFTER_MS || this.#bytes > MAX_BACKLOG_BYTES))
      this.#slowSinceMs ??= nowMs
    if (this.#slowSinceMs === null) return 'flowing'
    return nowMs - this.#slowSinceMs >= HOPELESS_AFTER_MS ? 'hopeless' : 'slow'
  }
}

function bytesOf(packets: BackloggedConnection['writeBuffer']): number {
  let bytes = 0
  for (const { data } of packets) bytes += typeof data === 'string' ? data.length : 0
  return bytes
}
