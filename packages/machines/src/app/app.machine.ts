import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { AppEvent } from './app.events.ts'
import { notify, type Notice } from './notice.ts'

/** Which machine waits for a check, so that the answer reaches it. */
export interface AppContext {
  readonly switchCallNo: number | null
  readonly userAttemptNo: number | null
}

type Of<T extends AppEvent['type']> = Extract<AppEvent, { type: T }>
type Turn<T extends AppEvent['type']> = { context: AppContext; event: Of<T> }

const NOTHING_ASKED: AppContext = { switchCallNo: null, userAttemptNo: null }

const toSession = {
  endedElsewhere: notify({ machine: 'session', event: { type: 'session.endedInOtherTab' } }),
  startedElsewhere: notify({ machine: 'session', event: { type: 'session.startedInOtherTab' } }),
  ended: notify({ machine: 'session', event: { type: 'session.ended' } }),
  switched: notify({ machine: 'session', event: { type: 'account.switched' } }),
  recheck: notify({ machine: 'session', event: { type: 'session.recheckRequested' } }),
  networkRegained: notify({ machine: 'session', event: { type: 'network.regained' } }),
} as const

const notifyTabs = {
  type: 'notify',
  params: ({ event: { uid, pm_dsh_ud } }: Turn<'session.began'> | Turn<'session.rechecked'>) =>
    ({ machine: 'tabs', event: { type: 'tab.sessionChanged', session: { uid, pm_dsh_ud }, tokenRef: null } }) as const,
} as const
const notifyIdle = {
  type: 'notify',
  params: ({ event: { atMs } }: Turn<'session.rechecked'>) =>
    ({ machine: 'idle', event: { type: 'session.rechecked', atMs } }) as const,
} as const
const watchIdle = {
  type: 'notify',
  params: ({ event: { atMs } }: Turn<'session.began'> | Turn<'session.unanswered'>) =>
    ({ machine: 'idle', event: { type: 'idle.watchRequested', atMs } }) as const,
} as const
const begin = {
  type: 'notify',
  params: ({ event: { hasToken, path } }: Turn<'page.loaded'>) =>
    ({ machine: 'session', event: { type: 'app.started', hasToken, path } }) as const,
} as const
const closeDialog = notify({ machine: 'user-dialog', event: { type: 'session.ended' } })
const closeAll = [
  notify({ machine: 'feed', event: { type: 'feed.closeRequested' } }),
  notify({ machine: 'idle', event: { type: 'idle.stopRequested' } }),
  notify({ machine: 'account-switch', event: { type: 'session.ended' } }),
  closeDialog,
] as const
const notifyTabsEnded = notify({
  machine: 'tabs',
  event: { type: 'tab.sessionChanged', session: null, tokenRef: null },
})
const hidden = notify({ machine: 'feed', event: { type: 'page.hidden' } })

/**
 * The router between the machines of one tab. It passes on the page's events and the requests of one machine that another has to
 * answer. It starts the machines of a session when one begins and stops them with the session (law 4). Forms are cut off, not
 * closed, when a session ends: an open form at a journal's end is an unsaved draft.
 */
