export interface StoredAnswer {
  readonly body: { readonly byteLength: number }
}

/** What an answer costs besides its body: its key, its stamps, its place in the map. */
const OVERHEAD_BYTES = 1_024

/** Answers by key within a number of bytes; the one that was used longest ago goes first. */
export class AnswerStore<Answer extends StoredAnswer> {
  readonly #maxBytes: number
  // a Map keeps the order in which its keys came
  readonly #answers = new Map<string, Answer>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** What is held, bodies and their keeping. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Answer | undefined {
    const answer = this.#answers.get(key)
    if (answer) {
      this.#answers.delete(key)
      this.#answers.set(key, answer)
    }
    return answer
  }

  /** Keeps the answer in place of the one before; one that is larger than all that may be held is not kept. */
  set(key: string, answer: Answer): void {
    this.delete(key)
    this.#answers.set(key, answer)
    this.#bytes += bytesOf(answer)
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const answer = this.#answers.get(key)
    if (!answer) return
    this.#answers.delete(key)
    this.#bytes -= bytesOf(answer)
  }
}

function bytesOf({ body }: StoredAnswer): number {
  return body.byteLength + OVERHEAD_BYTES
}
