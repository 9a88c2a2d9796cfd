import { notify } from '../app/notice.ts'
import { landing } from './session.landing.ts'
import {
  CHANGE_PASSWORD_PATH,
  ENROL_PATH,
  expiredPath,
  LANDING_PATH,
  loginPath,
  SIGNED_OUT_PATH,
} from './session.routes.ts'
import type { Confirmed, SessionContext, SessionEventOf } from './session.setup.ts'

/*
 * Transitions that several states of the session machine have. The notice comes first in each, so that the other machines'
 * reactions are in the journal of the same session.
 */

type At = { readonly context: SessionContext }
type Checked = At & { readonly event: Confirmed }
type CheckFailed = At & { readonly event: SessionEventOf<'session.checkFailed'> }
type Moved = At & { readonly event: SessionEventOf<'location.changed'> }

/** The session is over, for all tabs. */
export const notifyEnded = notify({ machine: 'app', event: { type: 'session.finished', isEnded: true } })
/** It is over, or in doubt, for this tab alone. */
const notifyLeft = notify({ machine: 'app', event: { type: 'session.finished', isEnded: false } })
const notifyAccountChanged = notify({ machine: 'app', event: { type: 'session.accountChanged' } })
// Journals of earlier builds have no moment in a check.
const notifyBegan = {
  type: 'notify',
  params: ({ event: { user, atMs = 0 } }: Checked) =>
    ({ machine: 'app', event: { type: 'session.began', uid: user.uid, pm_dsh_ud: user.pm_dsh_ud, atMs } }) as const,
} as const
const notifyRechecked = {
  type: 'notify',
  params: ({ event: { user, atMs = 0 } }: Checked) =>
    ({
      machine: 'app',
      event: {
        type: 'session.rechecked',
        uid: user.uid,
        pm_dsh_ud: user.pm_dsh_ud,
        loginParentDshUd: user.login_pm_parent_dsh_ud,
        atMs,
      },
    }) as const,
} as const
const notifyUnanswered = {
  type: 'notify',
  params: ({ event: { atMs = 0 } }: CheckFailed) =>
    ({ machine: 'app', event: { type: 'session.unanswered', atMs } }) as const,
} as const

const keepUser = { type: 'keepUser', params: ({ event }: Checked) => event } as const
const keepJournal = {
  type: 'keepJournal',
  params: ({ event: { user } }: Checked) => ({ uid: user.uid, pm_dsh_ud: user.pm_dsh_ud }),
} as const
const noteFailure = { type: 'noteFailure', params: ({ event }: CheckFailed) => event } as const
export const keepPath = { type: 'keepPath', params: ({ event }: Moved) => event } as const
export const keepStart = {
  type: 'keepStart',
  params: ({ event }: { event: SessionEventOf<'app.started'> }) => event,
} as const

const goTo = (path: string) => ({ type: 'goTo', params: { path, replace: true } }) as const
export const toSignedOut = goTo(SIGNED_OUT_PATH)
const reload = { type: 'reload', params: { delayMs: 0 } } as const

/** Asks whose the token is; only the answer to the last such call counts. */
export const check = [
  'countCall',
  { type: 'checkSession', params: ({ context }: At) => ({ callNo: context.callNo }) },
] as const

export const signOut = {
  target: '#session.signedOut',
  actions: [
    notifyEnded,
    'endJournal',
    'endServerSession',
    'clearSession',
    'forgetAccount',
    'loseToken',
    'forgetUser',
    toSignedOut,
  ],
} as const
/** No user is signed in, so the server need not be called. */
export const leavesAnyway = {
  guard: 'goesToLogout',
  target: '#session.signedOut.resting',
  actions: ['clearSession', 'forgetUser', toSignedOut],
} as const
/** The same with a token that could not be checked: it may still be valid on the server. */
export const leavesWithToken = {
  guard: 'goesToLogoutWithToken',
  target: '#session.signedOut.resting',
  actions: [notifyEnded, 'endServerSession', 'clearSession', 'loseToken', 'forgetUser', toSignedOut],
} as const

const endAll = [notifyEnded, 'endJournal', 'clearSession', 'forgetAccount', 'loseToken', 'forgetUser'] as const
/** §8.1; the pages that have no session anyway stay where they are. */
export const ended = [
  { guard: 'isOnLoginPages', target: '#session.signedOut', actions: endAll },
  {
    target: '#session.expired',
    actions: [
      ...endAll,
      { type: 'goTo', params: ({ context }: At) => ({ path: expiredPath(context.path), replace: true }) },
      reload,
    ],
  },
] as const
/** The other tab has cleared the storage already; a token in it now would be a new one (§1.10). */
export const endedInOtherTab = {
  target: '#session.signedOut',
  actions: [notifyEnded, 'endJournal', 'forgetAccount', 'loseToken', 'forgetUser', toSignedOut],
} as const
export const startedInOtherTab = {
  target: '#session.checking',
  actions: ['gainToken', 'forgetUser', ...check],
} as const
/** Another tab has signed in. */
export const takenOver = { target: 'takingOver', actions: check } as const
/** The token in the storage is that of another account now. */
export const switched = { target: 'switching', actions: check } as const
export const askAgain = { guard: 'isUnanswered', target: '#session.checking', actions: check } as const

