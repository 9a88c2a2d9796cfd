import { useEffect, useEffectEvent } from 'react'

/**
 * Acts once a value has stayed the same for a while.
 * @param quietMs how long it has to rest
 */
export function useAfterQuiet(quietMs: number, value: string | number | null, act: () => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => {
    const timer = setTimeout(() => latest(), quietMs)
    return () => clearTimeout(timer)
  }, [quietMs, value])
}
