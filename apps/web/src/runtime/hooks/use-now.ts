import { useEffect, useState } from 'react'

/** Renders the component again every `intervalMs`. */
export function useTick(intervalMs: number): void {
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
}

/**
 * The present time, kept at most `intervalMs` old.
 * @returns ms since 1970 by the browser's clock
 */
export function useNowMs(intervalMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return nowMs
}
