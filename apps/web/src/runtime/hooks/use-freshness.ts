import {
  ageMs,
  DELAYED_AFTER_MS,
  freshness,
  isFrozen,
  waitingFrames,
  type Freshness,
} from '@desk/machines/feed/feed.selectors'
import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import { useDesk } from './use-desk.ts'
import type { Desk } from '../desk.ts'
import { useAwaySinceMs } from './use-connection.ts'
import { useNowMs } from './use-now.ts'

export interface PageFreshness {
  readonly state: Freshness | 'frozen'
  /** Whole seconds since the figures were last known to be the server's; null when never. */
  readonly ageSeconds: number | null
  /** Since when the server does not answer, or updates are held back: ms since 1970. */
  readonly sinceMs: number | null
  /** Whether anything on the page is live. */
  readonly hasTopics: boolean
  readonly isFrozen: boolean
  /** How many frames wait while updates are frozen. */
  readonly waitingCount: number
  readonly setFrozen: (isFrozen: boolean) => void
}

/** Loading is no warning until it takes as long as the limit for old figures. */
function stateAt({ connection, feed }: Desk, nowMs: number): Freshness {
  if (connection.awaySinceMs() !== null) return 'offline'
  const state = freshness(feed.getSnapshot(), nowMs)
  const awaitedSinceMs = feed.awaitedSinceMs()
  return state === 'loading' && awaitedSinceMs !== null && nowMs - awaitedSinceMs > DELAYED_AFTER_MS ? 'delayed' : state
}

/** How fresh this page's figures are, ageing by itself, and the freezing of updates (WCAG 2.2.2). Renders its component once a second. */
export function useFreshness(): PageFreshness {
  const desk = useDesk()
  const snapshot = useSelector(desk.feed, whole => whole)
  const awaySinceMs = useAwaySinceMs()
  const nowMs = useNowMs(1_000, desk.feed.nowMs)
  const age = ageMs(snapshot, nowMs)
  const holds = isFrozen(snapshot)
  const isAway = awaySinceMs !== null
  return {
    state: holds && !isAway ? 'frozen' : stateAt(desk, nowMs),
    ageSeconds: age === null ? null : Math.floor(age / 1_000),
    sinceMs: awaySinceMs ?? (holds ? desk.feed.frozenSinceMs() : null),
    hasTopics: Object.keys(snapshot.context.topics).length > 0,
    isFrozen: holds,
    waitingCount: waitingFrames(snapshot),
    setFrozen: shouldFreeze =>
      desk.feed.send({ type: shouldFreeze ? 'updates.freezeRequested' : 'updates.unfreezeRequested' }),
  }
}

function eachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}

function isStaleNow(desk: Desk): boolean {
  const state = stateAt(desk, desk.feed.nowMs())
  return state === 'stale' || state === 'offline'
}

/** Whether the figures shown are to be dimmed: a minute old, or without a connection. Renders only when that changes. */
export function useIsStale(): boolean {
  const desk = useDesk()
  return useSyncExternalStore(
    eachSecond,
    useCallback(() => isStaleNow(desk), [desk]),
  )
}
