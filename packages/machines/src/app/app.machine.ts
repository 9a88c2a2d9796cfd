import { assign, setup } from 'xstate'
import type { AccountSwitchEvent } from '../account-switch/account-switch.events.ts'
import type { FeedEvent } from '../feed/feed.events.ts'
import type { FormEvent } from '../form/form.events.ts'
import type { IdleEvent } from '../idle/idle.events.ts'
import { command } from '../runtime/step.ts'
import type { SessionEvent } from '../session/session.events.ts'
import type { TabsEvent } from '../tabs/tabs.events.ts'
import type { UserDialogEvent } from '../user-dialog/user-dialog.events.ts'
import type { VersionPollEvent } from '../version-poll/version-poll.events.ts'
import type { AppEvent } from './app.events.ts'

/** An event for one machine, by its key. */
export type Told =
  | { readonly to: 'session'; readonly event: SessionEvent }
  | { readonly to: 'idle'; readonly event: IdleEvent }
  | { readonly to: 'account-switch'; readonly event: AccountSwitchEvent }
  | { readonly to: 'tabs'; readonly event: TabsEvent }
  | { readonly to: 'version-poll'; readonly event: VersionPollEvent }
  | { readonly to: 'feed'; readonly event: FeedEvent }
  | { readonly to: 'user-dialog'; readonly event: UserDialogEvent }
  | { readonly to: 'form/user'; readonly event: FormEvent }

/** Whose question is under way, so that the answer finds its way back; no state of the machine that asked. */
export interface AppContext {
  readonly switchCallNo: number | null
  readonly userAttemptNo: number | null
}

type Of<T extends AppEvent['type']> = Extract<AppEvent, { type: T }>
type Turn<T extends AppEvent['type']> = { context: AppContext; event: Of<T> }

const NOTHING_ASKED: AppContext = { switchCallNo: null, userAttemptNo: null }

const tell = <const T extends Told>(told: T) => ({ type: 'tell', params: told }) as const

const toSession = {
  endedElsewhere: tell({ to: 'session', event: { type: 'session.endedInOtherTab' } }),
  startedElsewhere: tell({ to: 'session', event: { type: 'session.startedInOtherTab' } }),
  ended: tell({ to: 'session', event: { type: 'session.ended' } }),
  switched: tell({ to: 'session', event: { type: 'account.switched' } }),
  recheck: tell({ to: 'session', event: { type: 'session.recheckRequested' } }),
  networkRegained: tell({ to: 'session', event: { type: 'network.regained' } }),
} as const

const tellTabsSession = {
  type: 'tell',
  params: ({ event: { uid, pm_dsh_ud } }: Turn<'session.began'> | Turn<'session.rechecked'>) =>
    ({ to: 'tabs', event: { type: 'tab.sessionChanged', session: { uid, pm_dsh_ud }, tokenRef: null } }) as const,
} as const
const tellIdleChecked = {
  type: 'tell',
  params: ({ event: { atMs } }: Turn<'session.rechecked'>) =>
    ({ to: 'idle', event: { type: 'session.rechecked', atMs } }) as const,
} as const
const watchIdle = {
  type: 'tell',
  params: ({ event: { atMs } }: Turn<'session.began'> | Turn<'session.unanswered'>) =>
    ({ to: 'idle', event: { type: 'idle.watchRequested', atMs } }) as const,
} as const
const begin = {
  type: 'tell',
  params: ({ event: { hasToken, path } }: Turn<'page.loaded'>) =>
    ({ to: 'session', event: { type: 'app.started', hasToken, path } }) as const,
} as const
const closeDialog = tell({ to: 'user-dialog', event: { type: 'session.ended' } })
const closeAll = [
  tell({ to: 'feed', event: { type: 'feed.closeRequested' } }),
  tell({ to: 'idle', event: { type: 'idle.stopRequested' } }),
  tell({ to: 'account-switch', event: { type: 'session.ended' } }),
  closeDialog,
] as const
const tellTabsEnded = tell({ to: 'tabs', event: { type: 'tab.sessionChanged', session: null, tokenRef: null } })
const hidden = tell({ to: 'feed', event: { type: 'page.hidden' } })

