import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { TopicEvent } from './topic.events.ts'

export interface TopicContext {
  readonly topic: string
  readonly epoch: string | null
  /** The position up to which the shown figures and held frames are complete; null when unknown. */
  readonly position: number | null
  /** The number of the last snapshot asked for. */
  readonly readNo: number
  /** Figures of this topic have been shown. */
  readonly shown: boolean
  /** Frames that the runner holds. */
  readonly held: number
  /** Frames not shown because the user froze updates. */
  readonly waiting: number
  /** Consecutive temporary refusals of the watch or failures of the snapshot. */
  readonly failures: number
  /** The earliest time of the next retry; null while nothing has failed. */
  readonly againFromMs: number | null
}

/** A topic in its initial state. */
export const NEW_TOPIC: TopicContext = {
  topic: '',
  epoch: null,
  position: null,
  readNo: 0,
  shown: false,
  held: 0,
  waiting: 0,
  failures: 0,
  againFromMs: null,
}

export type TopicEventOf<T extends TopicEvent['type']> = Extract<TopicEvent, { type: T }>
type Frame = TopicEventOf<'topic.frameReceived'>

/** The delay before the second retry, in ms; it doubles with each further one. */
export const RETRY_DELAY_MS = 3_000
/** The longest delay between retries, in ms. */
export const MAX_RETRY_DELAY_MS = 30_000

/** Whether a refusal is temporary: the platform is away or busy, or a later request overtook it. */
const mayPass = (status: number): boolean => status >= 500 || status === 429 || status === 409

const UNFAILED = { failures: 0, againFromMs: null } as const

/** Whether the page is frozen and has shown figures of this topic. */
const keepsStill = ({ shown }: TopicContext, event: TopicEvent): boolean =>
  shown && 'isFrozen' in event && event.isFrozen

const isNew = ({ epoch, position }: TopicContext, frame: Frame): boolean =>
  frame.epoch !== epoch || frame.to > (position ?? 0)
/** There is a gap between the shown figures and this frame. */
const leavesGap = ({ epoch, position }: TopicContext, frame: Frame): boolean =>
  frame.epoch !== epoch || frame.from > (position ?? 0)

const isGap = (context: TopicContext, event: TopicEvent): boolean =>
  event.type === 'topic.frameReceived' && isNew(context, event) && leavesGap(context, event)
const isNext = (context: TopicContext, event: TopicEvent): boolean =>
  event.type === 'topic.frameReceived' && isNew(context, event) && !leavesGap(context, event)
const isPresentRead = (context: TopicContext, event: TopicEvent): boolean =>
  'readNo' in event && event.readNo === context.readNo

type OfTopic = { topic: string }
type OfRead = { topic: string; readNo: number }
type OfFrame = { topic: string; to: number }

/** Context, commands, assignments and guards of the topic machine; its states are in topic.machine.ts. */
export const topicSetup = setup({
  types: {
    context: {} as TopicContext,
    events: {} as TopicEvent,
  },
  actions: {
    subscribe: command<OfTopic>(),
    unsubscribe: command<OfTopic>(),
    /** Reads the topic's figures over the API and keeps them until `applySnapshot` or `dropSnapshot` of that number. */
    requestSnapshot: command<OfRead>(),
    applySnapshot: command<OfRead>(),
    dropSnapshot: command<OfRead>(),
    /** Puts the cells of the frame that has just come into the cache. */
    applyFrame: command<OfFrame>(),
    /** Keeps the frame that has just come, in order, until `applyHeld` or `dropHeld`. */
    holdFrame: command<OfFrame>(),
    applyHeld: command<OfTopic>(),
    dropHeld: command<OfTopic>(),
    countRead: assign(({ context }) => ({ readNo: context.readNo + 1 })),
    /** Reads a snapshot from the watch's position; frames held before it are obsolete. */
    keepPlace: assign((_, { epoch, position }: { epoch: string; position: number }) => ({ epoch, position, held: 0 })),
    keepFrame: assign((_, { epoch, to }: Frame) => ({ epoch, position: to })),
    /** A topic that was about to read a snapshot has missed something. */
    forgetPlace: assign({ position: null }),
    countHeld: assign(({ context }) => ({ held: context.held + 1 })),
    forgetHeld: assign({ held: 0 }),
    countWaiting: assign(({ context, event }) => (keepsStill(context, event) ? { waiting: context.waiting + 1 } : {})),
    forgetWaiting: assign({ waiting: 0 }),
    markShown: assign({ shown: true }),
    forgetFailures: assign(UNFAILED),
    /** Counted from the server's last message; the first retry is immediate. */
    countFailure: assign(({ context }, { lastHeardMs }: { lastHeardMs: number | null }) => {
      const failures = context.failures + 1
      const delayMs = failures === 1 ? 0 : Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** (failures - 2))
      return { failures, againFromMs: (lastHeardMs ?? 0) + delayMs }
    }),
  },
  guards: {
    hasHeld: ({ context }) => context.held > 0,
    missedNothing: ({ context, event }) =>
      event.type === 'topic.watchAccepted' &&
      context.shown &&
      event.epoch === context.epoch &&
      event.position === context.position,
    keepsStill: ({ context, event }) => keepsStill(context, event),
    keepsStillWithHeld: ({ context, event }) => keepsStill(context, event) && context.held > 0,
    mayPass: ({ event }) => event.type === 'topic.watchRefused' && mayPass(event.status),
    isStillGapWithHeld: ({ context, event }) => isGap(context, event) && keepsStill(context, event) && context.held > 0,
    isStillGap: ({ context, event }) => isGap(context, event) && keepsStill(context, event),
    isGapWithHeld: ({ context, event }) => isGap(context, event) && context.held > 0,
    isGap: ({ context, event }) => isGap(context, event),
    isNextWhileFrozen: ({ context, event }) => isNext(context, event) && 'isFrozen' in event && event.isFrozen,
    isNext: ({ context, event }) => isNext(context, event),
    isNew: ({ context, event }) => event.type === 'topic.frameReceived' && isNew(context, event),
    isStillReadWithHeld: ({ context, event }) =>
      isPresentRead(context, event) && keepsStill(context, event) && context.held > 0,
    isStillRead: ({ context, event }) => isPresentRead(context, event) && keepsStill(context, event),
    isPresentReadWithHeld: ({ context, event }) => isPresentRead(context, event) && context.held > 0,
    isPresentRead: ({ context, event }) => isPresentRead(context, event),
    mayRead: ({ context, event }) => !keepsStill(context, event),
  },
})
