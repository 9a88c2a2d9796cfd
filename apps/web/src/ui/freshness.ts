/** How fresh the figures on the page are. `frozen` is what the person asked for, `offline` is a server that does not answer. */
export type Freshness = 'loading' | 'live' | 'delayed' | 'stale' | 'offline' | 'frozen'

/** An age as a person reads it: '2 s', '3 min', '2 h'. */
export function ageText(ageSeconds: number): string {
  const seconds = Math.max(0, Math.floor(ageSeconds))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return `${Math.floor(seconds / 3600)} h`
}

export interface FreshnessFacts {
  readonly state: Freshness
  /** Seconds since the figures last changed or were confirmed; null when never. */
  readonly ageSeconds: number | null
  /** When it began to be frozen or offline, as a person reads it: '14:02'. */
  readonly since?: string | null
  /** How many changes wait while frozen. */
  readonly waitingCount?: number
}

const WORDS = { live: 'Live', delayed: 'Delayed', stale: 'Stale' } as const

/** The text of the label: 'Live · 2 s', 'Frozen 14:02 · 9 changes wait', 'Offline since 14:02'. */
export function freshnessText({ state, ageSeconds, since = null, waitingCount = 0 }: FreshnessFacts): string {
  if (state === 'loading') return 'Loading'
  if (state === 'offline') return since === null ? 'Offline' : `Offline since ${since}`
  if (state === 'frozen') {
    const waiting = waitingCount === 1 ? '1 change pending' : `${waitingCount.toLocaleString('en-US')} changes pending`
    return `${since === null ? 'Frozen' : `Frozen ${since}`} · ${waiting}`
  }
  return ageSeconds === null ? WORDS[state] : `${WORDS[state]} · ${ageText(ageSeconds)}`
}
