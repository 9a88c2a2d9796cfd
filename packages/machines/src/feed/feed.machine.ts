import { assign, setup } from 'xstate'
import { command, passingOn } from '../runtime/step.ts'
import type { FeedEvent } from './feed.events.ts'
import { isCaughtUp, type TopicCommand } from './feed.topics.ts'
import { NO_TOPICS, turn, type FeedContext, type Turn } from './feed.turn.ts'

/** Silence, in ms, after which the connection counts as half-open and is reopened. */
export const STALE_AFTER_MS = 60_000

let last: { readonly context: FeedContext; readonly event: FeedEvent; readonly turn: Turn } | null = null
/** The guard, the commands and the assignment of an event need the same turn: it is computed once. */
function turnOf(context: FeedContext, event: FeedEvent): Turn {
  if (last?.context !== context || last.event !== event) last = { context, event, turn: turn(context, event) }
  return last.turn
}

const base = setup({
  types: {
    context: {} as FeedContext,
    events: {} as FeedEvent,
  },
  actions: {
    /** Opens the socket, or tries at once again with the present token; harmless when it is open. */
    connect: command(),
    disconnect: command(),
    /** The commands of the topics. */
    passOn: passingOn<TopicCommand>(),
    turn: assign(({ context, event }) => turnOf(context, event).context),
    hangUp: assign(({ context }) => turn(context, { type: 'socket.disconnected' }).context),
  },
  guards: {
    isWanted: ({ context }) => context.wanted,
    isSilent: ({ context, event }) =>
      event.type === 'clock.ticked' && event.nowMs - (context.lastHeardMs ?? event.nowMs) > STALE_AFTER_MS,
    willBeCaughtUp: ({ context, event }) => isCaughtUp(turnOf(context, event).context.topics),
  },
})

const passOn = {
  type: 'passOn',
  params: ({ context, event }: { context: FeedContext; event: FeedEvent }) => ({
    commands: turnOf(context, event).commands,
  }),
} as const
/** Steps every topic that the event concerns, and passes on their commands. */
const topicsTurn = [passOn, 'turn'] as const
const turnOnly = { actions: topicsTurn } as const
/** Resuming ends with the last answer that a topic waited for. */
const caughtUp = { guard: 'willBeCaughtUp', target: 'live', actions: topicsTurn } as const
const untilCaughtUp = [caughtUp, turnOnly] as const
const reconnected = [caughtUp, { target: 'resuming', actions: topicsTurn }] as const
const lost = { target: 'stale', actions: [...topicsTurn, 'connect'] } as const
const silent = [{ guard: 'isSilent', target: 'stale', actions: ['hangUp', 'disconnect', 'connect'] }, turnOnly] as const

/**
 * The push connection of one tab (look.md: live tables): which topics are watched, how far each has come, and what to do
 * with each frame, so that after any loss, repeat or reordering the figures end as the server's (law 7).
 */
export const feedMachine = base.createMachine({
  id: 'feed',
  context: NO_TOPICS,
  initial: 'offline',
  on: {
    'feed.closeRequested': { target: '.offline', actions: [...topicsTurn, 'disconnect'] },
    'network.lost': { target: '.offline', actions: [...topicsTurn, 'disconnect'] },
    'topic.watchRequested': turnOnly,
    'topic.unwatchRequested': turnOnly,
    'snapshot.received': turnOnly,
    'snapshot.failed': turnOnly,
    'frame.received': turnOnly,
    'page.hidden': turnOnly,
    'page.shown': turnOnly,
    'updates.freezeRequested': turnOnly,
    'updates.unfreezeRequested': turnOnly,
  },
  states: {
    offline: {
      on: {
        'feed.openRequested': { target: 'connecting', actions: [...topicsTurn, 'connect'] },
        'network.regained': { guard: 'isWanted', target: 'connecting', actions: 'connect' },
      },
    },
    connecting: {
      on: {
        'socket.connected': { target: 'live', actions: topicsTurn },
        'token.renewed': { actions: 'connect' },
      },
    },
    live: {
      on: {
        'topic.subscribed': turnOnly,
        'topic.refused': turnOnly,
        'heartbeat.received': turnOnly,
        'socket.connected': reconnected,
        'socket.disconnected': lost,
        'clock.ticked': silent,
      },
    },
    stale: {
      on: {
        'socket.connected': reconnected,
        'token.renewed': { actions: 'connect' },
      },
    },
    resuming: {
      on: {
        'topic.subscribed': untilCaughtUp,
        'topic.refused': untilCaughtUp,
        'snapshot.received': caughtUp,
        'snapshot.failed': caughtUp,
        'topic.unwatchRequested': caughtUp,
        'heartbeat.received': turnOnly,
        'page.hidden': { target: 'live', actions: topicsTurn },
        'socket.connected': turnOnly,
        'socket.disconnected': lost,
        'clock.ticked': silent,
      },
    },
  },
})
