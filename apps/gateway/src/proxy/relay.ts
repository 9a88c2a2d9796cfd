import type { Readable, Writable } from 'node:stream'

const MOST_OF_ONE_BYTES = 2 * 1024 * 1024
const MOST_OF_ALL_BYTES = 128 * 1024 * 1024

/**
 * Relays answers to their clients. Answers are buffered for a client that reads slowly, so that the backend's connection is free
 * for the next request: up to 2 MB per answer and 128 MB in all; beyond that the backend waits.
 */
export class Relay {
  readonly #mostOfAllBytes: number
  #waitingBytes = 0

  constructor(mostOfAllBytes = MOST_OF_ALL_BYTES) {
    this.#mostOfAllBytes = mostOfAllBytes
  }

  /** @returns a function to call when the client has the answer or has gone: it frees the buffer */
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
