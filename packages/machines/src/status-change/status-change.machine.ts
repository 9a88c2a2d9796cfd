import type { StatusCode, StatusScope } from '@desk/schema/statuses/status'
import type { BlockReason } from '@desk/schema/statuses/block-reasons'
import type { StatusEffects } from '@desk/schema/statuses/status-view'
import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import { isReversible } from '../status/judge.ts'
import type { StatusChangeEvent, StatusConflict } from './status-change.events.ts'

/** The requested change. */
export interface AskedChange {
  readonly scope: StatusScope
  readonly id: number
  readonly name: string
  readonly from: StatusCode
  readonly to: StatusCode
  /** The version that the user saw; after the change, the new one. */
  readonly version: number
}

export interface StatusChangeContext {
  readonly change: AskedChange | null
  /** The effects of the change; null while they are being read. */
  readonly effects: StatusEffects | null
  readonly note: string
  readonly commandId: string | null
  /** The feed has shown our change. */
  readonly echoed: boolean
  readonly refusal: { readonly message: string; readonly reason: BlockReason | null } | null
  readonly conflict: StatusConflict | null
}

const NOTHING_ASKED: StatusChangeContext = {
  change: null,
  effects: null,
  note: '',
  commandId: null,
  echoed: false,
  refusal: null,
  conflict: null,
}

type Requested = Extract<StatusChangeEvent, { type: 'status.changeRequested' }>
type OfObject = Extract<StatusChangeEvent, { scope: StatusScope }>

const isSameObject = (change: AskedChange | null, event: StatusChangeEvent): event is OfObject =>
  'scope' in event && event.scope === change?.scope && event.id === change.id

const request = {
  guard: 'isAChange',
  target: 'confirming',
  actions: { type: 'open', params: ({ event }: { event: Requested }) => event },
} as const
const dismiss = { target: 'idle', actions: 'forget' } as const
const echo = {
  guard: 'isOurCommand',
  target: 'accepted',
  actions: [{ type: 'keepVersion', params: ({ event }: { event: { version: number } }) => event }, 'markEchoed'],
} as const

type Confirmed = Extract<StatusChangeEvent, { type: 'status.confirmed' }>

/** A confirmed change has been requested before. */
const NO_OBJECT = { scope: 'project', id: 0, to: 1, version: 0 } as const
const send = [
  { type: 'keepCommand', params: ({ event }: { event: Confirmed }) => event },
  {
    type: 'patchStatus',
    params: ({
      context: { change, note },
      event: { commandId },
    }: {
      context: StatusChangeContext
      event: Confirmed
    }) => {
      const { scope, id, to, version } = change ?? NO_OBJECT
      return { commandId, scope, id, to, version, note: note.trim() }
    },
  },
] as const

const base = setup({
  types: {
    context: {} as StatusChangeContext,
    events: {} as StatusChangeEvent,
  },
  actions: {
    patchStatus: command<{
      commandId: string
      scope: StatusScope
      id: number
      to: StatusCode
      version: number
      note: string
    }>(),
    keepCommand: assign((_, { commandId }: { commandId: string }) => ({ commandId })),
    open: assign((_, { scope, id, name, from, to, version, effects }: Requested) => ({
      ...NOTHING_ASKED,
      change: { scope, id, name, from, to, version },
      effects,
    })),
    forget: assign(NOTHING_ASKED),
    learnEffects: assign((_, { effects }: { effects: StatusEffects }) => ({ effects })),
    keepNote: assign((_, { note }: { note: string }) => ({ note })),
    keepVersion: assign(({ context: { change } }, { version }: { version: number }) => ({
      change: change && { ...change, version },
      refusal: null,
    })),
    markEchoed: assign({ echoed: true }),
    keepRefusal: assign((_, { message, reason }: { message: string; reason: BlockReason | null }) => ({
      refusal: { message, reason },
    })),
    keepConflict: assign((_, { current }: { current: StatusConflict }) => ({ conflict: current })),
    takeOverConflict: assign(({ context: { change, conflict } }) => ({
      change: change && conflict && { ...change, from: conflict.status, version: conflict.version },
      effects: null,
      commandId: null,
      conflict: null,
    })),
    askAgain: assign({ commandId: null, refusal: null }),
    turnAround: assign(({ context: { change } }) => ({
      ...NOTHING_ASKED,
      change: change && { ...change, from: change.to, to: change.from },
    })),
  },
  guards: {
    isAChange: ({ event }) => event.type === 'status.changeRequested' && event.from !== event.to,
    isOurCommand: ({ context, event }) => 'commandId' in event && event.commandId === context.commandId,
    isOurObject: ({ context, event }) => isSameObject(context.change, event),
    isNewsOfOurObject: ({ context: { change }, event }) =>
      event.type === 'status.changedElsewhere' &&
      isSameObject(change, event) &&
      event.current.version > (change?.version ?? 0),
    isThereAlready: ({ context: { change, conflict } }) => conflict?.status === change?.to,
    isReversible: ({ context: { change } }) => change !== null && isReversible(change.from, change.to),
  },
})

/**
 * One status change by a user (§4.3): requested, confirmed once, sent once (law 5), and then accepted, rejected or in conflict
 * with another user's. The change that comes back over the feed is recognised by its command id, and counts as the answer when
 * the answer itself was lost.
 */
export const statusChangeMachine = base.createMachine({
  id: 'status-change',
  context: NOTHING_ASKED,
  initial: 'idle',
  states: {
    idle: { on: { 'status.changeRequested': request } },
    confirming: {
      on: {
        'status.effectsLearned': {
          guard: 'isOurObject',
          actions: { type: 'learnEffects', params: ({ event }) => event },
        },
        'status.noteChanged': { actions: { type: 'keepNote', params: ({ event }) => event } },
        'status.confirmed': { target: 'sending', actions: send },
        'status.confirmationRejected': dismiss,
        'status.changedElsewhere': {
          guard: 'isNewsOfOurObject',
          target: 'conflicted',
          actions: { type: 'keepConflict', params: ({ event }) => event },
        },
      },
    },
    sending: {
      on: {
        'status.changeAccepted': {
          guard: 'isOurCommand',
          target: 'accepted',
          actions: { type: 'keepVersion', params: ({ event }) => event },
        },
        'status.changeRejected': {
          guard: 'isOurCommand',
          target: 'rejected',
          actions: { type: 'keepRefusal', params: ({ event }) => event },
        },
        'status.changeConflicted': {
          guard: 'isOurCommand',
          target: 'conflicted',
          actions: { type: 'keepConflict', params: ({ event }) => event },
        },
        'status.changeEchoed': echo,
      },
    },
    accepted: {
      on: {
        'status.changeEchoed': { guard: 'isOurCommand', actions: 'markEchoed' },
        'status.undoRequested': { guard: 'isReversible', target: 'confirming', actions: 'turnAround' },
        'status.dismissed': dismiss,
        'status.changeRequested': request,
      },
    },
    rejected: {
      on: {
        'status.changeEchoed': echo,
        'status.retryRequested': { target: 'confirming', actions: 'askAgain' },
        'status.dismissed': dismiss,
        'status.changeRequested': request,
      },
    },
    conflicted: {
      on: {
        'status.retryRequested': [
          { guard: 'isThereAlready', ...dismiss },
          { target: 'confirming', actions: 'takeOverConflict' },
        ],
        'status.dismissed': dismiss,
        'status.changeRequested': request,
      },
    },
  },
})
