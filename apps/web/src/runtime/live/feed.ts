import { feedMachine } from '@desk/machines/feed/feed.machine'
import type { FeedEvent } from '@desk/machines/feed/feed.events'
import type { Frame } from '@desk/schema/push/frames'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { run, type EventRecorder, type Runner } from '../runner.ts'
import { openLiveTopics, type LiveTarget } from './live-topics.ts'
import { openPushSocket, type PushPorts } from './push-socket.ts'

/** The period of the machine's clock events: it looks for silence of a minute. */
export const CLOCK_TICK_MS = 3_000

/** The live figures of this tab. */
export interface Feed extends Runner<typeof feedMachine> {
  /** Keeps `target` at the server's figures of the topic until the returned function is called. */
  watch<S>(topic: string, target: LiveTarget<S>): () => void
  /** Calls `listener` with each status change that is pushed, also while updates are frozen, until the returned function is called. */
  onStatus(listener: (event: StatusEvent) => void): () => void
  /** Calls `listener` whenever the user's alerts may have changed, until the returned function is called. */
  onAlerts(listener: () => void): () => void
  /** Goes on with a token that replaces the former one (§7.4). */
  tokenRenewed(token: string): void
  /** Since when updates are held back, ms since 1970; null while they are not. */
  frozenSinceMs(): number | null
  /** Since when the first figures are awaited, by the clock of the feed's events; null once there are some. */
  awaitedSinceMs(): number | null
  /** The clock of the feed's events, for ages. */
  nowMs(): number
}

export interface FeedPorts extends Omit<PushPorts, 'send' | 'onFrame' | 'onAlerts'> {
  readonly recorder?: EventRecorder
}

/** Opens the feed. It connects once `feed.openRequested` is sent. */
export function openFeed(ports: FeedPorts): Feed {
  const send = (event: FeedEvent): void => runner.send(event)
  const statusListeners = new Set<(event: StatusEvent) => void>()
  const alertListeners = new Set<() => void>()
  const onAlerts = () => alertListeners.forEach(listener => listener())
  const onFrame = (frame: Frame) => {
    topics.receive(frame, send)
    for (const event of frame.statuses) for (const listener of statusListeners) listener(event)
  }
  const socket = openPushSocket({ ...ports, send, onFrame, onAlerts })
  const topics = openLiveTopics(socket, ports.nowMs, ports.onFault)
  const runner: Runner<typeof feedMachine> = run('feed', feedMachine, {
    handlers: topics.handlers,
    onFault: ports.onFault,
    ...(ports.recorder ? { recorder: ports.recorder } : {}),
  })
  let frozenSinceMs: number | null = null
  let awaitedSinceMs: number | null = null
  runner.subscribe(({ context: { frozen, wanted, freshAsOfMs } }) => {
    frozenSinceMs = frozen ? (frozenSinceMs ?? Date.now()) : null
    awaitedSinceMs = wanted && freshAsOfMs === null ? (awaitedSinceMs ?? ports.nowMs()) : null
  })
  return {
    ...runner,
    frozenSinceMs: () => frozenSinceMs,
    awaitedSinceMs: () => awaitedSinceMs,
    nowMs: ports.nowMs,
    tokenRenewed: token => {
      socket.handOver(token)
      send({ type: 'token.renewed' })
    },
    onStatus: listener => {
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
    onAlerts: listener => {
      alertListeners.add(listener)
      return () => void alertListeners.delete(listener)
    },
    // A target's snapshot goes only to the target that read it.
    watch: (topic, target) => topics.add(topic, target as LiveTarget, send),
  }
}
