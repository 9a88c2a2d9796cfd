/** Monotonic time and timers, given from outside so that a test can hold them. */
export interface Clock {
  nowMs(): number
  /** Calls once after the delay; the answer cancels it. */
  after(delayMs: number, act: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, act) {
    // a timer drops the fraction, and would come too early
    const timer = setTimeout(act, Math.ceil(delayMs))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
