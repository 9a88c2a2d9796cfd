import { setImmediate } from 'node:timers/promises'
import { Wakes } from '#kernel/background/wakes'

/** Lets entrants and returns go first: bulk work waits here between two small parts of it. */
export type GiveWay = () => Promise<void>

/** The longest wait between two parts: returns that come without end do not stop the work. */
const WAIT_MOST_MS = 20
/** So much of its patience is saved for later waits. */
const PATIENCE_MOST_MS = 100
/**
 * A batch that takes longer waits for a lock, of this very work perhaps, or for a slow database: waiting for it would
 * help no one.
 */
const HELD_MS = 100

const never = new AbortController().signal

/**
 * Who goes first on the one event loop, and on the cores that PostgreSQL shares with it: entrants and returns are answered in a few milliseconds, bulk work of
 * seconds, such as a reconciliation of 100,000 rows, takes the time between them.
 */
export class RightOfWay {
  /** The accounts with a batch under way, and since when it is being written; null: it gathers. */
  readonly #batches = new Map<number, number | null>()
  readonly #settled = new Wakes()

  /** Entrants or returns of the account wait for a batch. */
  gathers(accountId: number): void {
    this.#batches.set(accountId, null)
  }

  /** They are being written. */
  writes(accountId: number): void {
    this.#batches.set(accountId, performance.now())
  }

  /** All of the account are answered. */
  settles(accountId: number): void {
    this.#batches.delete(accountId)
    this.#settled.wake()
  }

  /**
   * For one piece of bulk work.
   * @param waitedOfWorked in all it waits at most so many times as long as it has worked
   */
  bulkWork(waitedOfWorked: number): GiveWay {
    let patienceMs = 0
    let resumedAtMs = performance.now()
    return async () => {
      patienceMs = Math.min(PATIENCE_MOST_MS, patienceMs + (performance.now() - resumedAtMs) * waitedOfWorked)
      // requests that have come reach the ledger
      await setImmediate()
      const waitsFromMs = performance.now()
      if (this.#isBusy()) {
        await this.#whileBusy(Math.min(patienceMs, WAIT_MOST_MS))
        // answers leave
        await setImmediate()
      }
      resumedAtMs = performance.now()
      patienceMs = Math.max(0, patienceMs - (resumedAtMs - waitsFromMs))
    }
  }

  #isBusy(): boolean {
    const heldSinceMs = performance.now() - HELD_MS
    for (const sinceMs of this.#batches.values()) if (sinceMs === null || sinceMs > heldSinceMs) return true
    return false
  }

  async #whileBusy(mostMs: number): Promise<void> {
    const untilMs = performance.now() + mostMs
    for (let leftMs = mostMs; leftMs > 0 && this.#isBusy(); leftMs = untilMs - performance.now())
      await this.#settled.after(this.#settled.count, leftMs, never)
  }
}
