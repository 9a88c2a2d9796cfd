import type { FeedEvent } from './feed.events.ts'

/*
 *  One topic, while the socket is connected and the page is seen:
 *
 *            subscribe            requestSnapshot              applySnapshot, applyHeld
 *   resting ───────────▶ asking ─────────────────▶ reading ─────────────────────────────▶ following ─▶ applyFrame
 *      ▲                   │ same place as before      ▲ │                                     │
 *      │ lost, hidden      └───────────────────────────┼─┼────────────▶ following              │ gap, new epoch
 *      ├── from everywhere                             │ └ failed ─▶ behind ◀── while frozen ──┤
 *      │                                               └──── tick, unfreeze ──┘                │
 *      └── refused for now, asks again at a tick                                               │
 *                                                      └───────────────────────────────────────┘
 *
 *  Law 7 rests on three things: a frame is applied only on top of the position that it starts from (or lies beyond it,
 *  as a frame carries whole values); a topic whose place in the order is not certain reads a snapshot; frames that come
 *  while a snapshot is read are held and applied after it.
 *
 *  What failed is tried again at the next tick, then after a delay that grows; and at once when a heartbeat shows that the
 *  gateway hears the platform again, so that nobody waits for the delay once the trouble is over.
 */
export type TopicPhase = 'resting' | 'asking' | 'reading' | 'following' | 'behind' | 'refused'

export interface TopicState {
  readonly phase: TopicPhase
  readonly epoch: string | null
  /** The position up to which the figures on the screen, with the held frames, are complete; null when that is not certain. */
  readonly position: number | null
  /** The number of the last snapshot asked for. */
  readonly readNo: number
  /** Figures of this topic have been shown. */
  readonly shown: boolean
  /** Frames that the runner holds. */
  readonly held: number
  /** Frames that the user does not see because updates are frozen. */
  readonly waiting: number
  /** How often in a row the watch was refused for now, or the snapshot failed. */
  readonly failures: number
  /** From when on the next try may be made; null while nothing has failed. */
  readonly againFromMs: number | null
}

export interface FeedContext {
  readonly wanted: boolean
  readonly connected: boolean
  readonly visible: boolean
  readonly frozen: boolean
  /** When anything was last heard from the server; proves the connection. */
  readonly lastHeardMs: number | null
  /** The moment up to which the figures are known to be the platform's. */
  readonly freshAsOfMs: number | null
  /** How far behind the gateway said it was last; null when it could not say. */
  readonly feedDelayMs: number | null
  /** The highest snapshot number of topics no longer watched: a number is never given twice, so no late answer is taken for a new one. */
  readonly readNoFloor: number
  readonly topics: Readonly<Record<string, TopicState>>
}

export type FeedCommand =
  | {
      readonly type: 'subscribe' | 'unsubscribe' | 'applyHeld' | 'dropHeld'
      readonly params: { readonly topic: string }
    }
  | {
      readonly type: 'requestSnapshot' | 'applySnapshot' | 'dropSnapshot'
      readonly params: { readonly topic: string; readonly readNo: number }
    }
  | {
      readonly type: 'applyFrame' | 'holdFrame' | 'dropFrame'
      readonly params: { readonly topic: string; readonly to: number }
    }

interface Turn {
  readonly context: FeedContext
  readonly commands: readonly FeedCommand[]
}
interface TopicTurn {
  readonly state: TopicState
  readonly commands: readonly FeedCommand[]
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
const NEW_TOPIC: TopicState = {
  phase: 'resting',
  epoch: null,
  position: null,
  readNo: 0,
  shown: false,
  held: 0,
  waiting: 0,
  failures: 0,
  againFromMs: null,
}

/** The second try after a failure comes so much later than the first, each further one twice as late, in ms. */
export const RETRY_DELAY_MS = 3_000
/** No try comes later than this after the last, in ms. */
export const MAX_RETRY_DELAY_MS = 30_000
/** A gateway that is so far behind does not hear the platform, in ms. */
export const FEED_AWAY_AFTER_MS = 5_000

const isListening = (context: FeedContext): boolean => context.connected && context.visible
/** A frozen page changes no figure that it has shown. */
const keepsStill = (context: FeedContext, state: TopicState): boolean => context.frozen && state.shown

const dropHeld = (topic: string, state: TopicState): readonly FeedCommand[] =>
  state.held > 0 ? [{ type: 'dropHeld', params: { topic } }] : []

const ask = (topic: string, state: TopicState): TopicTurn => ({
  state: { ...state, phase: 'asking' },
  commands: [{ type: 'subscribe', params: { topic } }],
})

const UNFAILED = { failures: 0, againFromMs: null } as const

/** Keeps when the next try may be made: from the last word of the server on, at the first failure at once. */
function failed(context: FeedContext, state: TopicState): TopicState {
  const failures = state.failures + 1
  const delayMs = failures === 1 ? 0 : Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** (failures - 2))
  return { ...state, failures, againFromMs: (context.lastHeardMs ?? 0) + delayMs }
}

