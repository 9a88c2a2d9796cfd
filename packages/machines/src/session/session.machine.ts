import type { CurrentUser } from '@desk/schema/users/current-user'
import { assign, setup } from 'xstate'
import { command } from '../runtime/step.ts'
import type { SessionEvent } from './session.events.ts'
import {
  CHANGE_PASSWORD_PATH,
  deepLinkOf,
  expiredPath,
  INDEX_PATH,
  isChangePasswordPath,
  isEntryPath,
  isLoginPath,
  isLogoutPath,
  isPublicPath,
  LANDING_PATH,
  loginPath,
  pathname,
  SESSION_EXPIRED_PATH,
  SIGNED_OUT_PATH,
  staysOn401,
} from './session.routes.ts'

/** How long after leaving an account switch in a hidden tab the page reloads (§4.9, §9.3). */
export const RELOAD_DELAY_MS = 500

export interface SessionContext {
  /** A token is in the storage; without one nothing but public calls is asked for (law 3). */
  readonly hasToken: boolean
  /** The number of the last call asked for; only its answer counts, so that no late answer of an ended account does (law 4). */
  readonly callNo: number
  readonly path: string
  readonly user: CurrentUser | null
  readonly switchFlag: boolean
  readonly loginParentDshUd: number | null
  readonly attemptId: string | null
  readonly remember: boolean
  readonly signInError: { readonly message: string; readonly retryAfterMs: number | null } | null
  readonly switchError: string | null
}

/** What belongs to an account: gone whenever its session is (law 4). */
const NOBODY = { user: null, switchFlag: false, loginParentDshUd: null, attemptId: null, remember: false, signInError: null, switchError: null } as const

type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>
type Confirmed = Of<'session.confirmed'>

const wasConfirmed = (event: SessionEvent): Confirmed | null => (event.type === 'session.confirmed' ? event : null)

const isSwitchable = ({ user }: SessionContext, account: number): boolean =>
  user !== null && account !== user.pm_dsh_ud && (user.is_super_admin || user.account_switch_enabled || user.settings.length > 1)

/** Where a confirmed user goes from where the page is, and whether a link had to be given up (§2.10, §2.31). */
function landing(path: string, user: CurrentUser): { path: string; linkError: boolean } | null {
  if (!isEntryPath(path)) return null
  const link = deepLinkOf(path)
  if (link.kind === 'link' && (link.pm_dsh_ud === null || link.pm_dsh_ud === user.pm_dsh_ud)) return { path: link.path, linkError: false }
  // A defender account has no /projects; its index leads on.
  return { path: user.account_type === 'DESK' ? LANDING_PATH : INDEX_PATH, linkError: link.kind !== 'none' }
}

/** A public page with a purpose of its own, as a password reset, is shown whatever the token is worth. */
const asksForSession = (path: string): boolean => !isPublicPath(path) || isEntryPath(path)

