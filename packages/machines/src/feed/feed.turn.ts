import type { FeedEvent } from './feed.events.ts'
import {
  isFollowed,
  newTopic,
  tellTopic,
  tellTopics,
  type TopicCommand,
  type Topics,
  type TopicsTurn,
} from './feed.topics.ts'

export interface FeedContext {
  readonly wanted: boolean
  readonly connected: boolean
  readonly visible: boolean
  readonly frozen: boolean
  /** When the server last sent anything; proves the connection. */
  readonly lastHeardMs: number | null
  /** The moment up to which the figures are known to be the platform's. */
  readonly freshAsOfMs: number | null
  /** How far behind the gateway said it was last; null when it could not say. */
  readonly feedDelayMs: number | null
  /** The highest snapshot number of topics no longer watched: numbers are never reused, so that a late answer cannot pass for a new one. */
  readonly readNoFloor: number
  /** The machine of each topic that is watched. */
  readonly topics: Topics
}

/** The feed after an event, and its topics' commands in order. */
export interface Turn {
  readonly context: FeedContext
  readonly commands: readonly TopicCommand[]
}

export const NO_TOPICS: FeedContext = {
  wanted: false,
  connected: false,
  visible: true,
  frozen: false,
  lastHeardMs: null,
  freshAsOfMs: null,
  feedDelayMs: null,
  readNoFloor: 0,
  topics: {},
}

/** A gateway so far behind, in ms, counts as cut off from the platform. */
export const FEED_AWAY_AFTER_MS = 5_000

const isListening = (context: FeedContext): boolean => context.connected && context.visible

const turned = (context: FeedContext, { topics, commands }: TopicsTurn): Turn => ({
  context: topics === context.topics ? context : { ...context, topics },
  commands,
})
const quiet = (context: FeedContext): Turn => ({ context, commands: [] })

const floorOf = ({ readNoFloor, topics }: FeedContext, gone = Object.keys(topics)): number =>
  Math.max(readNoFloor, ...gone.map(topic => topics[topic]?.context.readNo ?? 0))

const isAway = (feedDelayMs: number | null): boolean => feedDelayMs === null || feedDelayMs > FEED_AWAY_AFTER_MS

const heard = (context: FeedContext, atMs: number): FeedContext => ({
  ...context,
  lastHeardMs: Math.max(context.lastHeardMs ?? atMs, atMs),
})
const fresh = (context: FeedContext, asOfMs: number): FeedContext => ({
  ...context,
  freshAsOfMs: Math.max(context.freshAsOfMs ?? asOfMs, asOfMs),
})

function watch(context: FeedContext, topic: string): Turn {
  if (Object.hasOwn(context.topics, topic)) return quiet(context)
  const topics = { ...context.topics, [topic]: newTopic(topic, context.readNoFloor) }
  return turned(
    context,
    isListening(context) ? tellTopic(topics, topic, { type: 'topic.askRequested' }) : { topics, commands: [] },
  )
}

function unwatch(context: FeedContext, topic: string): Turn {
  if (!Object.hasOwn(context.topics, topic)) return quiet(context)
  const close = { type: 'topic.closeRequested' } as const
  const { commands } = isListening(context)
    ? tellTopic(context.topics, topic, { type: 'topic.leaveRequested' }, close)
    : tellTopic(context.topics, topic, close)
  const { [topic]: _gone, ...topics } = context.topics
  return { context: { ...context, topics, readNoFloor: floorOf(context, [topic]) }, commands }
}

function close(context: FeedContext): Turn {
  const { commands } = tellTopics(context.topics, () => [{ type: 'topic.closeRequested' }])
  return { context: { ...NO_TOPICS, visible: context.visible, readNoFloor: floorOf(context) }, commands }
}

/** Every topic asks for its watch again: it has missed frames. */
function askAgain(context: FeedContext): Turn {
  const rest = { type: 'topic.restRequested' } as const
  return turned(
    context,
    tellTopics(context.topics, () => (isListening(context) ? [rest, { type: 'topic.askRequested' }] : [rest])),
  )
}