/** Whoever was about to read a snapshot has missed something; anybody else stands where he stood. */
const rest = (state: TopicState): TopicState => ({
  ...state,
  ...UNFAILED,
  phase: 'resting',
  position: state.phase === 'reading' || state.phase === 'behind' ? null : state.position,
})

/** The figures from `position` on come with a snapshot; at once, or when the page may change again. */
function readFrom(context: FeedContext, topic: string, state: TopicState, epoch: string, position: number): TopicTurn {
  const placed = { ...state, epoch, position, held: 0 }
  const dropped = dropHeld(topic, state)
  if (keepsStill(context, state)) return { state: { ...placed, phase: 'behind' }, commands: dropped }
  return read(topic, placed, dropped)
}

function read(topic: string, state: TopicState, before: readonly FeedCommand[] = []): TopicTurn {
  const readNo = state.readNo + 1
  return {
    state: { ...state, phase: 'reading', readNo },
    commands: [...before, { type: 'requestSnapshot', params: { topic, readNo } }],
  }
}

type FrameReceived = Extract<FeedEvent, { type: 'frame.received' }>

function takeFrame(context: FeedContext, state: TopicState, { topic, epoch, from, to }: FrameReceived): TopicTurn {
  const drop: FeedCommand = { type: 'dropFrame', params: { topic, to } }
  const { phase, position } = state
  if (phase === 'resting' || phase === 'asking' || phase === 'refused' || position === null)
    return { state, commands: [drop] }
  if (epoch === state.epoch && to <= position) return { state, commands: [drop] }
  const waiting = keepsStill(context, state) ? state.waiting + 1 : state.waiting
  if (phase === 'behind') return { state: { ...state, epoch, position: to, waiting }, commands: [drop] }
  if (epoch !== state.epoch || from > position) {
    const turn = readFrom(context, topic, { ...state, waiting }, epoch, to)
    return { state: turn.state, commands: [drop, ...turn.commands] }
  }
  if (phase === 'reading' || context.frozen) {
    return {
      state: { ...state, position: to, held: state.held + 1, waiting },
      commands: [{ type: 'holdFrame', params: { topic, to } }],
    }
  }
  return { state: { ...state, position: to }, commands: [{ type: 'applyFrame', params: { topic, to } }] }
}

function takeSnapshot(context: FeedContext, state: TopicState, topic: string, readNo: number): TopicTurn {
  if (state.phase !== 'reading' || readNo !== state.readNo)
    return { state, commands: [{ type: 'dropSnapshot', params: { topic, readNo } }] }
  if (keepsStill(context, state)) {
    return {
      state: { ...state, phase: 'behind', held: 0 },
      commands: [{ type: 'dropSnapshot', params: { topic, readNo } }, ...dropHeld(topic, state)],
    }
  }
  const apply: FeedCommand = { type: 'applySnapshot', params: { topic, readNo } }
  const held: readonly FeedCommand[] = state.held > 0 ? [{ type: 'applyHeld', params: { topic } }] : []
  return { state: { ...state, ...UNFAILED, phase: 'following', shown: true, held: 0 }, commands: [apply, ...held] }
}

function subscribed(
  context: FeedContext,
  state: TopicState,
  topic: string,
  epoch: string,
  position: number,
): TopicTurn {
  if (state.phase !== 'asking') return { state, commands: [] }
  const nothingMissed = state.shown && epoch === state.epoch && position === state.position
  const accepted = { ...state, ...UNFAILED }
  return nothingMissed
    ? { state: { ...accepted, phase: 'following' }, commands: [] }
    : readFrom(context, topic, accepted, epoch, position)
}