/**
 * The whole of one tab: who is told what. It passes on what the page does, and what one machine asks for that another has
 * to answer; it opens what belongs to a session when one begins, and closes it with the session (law 4). Forms are cut off,
 * not closed, when a session ends: an open form at a journal's end is an unsaved draft.
 */
export const appMachine = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
  },
  actions: {
    /** Sends the event to the machine. */
    tell: command<Told>(),
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
                type: 'tell',
                params: ({ event }) => ({
                  to: 'tabs',
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
            type: 'tell',
            params: ({ event: { isLocalDevelopment, buildDate } }) => ({
              to: 'version-poll',
              event: { type: 'version.pollRequested', isLocalDevelopment, buildDate },
            }),
          },
        },
        'location.changed': {
          actions: {
            type: 'tell',
            params: ({ event: { path } }) => ({ to: 'session', event: { type: 'location.changed', path } }),
          },
        },
        'page.shown': { actions: tell({ to: 'feed', event: { type: 'page.shown' } }) },
        'network.lost': { actions: tell({ to: 'feed', event: { type: 'network.lost' } }) },
        'network.regained': {
          actions: [tell({ to: 'feed', event: { type: 'network.regained' } }), toSession.networkRegained],
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
            'session.finished': { guard: 'isEnded', actions: tellTabsEnded },
            'session.began': {
              target: 'signedIn',
              actions: [tell({ to: 'feed', event: { type: 'feed.openRequested' } }), watchIdle, tellTabsSession],
            },
          },
        },
        signedIn: {
          on: {
            'session.finished': [
              { guard: 'isEnded', target: 'signedOut', actions: [...closeAll, tellTabsEnded, 'forget'] },
              { target: 'signedOut', actions: [...closeAll, 'forget'] },
            ],
            'session.accountChanged': { actions: [closeDialog, 'forgetUserAttempt'] },
            'session.rechecked': [
              {
                guard: 'isSwitchWaiting',
                actions: [
                  tellIdleChecked,
                  {
                    type: 'tell',
                    params: ({ context, event: { loginParentDshUd } }) => ({
                      to: 'account-switch',
                      event: { type: 'account.switchChecked', callNo: context.switchCallNo ?? 0, loginParentDshUd },
                    }),
                  },
                  tellTabsSession,
                  'forgetSwitchCall',
                ],
              },
              { actions: [tellIdleChecked, tellTabsSession] },
            ],
            'session.unanswered': { actions: watchIdle },
            'idle.due': { actions: toSession.recheck },
            'ownUser.changed': { actions: toSession.recheck },
            'accountSwitch.checkRequested': {
              actions: [{ type: 'keepSwitchCall', params: ({ event }) => event }, toSession.switched],
            },
            'accountSwitch.tokenStored': {
              actions: {
                type: 'tell',
                params: ({ event: { pm_dsh_ud } }) => ({
                  to: 'tabs',
                  event: { type: 'tab.accountSwitched', pm_dsh_ud },
                }),
              },
            },
            'page.hidden': { actions: [hidden, tell({ to: 'account-switch', event: { type: 'page.hidden' } })] },
            'page.unfocused': { actions: tell({ to: 'account-switch', event: { type: 'page.unfocused' } }) },
            'userForm.submitted': {
              actions: [
                { type: 'keepUserAttempt', params: ({ event }) => event },
                {
                  type: 'tell',
                  params: ({ event: { values, isPasswordFilled } }) => ({
                    to: 'user-dialog',
                    event: { type: 'user.saveRequested', values, isPasswordFilled },
                  }),
                },
              ],
            },
            'userForm.left': { actions: tell({ to: 'user-dialog', event: { type: 'userDialog.closeRequested' } }) },
            'userForm.answered': [
              {
                guard: 'isSavedFor',
                actions: [
                  {
                    type: 'tell',
                    params: ({ context }) => ({
                      to: 'form/user',
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
                    type: 'tell',
                    params: ({ context, event: { message, details } }) => ({
                      to: 'form/user',
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
