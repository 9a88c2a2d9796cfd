import { feedMachine } from '@desk/machines/feed/feed.machine'
import type { FeedEvent } from '@desk/machines/feed/feed.events'
import { run, type EventRecorder, type Runner } from '../runner.ts'
import { openLiveTopics, type LiveTarget } from './live-topics.ts'
import { openPushSocket, type PushPorts } from './push-socket.ts'

/** How often the machine is told the time: it looks for silence of a minute. */
export const CLOCK_TICK_MS = 5_000

/** The live figures of this tab. */
export interface Feed extends Runner<typeof feedMachine> {
  /** Keeps `target` at the server's figures of the topic until the returned function is called. */
  watch<S>(topic: string, target: LiveTarget<S>): () => void
  /** The clock of the feed's events, for ages. */
  nowMs(): number
}

export interface FeedPorts extends Omit<PushPorts, 'send' | 'onFrame'> {
  readonly recorder?: EventRecorder
}

/** Opens the feed. It connects once `feed.openRequested` is sent. */
export function openFeed(ports: FeedPorts): Feed {
  const send = (event: FeedEvent): void => runner.send(event)
  const socket = openPushSocket({ ...ports, send, onFrame: (frame) => topics.receive(frame, send) })
  const topics = openLiveTopics(socket, ports.nowMs, ports.onFault)
  const runner: Runner<typeof feedMachine> = run('feed', feedMachine, {
    handlers: topics.handlers,
    onFault: ports.onFault,
    ...(ports.recorder ? { recorder: ports.recorder } : {}),
  })
  return {
    ...runner,
    nowMs: ports.nowMs,
    // A target's snapshot goes only to the target that read it.
    watch: (topic, target) => topics.add(topic, target as LiveTarget, send),
  }
}
