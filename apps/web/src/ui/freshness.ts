/** How fresh the figures on the page are. `frozen` is the person's own wish, `offline` is no connection. */
export type Freshness = 'live' | 'delayed' | 'stale' | 'offline' | 'frozen'

/** Figures older than this are called delayed. */
export const DELAYED_AFTER_S = 10
/** Figures older than this are called stale, and dimmed. */
export const STALE_AFTER_S = 60

/**
 * Says how fresh figures are.
 * @param ageSeconds seconds since the last sign of life of their feed, 0 or more
 * @param isConnected whether the feed's connection stands
 * @param isFrozen whether the person holds updates back
 */
export function freshnessOf(ageSeconds: number, isConnected: boolean, isFrozen = false): Freshness {
  if (isFrozen) return 'frozen'
  if (!isConnected) return 'offline'
  if (ageSeconds > STALE_AFTER_S) return 'stale'
  return ageSeconds > DELAYED_AFTER_S ? 'delayed' : 'live'
}

/** An age as a person reads it: '2 s', '3 min', '2 h'. */
export function ageText(ageSeconds: number): string {
  const seconds = Math.max(0, Math.floor(ageSeconds))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return `${Math.floor(seconds / 3600)} h`
}