/** Whether a refusal may pass by itself: the platform is away or busy, or a wish was overtaken by a later one. */
const mayPass = (status: number): boolean => status >= 500 || status === 429 || status === 409

function refused(context: FeedContext, state: TopicState, status: number): TopicTurn {
  if (state.phase !== 'asking') return { state, commands: [] }
  return {
    state: mayPass(status) ? { ...failed(context, state), phase: 'resting' } : { ...state, phase: 'refused' },
    commands: [],
  }
}

/** What failed for now is tried again. */
function tryAgain(context: FeedContext, topic: string, state: TopicState): TopicTurn {
  if (state.phase === 'resting') return ask(topic, state)
  return state.phase === 'behind' && !keepsStill(context, state) ? read(topic, state) : { state, commands: [] }
}

function unfreeze(context: FeedContext, topic: string, state: TopicState): TopicTurn {
  const seen = { ...state, waiting: 0 }
  if (state.phase === 'behind' && isListening(context)) return read(topic, seen)
  if (state.phase === 'reading' || state.held === 0) return { state: seen, commands: [] }
  return { state: { ...seen, held: 0 }, commands: [{ type: 'applyHeld', params: { topic } }] }
}

function one(context: FeedContext, topic: string, change: (state: TopicState) => TopicTurn): Turn {
  const state = Object.hasOwn(context.topics, topic) ? context.topics[topic] : undefined
  if (state === undefined) return { context, commands: [] }
  const turn = change(state)
  return {
    context: turn.state === state ? context : { ...context, topics: { ...context.topics, [topic]: turn.state } },
    commands: turn.commands,
  }
}

function all(context: FeedContext, change: (topic: string, state: TopicState) => TopicTurn): Turn {
  const turns = Object.entries(context.topics).map(([topic, state]) => [topic, change(topic, state)] as const)
  return {
    context: turns.every(([topic, turn]) => turn.state === context.topics[topic])
      ? context
      : { ...context, topics: Object.fromEntries(turns.map(([topic, turn]) => [topic, turn.state])) },
    commands: turns.flatMap(([, turn]) => turn.commands),
  }
}

const floorOf = (context: FeedContext, gone: readonly TopicState[]): number =>
  Math.max(context.readNoFloor, ...gone.map(state => state.readNo))

const quiet = (state: TopicState): TopicTurn => ({ state, commands: [] })
const restAll = (context: FeedContext): Turn => all(context, (_, state) => quiet(rest(state)))
const askAll = (context: FeedContext): Turn => (isListening(context) ? all(context, ask) : { context, commands: [] })

const isFollowed = (context: FeedContext): boolean =>
  Object.values(context.topics).every(({ phase }) => phase === 'following' || phase === 'refused')

const isAway = (feedDelayMs: number | null): boolean => feedDelayMs === null || feedDelayMs > FEED_AWAY_AFTER_MS
/** Whether the gateway, which did not hear the platform before, hears it now. */
const isPlatformBack = (context: FeedContext, feedDelayMs: number | null): boolean =>
  isAway(context.feedDelayMs) && !isAway(feedDelayMs)

const heard = (context: FeedContext, atMs: number): FeedContext => ({
  ...context,
  lastHeardMs: Math.max(context.lastHeardMs ?? atMs, atMs),
})
const fresh = (context: FeedContext, asOfMs: number): FeedContext => ({
  ...context,
  freshAsOfMs: Math.max(context.freshAsOfMs ?? asOfMs, asOfMs),
})

/**
 * What an event makes of the topics.
 * @param context the topics and what holds for all of them
 * @param event the event; one that is of no concern to topics changes nothing
 * @returns the next context, and what the runner is to do, in order
 */
