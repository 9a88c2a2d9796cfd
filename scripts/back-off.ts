const FIRST_REPEAT_MS = 500
const LONGEST_MS = 30_000
/** A process that ran this long was healthy: its next end counts as the first. */
export const QUIET_MS = 60_000

/** How long to wait before a process is started again: not at all the first time, then twice as long each time. */
export class BackOff {
  #ends = 0

  /** Gives the wait before the next start, for a process that ran this long. */
  afterLivingFor(livedMs: number): number {
    if (livedMs >= QUIET_MS) this.#ends = 0
    const delayMs = this.#ends === 0 ? 0 : Math.min(LONGEST_MS, FIRST_REPEAT_MS * 2 ** (this.#ends - 1))
    this.#ends += 1
    return delayMs
  }
}
