/** Counts wakes, such as those of the feed, and lets workers wait for the next one. */
export class Wakes {
  #count = 0
  readonly #waiting = new Set<() => void>()

  /**
   * The number of wakes so far: read it before reading the work to do, so that nothing between reading and waiting is
   * missed.
   */
  get count(): number {
    return this.#count
  }

  wake(): void {
    this.#count += 1
    for (const go of this.#waiting) go()
  }

  /** Resolves at a wake after `seen`, after the time-out, or when the signal aborts; cleans up after itself. */
  after(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.#count !== seen || signal.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const go = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(go)
        signal.removeEventListener('abort', go)
        resolve()
      }
      const timer = setTimeout(go, timeoutMs)
      this.#waiting.add(go)
      signal.addEventListener('abort', go)
    })
  }
}