const base = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
  },
  actions: {
    /** POST /login with the password that the runner holds for the attempt. */
    login: command<{ attemptId: string; username: string; remember: boolean }>(),
    checkSession: command<{ callNo: number }>(),
    switchAccount: command<{ callNo: number; pm_dsh_ud: number }>(),
    /** POST /logout with the present token, before the token goes. */
    endServerSession: command<Record<string, never>>(),
    /** Stores the token that the runner holds under the reference; `remember` null keeps it where the last one was. */
    storeToken: command<{ ref: string; remember: boolean | null }>(),
    storeLoginDetails: command<{ switchFlag: boolean; loginParentDshUd: number | null }>(),
    storeLinkError: command<Record<string, never>>(),
    /** Removes access token, login details and switch flag from the storage (§4.8). */
    clearSession: command<Record<string, never>>(),
    /** Aborts what is in flight and drops every cache of the account (law 4). */
    forgetAccount: command<Record<string, never>>(),
    goTo: command<{ path: string; replace: boolean }>(),
    reload: command<{ delayMs: number }>(),
    keepStart: assign((_, { hasToken, path }: Of<'app.started'>) => ({ hasToken, path })),
    keepPath: assign((_, { path }: { path: string }) => ({ path })),
    keepUser: assign((_, { user, switchFlag, loginParentDshUd }: Confirmed) => ({ ...NOBODY, user, switchFlag, loginParentDshUd })),
    keepAttempt: assign((_, { attemptId, remember }: Of<'signIn.submitted'>) => ({ attemptId, remember, signInError: null })),
    keepSignInError: assign((_, { message, retryAfterMs }: Of<'signIn.refused'>) => ({ attemptId: null, signInError: { message, retryAfterMs } })),
    keepSwitchError: assign((_, { message }: Of<'account.switchRefused'>) => ({ switchError: message })),
    forgetSwitchError: assign({ switchError: null }),
    gainToken: assign({ hasToken: true }),
    loseToken: assign({ hasToken: false }),
    forgetUser: assign(NOBODY),
  },
  guards: {
    isLatestCall: ({ context, event }) => 'callNo' in event && event.callNo === context.callNo,
    isPresentAttempt: ({ context, event }) => 'attemptId' in event && event.attemptId === context.attemptId,
    mustChangePassword: ({ context, event }) => wasConfirmed(event)?.callNo === context.callNo && wasConfirmed(event)?.user.is_password_updated === false,
    isSomebodyElse: ({ context, event }) => {
      const confirmed = wasConfirmed(event)
      return (
        confirmed !== null &&
        confirmed.callNo === context.callNo &&
        (confirmed.user.uid !== context.user?.uid || confirmed.user.pm_dsh_ud !== context.user.pm_dsh_ud)
      )
    },
    maySwitch: ({ context, event }) => event.type === 'account.switchRequested' && isSwitchable(context, event.pm_dsh_ud),
    startsOnLogoutWithToken: ({ event }) => event.type === 'app.started' && event.hasToken && isLogoutPath(event.path),
    startsOnLogout: ({ event }) => event.type === 'app.started' && isLogoutPath(event.path),
    startsWithToken: ({ event }) => event.type === 'app.started' && event.hasToken && asksForSession(event.path),
    returnsWithToken: ({ context, event }) => context.hasToken && 'path' in event && !isPublicPath(event.path),
    startsExpired: ({ event }) => event.type === 'app.started' && pathname(event.path) === SESSION_EXPIRED_PATH,
    goesToPublic: ({ event }) => 'path' in event && isPublicPath(event.path),
    goesToLogin: ({ event }) => 'path' in event && isLoginPath(event.path),
    goesToLogout: ({ event }) => 'path' in event && isLogoutPath(event.path),
    goesToChangePassword: ({ event }) => 'path' in event && isChangePasswordPath(event.path),
    isOnLoginPages: ({ context }) => staysOn401(context.path),
  },
})

const afterSignOut = { type: 'goTo', params: { path: SIGNED_OUT_PATH, replace: true } } as const
const signOut = {
  target: '#session.signedOut',
  actions: [{ type: 'endServerSession', params: {} }, { type: 'clearSession', params: {} }, { type: 'forgetAccount', params: {} }, 'loseToken', 'forgetUser', afterSignOut],
} as const

const checkFailed = {
  guard: 'isLatestCall',
  target: '#session.signedOut',
  actions: [{ type: 'forgetAccount', params: {} }, 'forgetUser', 'backToLogin'],
} as const

/** §8.1; the pages that have no session anyway stay where they are. */
const ended = [
  { guard: 'isOnLoginPages', target: '#session.signedOut', actions: [{ type: 'clearSession', params: {} }, { type: 'forgetAccount', params: {} }, 'loseToken', 'forgetUser'] },
  {
    target: '#session.expired',
    actions: [
      { type: 'clearSession', params: {} },
      { type: 'forgetAccount', params: {} },
      'loseToken',
      'forgetUser',
      { type: 'goTo', params: ({ context }: { context: SessionContext }) => ({ path: expiredPath(context.path), replace: true }) },
      { type: 'reload', params: { delayMs: 0 } },
    ],
  },
] as const

/** The other tab has cleared the storage already; a token in it now would be a new one (§1.10). */
const endedInOtherTab = { target: '#session.signedOut', actions: [{ type: 'forgetAccount', params: {} }, 'loseToken', 'forgetUser', afterSignOut] } as const
const startedInOtherTab = { target: '#session.checking', actions: ['gainToken', 'forgetUser', 'askForCheck'] } as const

const changePassword = {
  guard: 'mustChangePassword',
  target: '#session.mustChangePassword',
  actions: [
    { type: 'keepUser', params: ({ event }: { event: Confirmed }) => event },
    { type: 'goTo', params: { path: CHANGE_PASSWORD_PATH, replace: true } },
  ],
} as const

const toLanding = [
  { type: 'goTo', params: { path: LANDING_PATH, replace: true } },
  { type: 'reload', params: { delayMs: 0 } },
] as const
const leaveHidden = {
  target: 'leaving',
  actions: [
    { type: 'goTo', params: { path: INDEX_PATH, replace: true } },
    { type: 'reload', params: { delayMs: RELOAD_DELAY_MS } },
  ],
} as const

