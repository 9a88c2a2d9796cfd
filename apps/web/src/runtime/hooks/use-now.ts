import { useEffect, useState } from 'react'

const wallClockMs = (): number => Date.now()

/**
 * The present time, kept at most `intervalMs` old. Time has to come into a render as state: the compiler takes what a bare
 * clock says in a render for a constant.
 * @param readMs the clock; the same function between renders
 * @returns ms since 1970 by the browser's clock, or what `readMs` counts
 */
export function useNowMs(intervalMs: number, readMs: () => number = wallClockMs): number {
  const [nowMs, setNowMs] = useState(readMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(readMs()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs, readMs])
  return nowMs
}
