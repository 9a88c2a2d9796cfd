/** How an error came to the process itself: nobody caught it. */
export type LooseKind = 'uncaughtException' | 'unhandledRejection'

export interface KeepServing {
  /** Logs it whole, and counts it. */
  readonly tell: (kind: LooseKind, error: unknown) => void
  /** Ends the process in order. */
  readonly end: () => void
  readonly nowMs: () => number
}

/** So many within `STORM_MS`, and the process itself is taken for broken. */
export const STORM_ERRORS = 100
export const STORM_MS = 60_000

/**
 * What to do with an error that nobody caught: tell it and keep serving, since one message must not end what everybody else uses (F12).
 * When they come in a storm the process is what is broken: it ends in order, and whoever runs it starts it again (F13).
 */
export function keepServing({ tell, end, nowMs }: KeepServing): (kind: LooseKind, error: unknown) => void {
  let seenAtMs: number[] = []
  let isEnding = false
  return (kind, error) => {
    tell(kind, error)
    const now = nowMs()
    seenAtMs = [...seenAtMs.filter(atMs => now - atMs < STORM_MS), now]
    if (seenAtMs.length < STORM_ERRORS || isEnding) return
    isEnding = true
    end()
  }
}
