import type { Readable, Writable } from 'node:stream'

const MOST_OF_ONE_BYTES = 2 * 1024 * 1024
const MOST_OF_ALL_BYTES = 128 * 1024 * 1024

/**
 * Hands answers on to their clients. A backend is read ahead of a client that reads slowly, so that its connection is free for the next
 * request: of one answer up to 2 MB, of all 128 MB; beyond that the backend waits.
 */
export class Relay {
  readonly #mostOfAllBytes: number
  #waitingBytes = 0

  constructor(mostOfAllBytes = MOST_OF_ALL_BYTES) {
    this.#mostOfAllBytes = mostOfAllBytes
  }

  /** @returns what is to be called when the client has the answer, or has gone: nothing waits for it any more */
  handOn(answer: Readable & { readonly complete: boolean }, response: Writable): () => void {
    let isGone = false
    let counted = 0
    const count = (waiting: number): void => {
      if (isGone) return
      this.#waitingBytes += waiting - counted
      counted = waiting
    }
    answer.on('data', (chunk: Buffer) => {
      if (response.write(chunk)) return
      count(response.writableLength)
      if (counted > MOST_OF_ONE_BYTES || this.#waitingBytes > this.#mostOfAllBytes) answer.pause()
    })
    response.on('drain', () => {
      count(0)
      answer.resume()
    })
    answer.on('end', () => response.end())
    // a backend that dies midway must not look like the end of the answer
    answer.on('close', () => {
      if (!answer.complete) response.destroy()
    })
    answer.on('error', () => response.destroy())
    return () => {
      count(0)
      isGone = true
    }
  }
}
