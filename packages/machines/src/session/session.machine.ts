import type { CurrentUser } from '@desk/schema/users/current-user'
import { CHANGE_PASSWORD_PATH, deepLinkOf, expiredPath, INDEX_PATH, isEntryPath, isPublicPath, LANDING_PATH, loginPath, pathname, SESSION_EXPIRED_PATH, SIGNED_OUT_PATH } from './session.routes.ts'
import { NOBODY, sessionSetup, type Confirmed, type SessionContext, type SessionEventOf } from './session.setup.ts'

/** How long after leaving an account switch in a hidden tab the page reloads (§4.9, §9.3). */
export const RELOAD_DELAY_MS = 500

/** Where a confirmed user goes from where the page is, and whether a link had to be given up (§2.10, §2.31). */
function landing(path: string, user: CurrentUser): { path: string; linkError: boolean } | null {
  if (!isEntryPath(path)) return null
  const link = deepLinkOf(path)
  if (link.kind === 'link' && (link.pm_dsh_ud === null || link.pm_dsh_ud === user.pm_dsh_ud)) return { path: link.path, linkError: false }
  // On /session-expired the parameter is the page that the session ended on (§2.4), not a link that anybody followed.
  const linkError = link.kind !== 'none' && pathname(path) !== SESSION_EXPIRED_PATH
  // A defender account has no /projects; its index leads on.
  return { path: user.account_type === 'DESK' ? LANDING_PATH : INDEX_PATH, linkError }
}

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

const submit = { target: '#session.signedOut.signingIn', actions: [{ type: 'keepAttempt', params: ({ event }: { event: SessionEventOf<'signIn.submitted'> }) => event }, 'askForLogin'] } as const
const keepPath = { type: 'keepPath', params: ({ event }: { event: SessionEventOf<'location.changed'> }) => event } as const
const staysPublic = { guard: 'goesToPublic', actions: keepPath } as const
/** Nobody is signed in whom the server would have to hear of. */
const leavesAnyway = {
  guard: 'goesToLogout',
  target: '#session.signedOut.resting',
  actions: [{ type: 'clearSession', params: {} }, 'loseToken', 'forgetUser', afterSignOut],
} as const
const turnedAway = { actions: { type: 'goTo', params: ({ event }: { event: SessionEventOf<'location.changed'> }) => ({ path: loginPath(event.path), replace: true }) } } as const

/**
 * The session of one browser tab (§4.6–4.9, §8.1, §8.8, §2.4, §2.7, §2.8, §2.31). A password or token never comes in: the
 * runner holds them, and events and commands name them by attempt id and reference. A 401 anywhere is `session.ended`.
 */
export const sessionMachine = sessionSetup
  .extend({
    actions: {
      askForCheck: sessionSetup.enqueueActions(({ context, enqueue }) => {
        const callNo = context.callNo + 1
        enqueue.assign({ callNo })
        enqueue({ type: 'checkSession', params: { callNo } })
      }),
      askForLogin: sessionSetup.enqueueActions(({ event, enqueue }) => {
        if (event.type !== 'signIn.submitted') return
        const { attemptId, username, remember } = event
        enqueue({ type: 'login', params: { attemptId, username: username.trim().toLowerCase(), remember } })
      }),
      askForSwitch: sessionSetup.enqueueActions(({ context, event, enqueue }) => {
        if (event.type !== 'account.switchRequested') return
        const callNo = context.callNo + 1
        enqueue.assign({ callNo })
        enqueue({ type: 'switchAccount', params: { callNo, pm_dsh_ud: event.pm_dsh_ud } })
      }),
      backToLogin: sessionSetup.enqueueActions(({ context, event, enqueue }) => {
        const path = event.type === 'app.started' ? event.path : context.path
        if (!isPublicPath(path)) enqueue({ type: 'goTo', params: { path: loginPath(path), replace: true } })
      }),
      land: sessionSetup.enqueueActions(({ context, event, enqueue }) => {
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
    on: {
      'location.changed': { actions: keepPath },
      'session.endedInOtherTab': { actions: 'loseToken' },
    },
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
          'location.changed': [leavesAnyway, staysPublic, { guard: 'returnsWithToken', target: 'checking', actions: [keepPath, 'askForCheck'] }, turnedAway],
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
          'location.changed': [leavesAnyway, { guard: 'goesToLogin', target: 'signedOut', actions: keepPath }, staysPublic, turnedAway],
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
