import { isShown, topicPhase } from '@desk/machines/feed/feed.selectors'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { useDesk } from './use-desk.ts'
import type { LiveTarget } from '../live/live-topics.ts'

/** How far a topic is: nothing read yet, shown and followed, or refused (not there, or not allowed). */
export type LivePhase = 'loading' | 'live' | 'refused'

/**
 * Keeps an external store, such as a row store, at the server's figures while the component is mounted.
 * @param topic `projects`, `project:5`, `survey:12`, `hours:survey:12`; null watches nothing
 * @param target reads the figures and takes the changes; the one of the last render is used, so it may be written inline
 */
export function useLiveTopic<S>(topic: string | null, target: LiveTarget<S>): LivePhase {
  const desk = useDesk()
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })
  useEffect(() => {
    if (topic === null) return
    return desk.feed.watch<S>(topic, {
      read: signal => latest.current.read(signal),
      applySnapshot: snapshot => latest.current.applySnapshot(snapshot),
      applyFrame: frame => latest.current.applyFrame(frame),
    })
  }, [desk, topic])
  return useSelector(desk.feed, (snapshot): LivePhase => {
    if (topic === null) return 'loading'
    if (topicPhase(snapshot, topic) === 'refused') return 'refused'
    // figures are not in the journal
    if (desk.isRecorded) return 'loading'
    return isShown(snapshot, topic) ? 'live' : 'loading'
  })
}