function hide(context: FeedContext): Turn {
  const { connected } = context
  return turned(
    { ...context, visible: false },
    tellTopics(context.topics, () => [{ type: connected ? 'topic.leaveRequested' : 'topic.restRequested' }]),
  )
}

/** Retries what failed temporarily as soon as the gateway reaches the platform again. */
function takeHeartbeat(context: FeedContext, atMs: number, feedDelayMs: number | null): Turn {
  const told = { ...heard(context, atMs), feedDelayMs }
  // Figures that are not followed age, however good the connection is.
  const next = feedDelayMs === null || !isFollowed(context.topics) ? told : fresh(told, atMs - feedDelayMs)
  if (!isListening(next) || !isAway(context.feedDelayMs) || isAway(feedDelayMs)) return quiet(next)
  return turned(
    next,
    tellTopics(next.topics, ({ failures }) =>
      failures > 0 ? [{ type: 'topic.retryRequested', isFrozen: next.frozen }] : [],
    ),
  )
}

const retryDue = (context: FeedContext, nowMs: number): TopicsTurn =>
  tellTopics(context.topics, ({ againFromMs }) =>
    nowMs >= (againFromMs ?? nowMs) ? [{ type: 'topic.retryRequested', isFrozen: context.frozen }] : [],
  )

/**
 * Computes the feed and its topics after an event: each topic takes the events that concern it, by its own machine
 * (topic.machine.ts).
 * @param event an event that concerns neither a topic nor the feed's context changes nothing
 */
export function turn(context: FeedContext, event: FeedEvent): Turn {
  const { topics, frozen: isFrozen, lastHeardMs } = context
  switch (event.type) {
    case 'feed.openRequested':
      return quiet({ ...context, wanted: true })
    case 'feed.closeRequested':
      return close(context)
    case 'topic.watchRequested':
      return watch(context, event.topic)
    case 'topic.unwatchRequested':
      return unwatch(context, event.topic)
    case 'socket.connected':
      return askAgain(heard({ ...context, connected: true }, event.atMs))
    case 'socket.disconnected':
    case 'network.lost':
      return askAgain({ ...context, connected: false })
    case 'topic.subscribed': {
      const { topic, epoch, position } = event
      return turned(context, tellTopic(topics, topic, { type: 'topic.watchAccepted', epoch, position, isFrozen }))
    }
    case 'topic.refused': {
      const { topic, status } = event
      return turned(context, tellTopic(topics, topic, { type: 'topic.watchRefused', status, lastHeardMs }))
    }
    case 'snapshot.received': {
      const { topic, readNo, atMs } = event
      // It has no watcher any more: the runner drops it.
      if (!Object.hasOwn(topics, topic))
        return { context, commands: [{ type: 'dropSnapshot', params: { topic, readNo } }] }
      return turned(
        fresh(heard(context, atMs), atMs),
        tellTopic(topics, topic, { type: 'topic.snapshotReceived', readNo, isFrozen }),
      )
    }
    case 'snapshot.failed': {
      const { topic, readNo } = event
      return turned(context, tellTopic(topics, topic, { type: 'topic.snapshotFailed', readNo, lastHeardMs }))
    }
    case 'frame.received': {
      const { topic, epoch, from, to, atMs } = event
      return turned(
        fresh(heard(context, atMs), atMs),
        tellTopic(topics, topic, { type: 'topic.frameReceived', epoch, from, to, isFrozen }),
      )
    }
    case 'heartbeat.received':
      return takeHeartbeat(context, event.atMs, event.feedDelayMs)
    case 'clock.ticked':
      return isListening(context) ? turned(context, retryDue(context, event.nowMs)) : quiet(context)
    case 'page.hidden':
      return context.visible ? hide(context) : quiet(context)
    case 'page.shown':
      return context.visible ? quiet(context) : askAgain({ ...context, visible: true })
    case 'updates.freezeRequested':
      return quiet({ ...context, frozen: true })
    case 'updates.unfreezeRequested':
      return turned(
        { ...context, frozen: false },
        tellTopics(topics, () => [{ type: 'topic.unfreezeRequested' }]),
      )
    default:
      return quiet(context)
  }
}