const submit = { target: '#session.signedOut.signingIn', actions: [{ type: 'keepAttempt', params: ({ event }: { event: Of<'signIn.submitted'> }) => event }, 'askForLogin'] } as const
const keepPath = { type: 'keepPath', params: ({ event }: { event: Of<'location.changed'> }) => event } as const
const turnedAway = [
  { guard: 'goesToPublic', actions: keepPath },
  { guard: 'returnsWithToken', target: '#session.checking', actions: [keepPath, 'askForCheck'] },
  { actions: { type: 'goTo', params: ({ event }: { event: Of<'location.changed'> }) => ({ path: loginPath(event.path), replace: true }) } },
] as const

/**
 * The session of one browser tab (§4.6–4.9, §8.1, §8.8, §2.4, §2.7, §2.8, §2.31). A password or token never comes in: the
 * runner holds them, and events and commands name them by attempt id and reference. A 401 anywhere is `session.ended`.
 */
export const sessionMachine = base
  .extend({
    actions: {
      askForCheck: base.enqueueActions(({ context, enqueue }) => {
        const callNo = context.callNo + 1
        enqueue.assign({ callNo })
        enqueue({ type: 'checkSession', params: { callNo } })
      }),
      askForLogin: base.enqueueActions(({ event, enqueue }) => {
        if (event.type !== 'signIn.submitted') return
        const { attemptId, username, remember } = event
        enqueue({ type: 'login', params: { attemptId, username: username.trim().toLowerCase(), remember } })
      }),
      askForSwitch: base.enqueueActions(({ context, event, enqueue }) => {
        if (event.type !== 'account.switchRequested') return
        const callNo = context.callNo + 1
        enqueue.assign({ callNo })
        enqueue({ type: 'switchAccount', params: { callNo, pm_dsh_ud: event.pm_dsh_ud } })
      }),
      backToLogin: base.enqueueActions(({ context, event, enqueue }) => {
        const path = event.type === 'app.started' ? event.path : context.path
        if (!isPublicPath(path)) enqueue({ type: 'goTo', params: { path: loginPath(path), replace: true } })
      }),
      land: base.enqueueActions(({ context, event, enqueue }) => {
        const to = event.type === 'session.confirmed' ? landing(context.path, event.user) : null
        if (to === null) return
        if (to.linkError) enqueue({ type: 'storeLinkError', params: {} })
        enqueue({ type: 'goTo', params: { path: to.path, replace: true } })
      }),
    },
  })
  .createMachine({
    id: 'session',
    context: { hasToken: false, callNo: 0, path: INDEX_PATH, ...NOBODY },
    initial: 'starting',
    on: { 'location.changed': { actions: keepPath } },
    states: {
      starting: {
        on: {
          'app.started': [
            { guard: 'startsOnLogoutWithToken', ...signOut, actions: [{ type: 'keepStart', params: ({ event }) => event }, ...signOut.actions] },
            {
              guard: 'startsOnLogout',
              target: 'signedOut',
              actions: [{ type: 'keepStart', params: ({ event }) => event }, { type: 'clearSession', params: {} }, 'forgetUser', afterSignOut],
            },
            { guard: 'startsWithToken', target: 'checking', actions: [{ type: 'keepStart', params: ({ event }) => event }, 'askForCheck'] },
            { guard: 'startsExpired', target: 'expired', actions: { type: 'keepStart', params: ({ event }) => event } },
            { target: 'signedOut', actions: [{ type: 'keepStart', params: ({ event }) => event }, 'backToLogin'] },
          ],
        },
      },
      checking: {
        on: {
          'session.confirmed': [
            changePassword,
            { guard: 'isLatestCall', target: 'signedIn', actions: ['land', { type: 'keepUser', params: ({ event }) => event }] },
          ],
          'session.checkFailed': checkFailed,
          'session.ended': ended,
          'session.endedInOtherTab': endedInOtherTab,
          'session.startedInOtherTab': { actions: 'askForCheck' },
        },
      },
      signedIn: {
        initial: 'active',
        on: {
          'location.changed': [
            { guard: 'goesToLogout', ...signOut },
            { guard: 'goesToLogin', actions: { type: 'goTo', params: { path: LANDING_PATH, replace: true } } },
            { actions: keepPath },
          ],
          'signOut.requested': signOut,
          'session.ended': ended,
          'session.endedInOtherTab': endedInOtherTab,
        },
        states: {
          active: {
            on: {
              'session.recheckRequested': { target: 'rechecking', actions: 'askForCheck' },
              'session.startedInOtherTab': { target: 'rechecking', actions: 'askForCheck' },
              'account.switchRequested': { guard: 'maySwitch', target: 'switching', actions: ['forgetSwitchError', 'askForSwitch'] },
            },
          },
          rechecking: {
            on: {
              'session.confirmed': [
                changePassword,
                {
                  guard: 'isSomebodyElse',
                  target: '#session.signedIn.switching.leaving',
                  actions: [{ type: 'forgetAccount', params: {} }, { type: 'keepUser', params: ({ event }) => event }, ...toLanding],
                },
                { guard: 'isLatestCall', target: 'active', actions: { type: 'keepUser', params: ({ event }) => event } },
              ],
              'session.checkFailed': checkFailed,
              'session.startedInOtherTab': { actions: 'askForCheck' },
            },
          },
          switching: {
            initial: 'requesting',
            states: {
              requesting: {
                on: {
                  'account.switchAccepted': {
                    guard: 'isLatestCall',
                    target: 'rechecking',
                    actions: [{ type: 'storeToken', params: ({ event }) => ({ ref: event.tokenRef, remember: null }) }, 'askForCheck'],
                  },
                  'account.switchRefused': {
                    guard: 'isLatestCall',
                    target: '#session.signedIn.active',
                    actions: { type: 'keepSwitchError', params: ({ event }) => event },
                  },
                  'page.hidden': leaveHidden,
                  'page.unfocused': leaveHidden,
                },
              },
              rechecking: {
                on: {
                  'session.confirmed': {
                    guard: 'isLatestCall',
                    target: 'leaving',
                    actions: [
                      { type: 'forgetAccount', params: {} },
                      { type: 'keepUser', params: ({ event }) => event },
                      {
                        type: 'storeLoginDetails',
                        params: ({ event }) => ({ switchFlag: true, loginParentDshUd: event.user.login_pm_parent_dsh_ud }),
                      },
                      ...toLanding,
                    ],
                  },
                  'session.checkFailed': checkFailed,
                  'page.hidden': leaveHidden,
                  'page.unfocused': leaveHidden,
                },
              },
              // The page is about to reload. A token that still comes is kept: the server has ended the old one.
              leaving: {
                on: {
                  'account.switchAccepted': {
                    guard: 'isLatestCall',
                    actions: [
                      { type: 'storeToken', params: ({ event }) => ({ ref: event.tokenRef, remember: null }) },
                      { type: 'storeLoginDetails', params: ({ context }) => ({ switchFlag: true, loginParentDshUd: context.loginParentDshUd }) },
                    ],
                  },
                },
              },
            },
          },
        },
      },
      signedOut: {
        initial: 'resting',
        on: {
          'location.changed': turnedAway,
          'session.startedInOtherTab': startedInOtherTab,
        },
        states: {
          resting: { on: { 'signIn.submitted': submit } },
          signingIn: {
            on: {
              'signIn.succeeded': {
                guard: 'isPresentAttempt',
                target: '#session.checking',
                actions: [
                  { type: 'storeToken', params: ({ context, event }) => ({ ref: event.attemptId, remember: context.remember }) },
                  { type: 'storeLoginDetails', params: { switchFlag: false, loginParentDshUd: null } },
                  'gainToken',
                  'forgetUser',
                  'askForCheck',
                ],
              },
              'signIn.refused': { guard: 'isPresentAttempt', target: 'resting', actions: { type: 'keepSignInError', params: ({ event }) => event } },
            },
          },
        },
      },
      expired: {
        on: {
          'location.changed': [{ guard: 'goesToLogin', target: 'signedOut', actions: keepPath }, ...turnedAway],
          'signIn.submitted': submit,
          'session.startedInOtherTab': startedInOtherTab,
        },
      },
      mustChangePassword: {
        on: {
          'location.changed': [
            { guard: 'goesToLogout', ...signOut },
            { guard: 'goesToChangePassword', actions: keepPath },
            { actions: { type: 'goTo', params: { path: CHANGE_PASSWORD_PATH, replace: true } } },
          ],
          'password.changed': { target: 'checking', actions: 'askForCheck' },
          'signOut.requested': signOut,
          'session.ended': ended,
          'session.endedInOtherTab': endedInOtherTab,
          'session.startedInOtherTab': startedInOtherTab,
        },
      },
    },
  })
