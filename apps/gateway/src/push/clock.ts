/** Monotonic time and timers, injected so that tests control them. */
export interface Clock {
  nowMs(): number
  /** Calls back once after the delay; the returned function cancels it. */
  after(delayMs: number, act: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, act) {
    // a timer truncates the fraction, and would fire too early
    const timer = setTimeout(act, Math.ceil(delayMs))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
