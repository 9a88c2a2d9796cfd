import { ageMs, freshness, isFrozen, waitingFrames, type Freshness } from '@desk/machines/feed/feed.selectors'
import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { desk } from '../desk.ts'
import { useNowMs } from './use-now.ts'

export interface PageFreshness {
  readonly state: Freshness
  /** Whole seconds since the figures were last known to be the server's; null when never. */
  readonly ageSeconds: number | null
  readonly isConnected: boolean
  /** Whether anything on the page is live. */
  readonly hasTopics: boolean
  readonly isFrozen: boolean
  /** How many frames wait while updates are frozen. */
  readonly waitingCount: number
  readonly setFrozen: (isFrozen: boolean) => void
}

const setFrozen = (shouldFreeze: boolean) =>
  desk.feed.send({ type: shouldFreeze ? 'updates.freezeRequested' : 'updates.unfreezeRequested' })

/** How fresh this page's figures are, ageing by itself, and the freezing of updates (WCAG 2.2.2). Renders its component once a second. */
export function useFreshness(): PageFreshness {
  const snapshot = useSelector(desk.feed, (whole) => whole)
  const nowMs = useNowMs(1_000, desk.feed.nowMs)
  const age = ageMs(snapshot, nowMs)
  return {
    state: freshness(snapshot, nowMs),
    ageSeconds: age === null ? null : Math.floor(age / 1_000),
    isConnected: snapshot.context.connected,
    hasTopics: Object.keys(snapshot.context.topics).length > 0,
    isFrozen: isFrozen(snapshot),
    waitingCount: waitingFrames(snapshot),
    setFrozen,
  }
}

function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}

function isStaleNow(): boolean {
  const state = freshness(desk.feed.getSnapshot(), desk.feed.nowMs())
  return state === 'stale' || state === 'offline'
}

/** Whether the figures shown are to be dimmed: a minute old, or without a connection. Renders only when that changes. */
export const useIsStale = (): boolean => useSyncExternalStore(eachSecond, isStaleNow)