export const appMachine = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
  },
  actions: {
    notify: command<Notice>(),
    keepSwitchCall: assign((_, { callNo }: { callNo: number }) => ({ switchCallNo: callNo })),
    keepUserAttempt: assign((_, { attemptNo }: { attemptNo: number }) => ({ userAttemptNo: attemptNo })),
    forgetSwitchCall: assign({ switchCallNo: null }),
    forgetUserAttempt: assign({ userAttemptNo: null }),
    forget: assign(NOTHING_ASKED),
  },
  guards: {
    canLink: ({ event }) => event.type === 'page.loaded' && event.canLink,
    isEnded: ({ event }) => event.type === 'session.finished' && event.isEnded,
    isSwitchWaiting: ({ context }) => context.switchCallNo !== null,
    isSavedFor: ({ context, event }) =>
      event.type === 'userForm.answered' && event.isSaved && context.userAttemptNo !== null,
    isFormWaiting: ({ context }) => context.userAttemptNo !== null,
    beganElsewhere: ({ event }) => event.type === 'otherTab.sessionApplied' && event.isSignedIn,
  },
}).createMachine({
  id: 'app',
  context: NOTHING_ASKED,
  initial: 'starting',
  states: {
    starting: {
      on: {
        'page.loaded': [
          {
            guard: 'canLink',
            target: 'running',
            actions: [
              {
                type: 'notify',
                params: ({ event }) => ({
                  machine: 'tabs',
                  event: { type: 'tabs.linked', asksForSession: !event.hasToken },
                }),
              },
              begin,
            ],
          },
          { target: 'running', actions: begin },
        ],
      },
    },
    running: {
      initial: 'signedOut',
      on: {
        'config.read': {
          actions: {
            type: 'notify',
            params: ({ event: { isLocalDevelopment, buildDate } }) => ({
              machine: 'version-poll',
              event: { type: 'version.pollRequested', isLocalDevelopment, buildDate },
            }),
          },
        },
        'location.changed': {
          actions: {
            type: 'notify',
            params: ({ event: { path } }) => ({ machine: 'session', event: { type: 'location.changed', path } }),
          },
        },
        'page.shown': { actions: notify({ machine: 'feed', event: { type: 'page.shown' } }) },
        'network.lost': { actions: notify({ machine: 'feed', event: { type: 'network.lost' } }) },
        'network.regained': {
          actions: [notify({ machine: 'feed', event: { type: 'network.regained' } }), toSession.networkRegained],
        },
        'call.unauthorized': { actions: toSession.ended },
        'otherTab.sessionApplied': [
          { guard: 'beganElsewhere', actions: toSession.startedElsewhere },
          { actions: toSession.endedElsewhere },
        ],
      },
      states: {
        signedOut: {
          on: {
            'page.hidden': { actions: hidden },
            'session.finished': { guard: 'isEnded', actions: notifyTabsEnded },
            'session.began': {
              target: 'signedIn',
              actions: [notify({ machine: 'feed', event: { type: 'feed.openRequested' } }), watchIdle, notifyTabs],
            },
          },
        },
        signedIn: {
          on: {
            'session.finished': [
              { guard: 'isEnded', target: 'signedOut', actions: [...closeAll, notifyTabsEnded, 'forget'] },
              { target: 'signedOut', actions: [...closeAll, 'forget'] },
            ],
            'session.accountChanged': { actions: [closeDialog, 'forgetUserAttempt'] },
            'session.rechecked': [
              {
                guard: 'isSwitchWaiting',
                actions: [
                  notifyIdle,
                  {
                    type: 'notify',
                    params: ({ context, event: { loginParentDshUd } }) => ({
                      machine: 'account-switch',
                      event: { type: 'account.switchChecked', callNo: context.switchCallNo ?? 0, loginParentDshUd },
                    }),
                  },
                  notifyTabs,
                  'forgetSwitchCall',
                ],
              },
              { actions: [notifyIdle, notifyTabs] },
            ],
            'session.unanswered': { actions: watchIdle },
            'idle.due': { actions: toSession.recheck },
            'ownUser.changed': { actions: toSession.recheck },
            'accountSwitch.checkRequested': {
              actions: [{ type: 'keepSwitchCall', params: ({ event }) => event }, toSession.switched],
            },
            'accountSwitch.tokenStored': {
              actions: {
                type: 'notify',
                params: ({ event: { pm_dsh_ud } }) => ({
                  machine: 'tabs',
                  event: { type: 'tab.accountSwitched', pm_dsh_ud },
                }),
              },
            },
            'page.hidden': { actions: [hidden, notify({ machine: 'account-switch', event: { type: 'page.hidden' } })] },
            'page.unfocused': { actions: notify({ machine: 'account-switch', event: { type: 'page.unfocused' } }) },
            'userForm.submitted': {
              actions: [
                { type: 'keepUserAttempt', params: ({ event }) => event },
                {
                  type: 'notify',
                  params: ({ event: { values, isPasswordFilled } }) => ({
                    machine: 'user-dialog',
                    event: { type: 'user.saveRequested', values, isPasswordFilled },
                  }),
                },
              ],
            },
            'userForm.left': {
              actions: notify({ machine: 'user-dialog', event: { type: 'userDialog.closeRequested' } }),
            },
            'userForm.answered': [
              {
                guard: 'isSavedFor',
                actions: [
                  {
                    type: 'notify',
                    params: ({ context }) => ({
                      machine: 'form/user',
                      event: { type: 'form.saved', attemptNo: context.userAttemptNo ?? 0 },
                    }),
                  },
                  'forgetUserAttempt',
                ],
              },
              {
                guard: 'isFormWaiting',
                actions: [
                  {
                    type: 'notify',
                    params: ({ context, event: { message, details } }) => ({
                      machine: 'form/user',
                      event: { type: 'form.refused', attemptNo: context.userAttemptNo ?? 0, message, details },
                    }),
                  },
                  'forgetUserAttempt',
                ],
              },
            ],
          },
        },
      },
    },
  },
})
