import { NEW_TOPIC, topicSetup, type TopicContext, type TopicEventOf } from './topic.setup.ts'

type At = { readonly context: TopicContext }
type Framed = At & { readonly event: TopicEventOf<'topic.frameReceived'> }
type Read = At & { readonly event: TopicEventOf<'topic.snapshotReceived'> }
type Failed = { readonly event: TopicEventOf<'topic.snapshotFailed'> | TopicEventOf<'topic.watchRefused'> }

const ofTopic = <const T extends string>(type: T) =>
  ({ type, params: ({ context: { topic } }: At) => ({ topic }) }) as const
const applyHeld = ofTopic('applyHeld')
const dropHeld = ofTopic('dropHeld')
const ofRead = <const T extends string>(type: T) =>
  ({ type, params: ({ context: { topic }, event: { readNo } }: Read) => ({ topic, readNo }) }) as const
const ofFrame = <const T extends string>(type: T) =>
  ({ type, params: ({ context: { topic }, event: { to } }: Framed) => ({ topic, to }) }) as const

const ask = { target: '#topic.asking', actions: ofTopic('subscribe') } as const
const read = [
  'countRead',
  {
    type: 'requestSnapshot',
    params: ({ context: { topic, readNo } }: At) => ({ topic, readNo }),
  },
] as const
const countFailure = { type: 'countFailure', params: ({ event }: Failed) => event } as const
const rest = { target: '#topic.resting', actions: 'forgetFailures' } as const
const leave = { target: '#topic.resting', actions: [ofTopic('unsubscribe'), 'forgetFailures'] } as const
/** A topic that waits for a snapshot has to read a new one. */
const restUnread = {
  'topic.restRequested': { target: '#topic.resting', actions: ['forgetFailures', 'forgetPlace'] },
  'topic.leaveRequested': {
    target: '#topic.resting',
    actions: [ofTopic('unsubscribe'), 'forgetFailures', 'forgetPlace'],
  },
} as const

/** A snapshot brings the figures from the watch's position on, at once or after unfreezing. */
const keepWatched = {
  type: 'keepPlace',
  params: ({ event }: { event: TopicEventOf<'topic.watchAccepted'> }) => event,
} as const
const accepted = [
  { guard: 'missedNothing', target: 'following', actions: 'forgetFailures' },
  { guard: 'keepsStillWithHeld', target: 'behind', actions: ['forgetFailures', dropHeld, keepWatched] },
  { guard: 'keepsStill', target: 'behind', actions: ['forgetFailures', keepWatched] },
  { guard: 'hasHeld', target: 'reading', actions: ['forgetFailures', dropHeld, keepWatched, ...read] },
  { target: 'reading', actions: ['forgetFailures', keepWatched, ...read] },
] as const

const keepFrame = { type: 'keepFrame', params: ({ event }: Framed) => event } as const
/** Something was missed: a snapshot brings the figures, at once or after unfreezing. */
const gap = [
  {
    guard: 'isStillGapWithHeld',
    target: 'behind',
    actions: ['countWaiting', keepFrame, dropHeld, 'forgetHeld'],
  },
  { guard: 'isStillGap', target: 'behind', actions: ['countWaiting', keepFrame] },
  { guard: 'isGapWithHeld', target: 'reading', actions: [keepFrame, dropHeld, 'forgetHeld', ...read] },
  { guard: 'isGap', target: 'reading', actions: [keepFrame, ...read] },
] as const
const hold = ['countWaiting', ofFrame('holdFrame'), keepFrame, 'countHeld'] as const

/**
 * One topic of the push connection. Law 7 rests on three rules: a frame is applied only on the position that it starts from (or a
 * later one that it covers, since a frame carries whole values); a topic without a certain position reads a snapshot; frames that
 * arrive during a snapshot are held and applied after it. A frame that matches no rule is dropped.
 */
export const topicMachine = topicSetup.createMachine({
  id: 'topic',
  context: NEW_TOPIC,
  initial: 'resting',
  on: {
    'topic.restRequested': rest,
    'topic.leaveRequested': leave,
    'topic.closeRequested': { guard: 'hasHeld', actions: dropHeld },
    'topic.snapshotReceived': { actions: ofRead('dropSnapshot') },
    'topic.unfreezeRequested': [
      { guard: 'hasHeld', actions: [applyHeld, 'forgetHeld', 'forgetWaiting'] },
      { actions: 'forgetWaiting' },
    ],
  },
  states: {
    resting: {
      on: { 'topic.askRequested': ask, 'topic.retryRequested': ask },
    },
    asking: {
      tags: 'waitsForServer',
      on: {
        'topic.watchAccepted': accepted,
        'topic.watchRefused': [{ guard: 'mayPass', target: 'resting', actions: countFailure }, { target: 'refused' }],
      },
    },
    reading: {
      tags: 'waitsForServer',
      on: {
        ...restUnread,
        'topic.frameReceived': [...gap, { guard: 'isNext', actions: hold }],
        'topic.snapshotReceived': [
          {
            guard: 'isStillReadWithHeld',
            target: 'behind',
            actions: [ofRead('dropSnapshot'), dropHeld, 'forgetHeld'],
          },
          { guard: 'isStillRead', target: 'behind', actions: ofRead('dropSnapshot') },
          {
            guard: 'isPresentReadWithHeld',
            target: 'following',
            actions: [ofRead('applySnapshot'), applyHeld, 'forgetHeld', 'markShown', 'forgetFailures'],
          },
          {
            guard: 'isPresentRead',
            target: 'following',
            actions: [ofRead('applySnapshot'), 'markShown', 'forgetFailures'],
          },
          { actions: ofRead('dropSnapshot') },
        ],
        'topic.snapshotFailed': [
          {
            guard: 'isPresentReadWithHeld',
            target: 'behind',
            actions: [countFailure, dropHeld, 'forgetHeld'],
          },
          { guard: 'isPresentRead', target: 'behind', actions: countFailure },
        ],
        'topic.unfreezeRequested': { actions: 'forgetWaiting' },
      },
    },
    following: {
      tags: 'isFollowed',
      on: {
        'topic.frameReceived': [
          ...gap,
          { guard: 'isNextWhileFrozen', actions: hold },
          { guard: 'isNext', actions: [ofFrame('applyFrame'), keepFrame] },
        ],
      },
    },
    behind: {
      on: {
        ...restUnread,
        'topic.frameReceived': { guard: 'isNew', actions: ['countWaiting', keepFrame] },
        'topic.retryRequested': { guard: 'mayRead', target: 'reading', actions: read },
        'topic.unfreezeRequested': { target: 'reading', actions: ['forgetWaiting', ...read] },
      },
    },
    // Not asked for again before the next connection.
    refused: { tags: 'isFollowed' },
  },
})
