import { useEffect, useEffectEvent } from 'react'
import { usePreference } from '#runtime/hooks/use-preference.ts'

const MINUTE_MS = 60_000
/** A user who comes back after that has been away. */
const AWAY_MS = 30 * MINUTE_MS

/** When the user looked at figures: in this visit, and at the end of the one before. */
export interface Looked {
  readonly lastMs: number
  readonly beforeMs: number | null
}

const NEVER: Looked = { lastMs: 0, beforeMs: null }

const isLooked = (kept: unknown): kept is Looked =>
  typeof kept === 'object' &&
  kept !== null &&
  'lastMs' in kept &&
  typeof kept.lastMs === 'number' &&
  'beforeMs' in kept &&
  (kept.beforeMs === null || typeof kept.beforeMs === 'number')

/** The stored moments once the user looks at figures again. */
export const lookedAt = ({ lastMs, beforeMs }: Looked, nowMs: number): Looked => ({
  lastMs: nowMs,
  beforeMs: lastMs > 0 && nowMs - lastMs > AWAY_MS ? lastMs : beforeMs,
})

/** When the user last looked at figures before this visit; null: never. */
export const useLooked = (): number | null => usePreference('figures.looked', NEVER, isLooked)[0].beforeMs

/** Keeps that the user looks at figures, while the page is in sight. */
export function useLooking(): void {
  const [looked, keep] = usePreference('figures.looked', NEVER, isLooked)
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') keep(lookedAt(looked, Date.now()))
  })
  useEffect(() => {
    look()
    const timer = setInterval(() => look(), MINUTE_MS)
    const onSight = () => look()
    document.addEventListener('visibilitychange', onSight)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSight)
    }
  }, [])
}
