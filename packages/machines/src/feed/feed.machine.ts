import { setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { FeedEvent } from './feed.events.ts'
import { isCaughtUp, NO_TOPICS, turn, type FeedContext } from './feed.topics.ts'

/** Silence after which the connection counts as half-open and is made anew, in ms. */
export const STALE_AFTER_MS = 60_000

type TopicParams = { topic: string }
type ReadParams = { topic: string; readNo: number }
type FrameParams = { topic: string; to: number }

const base = setup({
  types: {
    context: {} as FeedContext,
    events: {} as FeedEvent,
  },
  actions: {
    /** Opens the socket, or tries at once again with the present token; harmless when it is open. */
    connect: command<Record<string, never>>(),
    disconnect: command<Record<string, never>>(),
    subscribe: command<TopicParams>(),
    unsubscribe: command<TopicParams>(),
    /** Reads the topic's figures over the API and keeps them until `applySnapshot` or `dropSnapshot` of that number. */
    requestSnapshot: command<ReadParams>(),
    applySnapshot: command<ReadParams>(),
    dropSnapshot: command<ReadParams>(),
    /** Puts the cells of the frame that has just come into the cache. */
    applyFrame: command<FrameParams>(),
    /** Keeps the frame that has just come, in order, until `applyHeld` or `dropHeld`. */
    holdFrame: command<FrameParams>(),
    dropFrame: command<FrameParams>(),
    applyHeld: command<TopicParams>(),
    dropHeld: command<TopicParams>(),
  },
  guards: {
    isWanted: ({ context }) => context.wanted,
    isSilent: ({ context, event }) =>
      event.type === 'clock.ticked' && event.nowMs - (context.lastHeardMs ?? event.nowMs) > STALE_AFTER_MS,
    willBeCaughtUp: ({ context, event }) => isCaughtUp(turn(context, event).context),
  },
})

const connect = { type: 'connect', params: {} } as const
const disconnect = { type: 'disconnect', params: {} } as const
const turnOnly = { actions: 'turn' } as const
/** The last answer that a topic waited for ends the resuming. */
const caughtUp = { guard: 'willBeCaughtUp', target: 'live', actions: 'turn' } as const
const untilCaughtUp = [caughtUp, turnOnly] as const
const reconnected = [caughtUp, { target: 'resuming', actions: 'turn' }] as const
const lost = { target: 'stale', actions: ['turn', connect] } as const
const silent = [{ guard: 'isSilent', target: 'stale', actions: ['hangUp', disconnect, connect] }, turnOnly] as const

/**
 * The push connection of one tab (look.md: live tables): which topics are watched, how far each has come, and what to do
 * with each frame, so that after any loss, repeat or reordering the figures end as the server's (law 7).
 */
export const feedMachine = base
  .extend({
    actions: {
      turn: base.enqueueActions(({ context, event, enqueue }) => {
        const next = turn(context, event)
        if (next.context !== context) enqueue.assign(next.context)
        for (const asked of next.commands) enqueue(asked)
      }),
      hangUp: base.enqueueActions(({ context, enqueue }) => {
        enqueue.assign(turn(context, { type: 'socket.disconnected' }).context)
      }),
    },
  })
  .createMachine({
    id: 'feed',
    context: NO_TOPICS,
    initial: 'offline',
    on: {
      'feed.closeRequested': { target: '.offline', actions: ['turn', disconnect] },
      'network.lost': { target: '.offline', actions: ['turn', disconnect] },
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
          'feed.openRequested': { target: 'connecting', actions: ['turn', connect] },
          'network.regained': { guard: 'isWanted', target: 'connecting', actions: connect },
        },
      },
      connecting: {
        on: {
          'socket.connected': { target: 'live', actions: 'turn' },
          'token.renewed': { actions: connect },
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
          'token.renewed': { actions: connect },
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
          'page.hidden': { target: 'live', actions: 'turn' },
          'socket.connected': turnOnly,
          'socket.disconnected': lost,
          'clock.ticked': silent,
        },
      },
    },
  })
