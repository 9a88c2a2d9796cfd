import type { feedMachine } from '@desk/machines/feed/feed.machine'
import type { FeedEvent } from '@desk/machines/feed/feed.events'
import type { Frame } from '@desk/schema/push/frames'
import type { CommandHandlers } from '../runner.ts'

/** A consumer of a topic: reads its figures whole, and then takes changes. */
export interface LiveTarget<S = unknown> {
  /** Reads the figures over the API. Called first, and again after each gap. */
  readonly read: (signal: AbortSignal) => Promise<S>
  /** Puts the figures that were read in place of all that is shown. */
  readonly applySnapshot: (snapshot: S) => void
  /** Takes one frame on top. */
  readonly applyFrame: (frame: Frame) => void
}

/** The connection as the topics need it. */
export interface TopicSocket {
  readonly connect: () => void
  readonly disconnect: () => void
  readonly watch: (topic: string) => void
  readonly unwatch: (topic: string) => void
}

type SendFeedEvent = (event: FeedEvent) => void

/** One topic: its targets, the frames that wait, and the snapshot that was read for it. */
interface Held {
  readonly targets: Set<LiveTarget>
  frames: Frame[]
  snapshot: { readonly readNo: number; readonly apply: () => void } | null
  reading: AbortController | null
}

export interface LiveTopics {
  readonly handlers: CommandHandlers<typeof feedMachine>
  /** Has `target` shown the topic until the returned function is called. */
  add(topic: string, target: LiveTarget, send: SendFeedEvent): () => void
  /** Hands a decoded frame to the machine, which says at once what becomes of it. */
  receive(frame: Frame, send: SendFeedEvent): void
}

/**
 * Holds what the feed machine may not: frames, snapshots and their consumers.
 * @param nowMs the clock of the feed's events
 */
export function openLiveTopics(
  socket: TopicSocket,
  nowMs: () => number,
  onFault: (fault: unknown) => void,
): LiveTopics {
  const topics = new Map<string, Held>()
  let arriving: Frame | null = null

  const apply = (topic: string, frame: Frame) => {
    for (const target of topics.get(topic)?.targets ?? []) {
      try {
        target.applyFrame(frame)
      } catch (fault) {
        onFault(fault)
      }
    }
  }
  const arrived = (topic: string): Frame | null => (arriving?.topic === topic ? arriving : null)
  const drop = ({ topic }: { topic: string }) => {
    const held = topics.get(topic)
    if (held) held.frames = []
  }

  const read = async (topic: string, readNo: number, send: SendFeedEvent): Promise<void> => {
    const held = topics.get(topic)
    if (held === undefined) return
    held.reading?.abort()
    const reading = new AbortController()
    held.reading = reading
    try {
      const targets = [...held.targets]
      const snapshots = await Promise.all(targets.map(target => target.read(reading.signal)))
      if (reading.signal.aborted) return
      held.snapshot = {
        readNo,
        apply: () => targets.forEach((target, index) => target.applySnapshot(snapshots[index])),
      }
      send({ type: 'snapshot.received', topic, readNo, atMs: nowMs() })
    } catch (fault) {
      if (reading.signal.aborted) return
      onFault(fault)
      send({ type: 'snapshot.failed', topic, readNo })
    }
  }

  const takeSnapshot = (topic: string, readNo: number) => {
    const held = topics.get(topic)
    if (held?.snapshot?.readNo !== readNo) return null
    const { snapshot } = held
    held.snapshot = null
    return snapshot
  }

  return {
    handlers: {
      connect: () => socket.connect(),
      disconnect: () => socket.disconnect(),
      subscribe: ({ topic }) => socket.watch(topic),
      unsubscribe: ({ topic }) => socket.unwatch(topic),
      requestSnapshot: ({ topic, readNo }, send) => void read(topic, readNo, send),
      applySnapshot: ({ topic, readNo }) => takeSnapshot(topic, readNo)?.apply(),
      dropSnapshot: ({ topic, readNo }) => void takeSnapshot(topic, readNo),
      applyFrame: ({ topic }) => {
        const frame = arrived(topic)
        if (frame) apply(topic, frame)
      },
      holdFrame: ({ topic }) => {
        const frame = arrived(topic)
        if (frame) topics.get(topic)?.frames.push(frame)
      },
      applyHeld: ({ topic }) => {
        const frames = topics.get(topic)?.frames ?? []
        drop({ topic })
        for (const frame of frames) apply(topic, frame)
      },
      dropHeld: drop,
    },
    add: (topic, target, send) => {
      const held = topics.get(topic) ?? { targets: new Set(), frames: [], snapshot: null, reading: null }
      // A topic that others show already restarts, so that the newcomer's snapshot and frames fit together.
      if (held.targets.size > 0) send({ type: 'topic.unwatchRequested', topic })
      topics.set(topic, held)
      held.targets.add(target)
      send({ type: 'topic.watchRequested', topic })
      return () => {
        held.targets.delete(target)
        if (held.targets.size > 0) return
        held.reading?.abort()
        send({ type: 'topic.unwatchRequested', topic })
        if (topics.get(topic) === held) topics.delete(topic)
      }
    },
    receive: (frame, send) => {
      arriving = frame
      const { topic, epoch, from, to } = frame
      send({ type: 'frame.received', topic, epoch, from, to, atMs: nowMs() })
      arriving = null
    },
  }
}
