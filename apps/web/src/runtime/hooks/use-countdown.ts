import { useEffect, useState } from 'react'

/**
 * Counts down from the moment when `cause` changed.
 * @param cause what began the wait; another object begins another wait
 * @param lengthMs how long it is
 * @returns ms left, in whole seconds; 0 when it is over
 */
export function useCountdownMs(cause: object | null, lengthMs: number): number {
  const [shown, setShown] = useState<{ readonly cause: object; readonly leftMs: number } | null>(null)
  useEffect(() => {
    if (cause === null || lengthMs <= 0) return
    const endMs = performance.now() + lengthMs
    const timer = setInterval(
      () => setShown({ cause, leftMs: Math.max(0, Math.ceil((endMs - performance.now()) / 1_000) * 1_000) }),
      250,
    )
    return () => clearInterval(timer)
  }, [cause, lengthMs])
  if (cause === null || lengthMs <= 0) return 0
  return shown?.cause === cause ? shown.leftMs : lengthMs
}
