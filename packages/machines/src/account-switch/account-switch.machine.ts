import { assign, setup } from 'xstate'
import type { Notice } from '../app/notice.ts'
import { command } from '../runtime/step.ts'
import { INDEX_PATH, LANDING_PATH } from '../session/session.routes.ts'
import type { AccountSwitchEvent } from './account-switch.events.ts'

/** The delay before the page reloads when a hidden tab abandons a switch (§4.9, §9.3). */
export const RELOAD_DELAY_MS = 500

export interface AccountSwitchContext {
  /** The number of the last call asked for, here or of the session check that follows it. */
  readonly callNo: number
  readonly to: number | null
  readonly loginParentDshUd: number | null
  /** The reference of the token that is being stored. */
  readonly tokenRef: string | null
  readonly error: string | null
}

type Of<T extends AccountSwitchEvent['type']> = Extract<AccountSwitchEvent, { type: T }>

/** Nothing of it outlives the session (law 4). */
const NO_SWITCH = { to: null, loginParentDshUd: null, tokenRef: null, error: null } as const

const base = setup({
  types: {
    context: {} as AccountSwitchContext,
    events: {} as AccountSwitchEvent,
  },
  actions: {
    switchAccount: command<{ callNo: number; pm_dsh_ud: number }>(),
    /** Replaces the stored token by the one held under the reference; answered by `token.stored`. */
    storeToken: command<{ ref: string }>(),
    notify: command<Notice>(),
    storeLoginDetails: command<{ switchFlag: boolean; loginParentDshUd: number | null }>(),
    /** Aborts running calls and drops every cache of the account that is left (law 4). */
    forgetAccount: command(),
    goTo: command<{ path: string; replace: boolean }>(),
    reload: command<{ delayMs: number }>(),
    countCall: assign(({ context }) => ({ callNo: context.callNo + 1 })),
    keepRequest: assign((_, { pm_dsh_ud, loginParentDshUd }: Of<'account.switchRequested'>) => ({
      ...NO_SWITCH,
      to: pm_dsh_ud,
      loginParentDshUd,
    })),
    keepToken: assign((_, { tokenRef }: Of<'account.switchAccepted'>) => ({ tokenRef })),
    keepError: assign((_, { message }: Of<'account.switchRefused'>) => ({ ...NO_SWITCH, error: message })),
    forget: assign(NO_SWITCH),
  },
  guards: {
    isAnother: ({ event }) => event.type === 'account.switchRequested' && event.pm_dsh_ud !== event.fromDshUd,
    isLatestCall: ({ context, event }) => 'callNo' in event && event.callNo === context.callNo,
    isOurToken: ({ context, event }) => event.type === 'token.stored' && event.ref === context.tokenRef,
  },
})

type At = { readonly context: AccountSwitchContext }

const request = {
  guard: 'isAnother',
  target: 'requesting',
  actions: [
    { type: 'keepRequest', params: ({ event }: { event: Of<'account.switchRequested'> }) => event },
    'countCall',
    {
      type: 'switchAccount',
      params: ({ context, event }: At & { event: Of<'account.switchRequested'> }) => ({
        callNo: context.callNo,
        pm_dsh_ud: event.pm_dsh_ud,
      }),
    },
  ],
} as const
const accepted = [
  { type: 'keepToken', params: ({ event }: { event: Of<'account.switchAccepted'> }) => event },
  {
    type: 'storeToken',
    params: ({ event }: { event: Of<'account.switchAccepted'> }) => ({ ref: event.tokenRef }),
  },
  {
    type: 'notify',
    params: ({ context: { to } }: At) =>
      ({ machine: 'app', event: { type: 'accountSwitch.tokenStored', pm_dsh_ud: to ?? 0 } }) as const,
  },
] as const
const storeDetails = {
  type: 'storeLoginDetails',
  params: ({ context }: At) => ({
    switchFlag: true,
    loginParentDshUd: context.loginParentDshUd,
  }),
} as const
const toIndex = [
  { type: 'goTo', params: { path: INDEX_PATH, replace: true } },
  { type: 'reload', params: { delayMs: RELOAD_DELAY_MS } },
] as const
/** Has the session checked with the new token; answered by `account.switchChecked`. */
const check = [
  'countCall',
  {
    type: 'notify',
    params: ({ context: { callNo } }: At) =>
      ({ machine: 'app', event: { type: 'accountSwitch.checkRequested', callNo } }) as const,
  },
] as const
/** The tab is hidden: it reloads instead of waiting for answers that a sleeping tab may never get (§4.9). */
const leaveHidden = { target: 'leaving', actions: toIndex } as const
/** The same, once the stored token is that of the other account. */
const leaveSwitchedHidden = { target: 'leaving', actions: [storeDetails, 'forgetAccount', ...toIndex] } as const

/**
 * A switch to another account (§4.9): it stores the answer's token, checks the session with it, and reloads the page in the other
 * account. It ends with the page, or with the server's message.
 */
export const accountSwitchMachine = base.createMachine({
  id: 'account-switch',
  context: { callNo: 0, ...NO_SWITCH },
  initial: 'idle',
  states: {
    idle: { on: { 'account.switchRequested': request } },
    requesting: {
      on: {
        'account.switchAccepted': { guard: 'isLatestCall', target: 'storing', actions: accepted },
        'account.switchRefused': {
          guard: 'isLatestCall',
          target: 'failed',
          actions: { type: 'keepError', params: ({ event }) => event },
        },
        'page.hidden': leaveHidden,
        'page.unfocused': leaveHidden,
        'session.ended': { target: 'idle', actions: 'forget' },
      },
    },
    storing: {
      on: {
        'token.stored': { guard: 'isOurToken', target: 'rechecking', actions: check },
        'page.hidden': leaveSwitchedHidden,
        'page.unfocused': leaveSwitchedHidden,
        'session.ended': { target: 'idle', actions: 'forget' },
      },
    },
    rechecking: {
      on: {
        'account.switchChecked': {
          guard: 'isLatestCall',
          target: 'leaving',
          actions: [
            {
              type: 'storeLoginDetails',
              params: ({ event }) => ({ switchFlag: true, loginParentDshUd: event.loginParentDshUd }),
            },
            'forgetAccount',
            { type: 'goTo', params: { path: LANDING_PATH, replace: true } },
            { type: 'reload', params: { delayMs: 0 } },
          ],
        },
        'page.hidden': leaveSwitchedHidden,
        'page.unfocused': leaveSwitchedHidden,
        'session.ended': { target: 'idle', actions: 'forget' },
      },
    },
    // The page is about to reload. A token that still arrives is stored: the server has ended the old one.
    leaving: {
      on: {
        'account.switchAccepted': { guard: 'isLatestCall', actions: [...accepted, storeDetails] },
        'session.ended': { target: 'idle', actions: 'forget' },
      },
    },
    failed: {
      on: {
        'account.switchRequested': request,
        'account.switchErrorDismissed': { target: 'idle', actions: 'forget' },
        'session.ended': { target: 'idle', actions: 'forget' },
      },
    },
  },
})