export function turn(context: FeedContext, event: FeedEvent): Turn {
  switch (event.type) {
    case 'feed.openRequested':
      return { context: { ...context, wanted: true }, commands: [] }
    case 'feed.closeRequested':
      return {
        context: {
          ...NO_TOPICS,
          visible: context.visible,
          readNoFloor: floorOf(context, Object.values(context.topics)),
        },
        commands: all(context, (topic, state) => ({ state, commands: dropHeld(topic, state) })).commands,
      }
    case 'topic.watchRequested': {
      if (Object.hasOwn(context.topics, event.topic)) return { context, commands: [] }
      const state = { ...NEW_TOPIC, readNo: context.readNoFloor }
      const begin = isListening(context) ? ask(event.topic, state) : quiet(state)
      return {
        context: { ...context, topics: { ...context.topics, [event.topic]: begin.state } },
        commands: begin.commands,
      }
    }
    case 'topic.unwatchRequested': {
      const { [event.topic]: gone, ...topics } = context.topics
      if (gone === undefined || !Object.hasOwn(context.topics, event.topic)) return { context, commands: [] }
      const unsubscribe: readonly FeedCommand[] = isListening(context)
        ? [{ type: 'unsubscribe', params: { topic: event.topic } }]
        : []
      return {
        context: { ...context, topics, readNoFloor: floorOf(context, [gone]) },
        commands: [...unsubscribe, ...dropHeld(event.topic, gone)],
      }
    }
    case 'socket.connected':
      return askAll(heard({ ...restAll(context).context, connected: true }, event.atMs))
    case 'socket.disconnected':
    case 'network.lost':
      return restAll({ ...context, connected: false })
    case 'topic.subscribed':
      return one(context, event.topic, state => subscribed(context, state, event.topic, event.epoch, event.position))
    case 'topic.refused':
      return one(context, event.topic, state => refused(context, state, event.status))
    case 'snapshot.received':
      if (!Object.hasOwn(context.topics, event.topic))
        return { context, commands: [{ type: 'dropSnapshot', params: { topic: event.topic, readNo: event.readNo } }] }
      return one(fresh(heard(context, event.atMs), event.atMs), event.topic, state =>
        takeSnapshot(context, state, event.topic, event.readNo),
      )
    case 'snapshot.failed':
      return one(context, event.topic, state =>
        state.phase === 'reading' && event.readNo === state.readNo
          ? { state: { ...failed(context, state), phase: 'behind', held: 0 }, commands: dropHeld(event.topic, state) }
          : quiet(state),
      )
    case 'frame.received':
      return one(fresh(heard(context, event.atMs), event.atMs), event.topic, state => takeFrame(context, state, event))
    case 'heartbeat.received': {
      const told = { ...heard(context, event.atMs), feedDelayMs: event.feedDelayMs }
      // figures that are not followed grow old, however well the line is
      const next =
        event.feedDelayMs === null || !isFollowed(context) ? told : fresh(told, event.atMs - event.feedDelayMs)
      if (!isListening(next) || !isPlatformBack(context, event.feedDelayMs)) return { context: next, commands: [] }
      return all(next, (topic, state) => (state.failures > 0 ? tryAgain(next, topic, state) : quiet(state)))
    }
    case 'clock.ticked':
      return isListening(context)
        ? all(context, (topic, state) =>
            event.nowMs >= (state.againFromMs ?? event.nowMs) ? tryAgain(context, topic, state) : quiet(state),
          )
        : { context, commands: [] }
    case 'page.hidden': {
      if (!context.visible) return { context, commands: [] }
      const rested = restAll({ ...context, visible: false })
      const unsubscribe = context.connected
        ? Object.keys(context.topics).map(topic => ({ type: 'unsubscribe', params: { topic } }) as const)
        : []
      return { context: rested.context, commands: unsubscribe }
    }
    case 'page.shown':
      return context.visible ? { context, commands: [] } : askAll({ ...context, visible: true })
    case 'updates.freezeRequested':
      return { context: { ...context, frozen: true }, commands: [] }
    case 'updates.unfreezeRequested': {
      const thawed = { ...context, frozen: false }
      return all(thawed, (topic, state) => unfreeze(thawed, topic, state))
    }
    default:
      return { context, commands: [] }
  }
}

/** Whether no topic waits for an answer of the server. */
export const isCaughtUp = (context: FeedContext): boolean =>
  Object.values(context.topics).every(({ phase }) => phase !== 'asking' && phase !== 'reading')
