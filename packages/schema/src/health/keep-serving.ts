/** How an uncaught error reached the process. */
export type LooseKind = 'uncaughtException' | 'unhandledRejection'

export interface KeepServing {
  /** Logs it whole, and counts it. */
  readonly tell: (kind: LooseKind, error: unknown) => void
  /** Ends the process in order. */
  readonly end: () => void
  readonly nowMs: () => number
}

/** So many uncaught errors within `STORM_MS` mean that the process itself is broken. */
export const STORM_ERRORS = 100
export const STORM_MS = 60_000

/**
 * Handles an uncaught error: logs it and keeps serving, since one message must not end the service for everybody else (F12). In a
 * storm of them the process itself is broken: it shuts down cleanly, and its supervisor restarts it (F13).
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
