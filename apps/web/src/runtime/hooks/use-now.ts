import { useEffect, useState } from 'react'

const wallClockMs = (): number => Date.now()

/**
 * The present time, at most `intervalMs` old. Time has to enter a render as state: the compiler treats a bare clock's
 * value in a render as a constant.
 * @param readMs the clock; the same function between renders
 * @returns ms since 1970 by the browser's clock, or the count of `readMs`
 */
export function useNowMs(intervalMs: number, readMs: () => number = wallClockMs): number {
  const [nowMs, setNowMs] = useState(readMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(readMs()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs, readMs])
  return nowMs
}
