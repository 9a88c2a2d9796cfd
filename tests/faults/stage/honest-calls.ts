const REST_MS = 10

/** An honest client that calls again after each answer. */
export class HonestCalls {
  readonly faults: unknown[] = []
  readonly #call: () => Promise<unknown>

  constructor(call: () => Promise<unknown>) {
    this.#call = call
  }

  /** Gives how long each call took, in ms. */
  async callWhile(work: Promise<unknown>): Promise<number[]> {
    let isOver = false
    const over = work.finally(() => (isOver = true))
    const tookMs: number[] = []
    while (!isOver) {
      const startedAtMs = performance.now()
      await this.#call().catch((error: unknown) => this.faults.push(error))
      tookMs.push(performance.now() - startedAtMs)
      await new Promise(resolve => setTimeout(resolve, REST_MS))
    }
    await over
    return tookMs
  }
}