const toLogin = {
  type: 'goTo',
  params: ({ context }: At) => ({ path: loginPath(context.path), replace: true }),
} as const
const forgetWithFailure = ['forgetAccount', 'forgetUser', noteFailure] as const
/** §8.8. The token stays: if no answer came, it has to be checked again. */
export const checkFailed = [
  { guard: 'isLatestCallOnPublicPage', target: '#session.signedOut', actions: forgetWithFailure },
  { guard: 'isLatestCall', target: '#session.signedOut', actions: [...forgetWithFailure, toLogin] },
] as const
/** The same where a user was signed in. */
export const lost = [
  {
    guard: 'isLatestCallOnPublicPage',
    target: '#session.signedOut',
    actions: [notifyLeft, 'endJournal', ...forgetWithFailure],
  },
  {
    guard: 'isLatestCall',
    target: '#session.signedOut',
    actions: [notifyLeft, 'endJournal', ...forgetWithFailure, toLogin],
  },
] as const
/** A missing answer does not end a session that was confirmed before (decisions/0004). */
export const recheckFailed = [
  { guard: 'isUnansweredCall', target: 'active', actions: [notifyUnanswered, noteFailure] },
  ...lost,
] as const

/** A session that must change its password or set up its second factor first: the page drops the account's data before (law 4). */
const toChangePassword = ['forgetAccount', keepUser, goTo(CHANGE_PASSWORD_PATH)] as const
const toEnrol = ['forgetAccount', keepUser, goTo(ENROL_PATH)] as const
const begin = [notifyBegan, keepJournal] as const

/** The token's user is signed in, and redirected from a page that only redirects. */
export const confirmed = [
  { guard: 'mustChangePassword', target: '#session.mustChangePassword', actions: toChangePassword },
  { guard: 'mustEnrol', target: '#session.mustEnrol', actions: toEnrol },
  {
    guard: 'isConfirmedWithLostLink',
    target: 'signedIn',
    actions: [
      ...begin,
      {
        type: 'storeLinkError',
        params: ({ context, event }: Checked) => ({ pm_dsh_ud: landing(context.path, event.user).linkAccount }),
      },
      {
        type: 'goTo',
        params: ({ context, event }: Checked) => ({ path: landing(context.path, event.user).path, replace: true }),
      },
      keepUser,
    ],
  },
  {
    guard: 'isConfirmedOnEntryPage',
    target: 'signedIn',
    actions: [
      ...begin,
      {
        type: 'goTo',
        params: ({ context, event }: Checked) => ({ path: landing(context.path, event.user).path, replace: true }),
      },
      keepUser,
    ],
  },
  { guard: 'isLatestCall', target: 'signedIn', actions: [...begin, keepUser] },
] as const

/** A signed-in user opens a page that only redirects. */
export const ledOn = [
  {
    guard: 'isLedOnWithLostLink',
    actions: [
      {
        type: 'storeLinkError',
        params: ({ context, event }: Moved) => ({ pm_dsh_ud: landing(event.path, context.user).linkAccount }),
      },
      {
        type: 'goTo',
        params: ({ context, event }: Moved) => ({ path: landing(event.path, context.user).path, replace: true }),
      },
    ],
  },
  {
    guard: 'isLedOn',
    actions: {
      type: 'goTo',
      params: ({ context, event }: Moved) => ({ path: landing(event.path, context.user).path, replace: true }),
    },
  },
] as const

/** The page had another user: it reloads for the token's user. */
export const rechecked = [
  {
    guard: 'mustChangePassword',
    target: '#session.mustChangePassword',
    actions: [notifyLeft, 'endJournal', ...toChangePassword],
  },
  { guard: 'mustEnrol', target: '#session.mustEnrol', actions: [notifyLeft, 'endJournal', ...toEnrol] },
  {
    guard: 'isSomebodyElse',
    target: 'leaving',
    actions: [
      notifyAccountChanged,
      notifyRechecked,
      keepJournal,
      'forgetAccount',
      keepUser,
      goTo(LANDING_PATH),
      reload,
    ],
  },
  { guard: 'isLatestCall', target: 'active', actions: [notifyRechecked, keepUser] },
] as const
/** The new token's user is expected: account-switch continues. */
export const switchChecked = [
  {
    guard: 'isSomebodyElse',
    target: 'leaving',
    actions: [notifyAccountChanged, notifyRechecked, keepJournal, keepUser],
  },
  { guard: 'isLatestCall', target: 'leaving', actions: [notifyRechecked, keepUser] },
] as const

export const staysPublic = { guard: 'goesToPublic', actions: keepPath } as const
export const turnedAway = {
  actions: {
    type: 'goTo',
    params: ({ event }: Moved) => ({ path: loginPath(event.path), replace: true }),
  },
} as const
export const keptAtChangePassword = { actions: goTo(CHANGE_PASSWORD_PATH) } as const
export const keptAtEnrol = { actions: goTo(ENROL_PATH) } as const
