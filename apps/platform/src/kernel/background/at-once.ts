import type { Log } from '../db/log.ts'
import { logFailure } from '../db/outage.ts'

export interface AtOnceOptions {
  /** How many may run. */
  readonly most: number
  readonly log: Log
  /** The name of a piece of work, for the log: 'Delivering to a webhook'. */
  readonly what: string
  /** Called whenever one is over, so that more can be claimed. */
  readonly onFree: () => void
}

/** Pieces of claimed work that run side by side, one for each key. One that breaks off is logged: its claim runs out by itself. */
export class AtOnce {
  readonly #options: AtOnceOptions
  readonly #running = new Map<number, Promise<void>>()
  #isStopped = false

  constructor(options: AtOnceOptions) {
    this.#options = options
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** How many more may be begun. */
  get room(): number {
    return this.#isStopped ? 0 : Math.max(this.#options.most - this.#running.size, 0)
  }

  /** The keys of what runs. */
  get keys(): readonly number[] {
    return [...this.#running.keys()]
  }

  begin(key: number, work: () => Promise<void>): void {
    const { log, what, onFree } = this.#options
    const run = work()
      .catch((error: unknown) => logFailure(log, error, `${what} broke off`, { id: key }))
      .finally(() => {
        this.#running.delete(key)
        onFree()
      })
    this.#running.set(key, run)
  }

  /** Claims and runs until nothing is left. @param claim begins the due work, and says how much that was */
  async drain(claim: () => Promise<number>): Promise<void> {
    while ((await claim()) > 0 || this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** Begins nothing new, and waits for what runs. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.allSettled(this.#running.values())
  }
}
