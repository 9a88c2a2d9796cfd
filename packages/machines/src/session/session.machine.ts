import type { CurrentUser } from '@desk/schema/users/current-user'
import {
  CHANGE_PASSWORD_PATH,
  deepLinkOf,
  ENROL_PATH,
  expiredPath,
  INDEX_PATH,
  isEntryPath,
  isPublicPath,
  LANDING_PATH,
  loginPath,
  pathname,
  SESSION_EXPIRED_PATH,
  SIGNED_OUT_PATH,
} from './session.routes.ts'
import { NOBODY, sessionSetup, type Confirmed, type SessionContext, type SessionEventOf } from './session.setup.ts'

/** Where a confirmed user goes from where the page is, and what of a link had to be given up (§2.10, §2.31). */
function landing(
  path: string,
  user: CurrentUser,
): { path: string; linkError: { pm_dsh_ud: number | null } | null } | null {
  if (!isEntryPath(path)) return null
  const link = deepLinkOf(path)
  if (link.kind === 'link' && (link.pm_dsh_ud === null || link.pm_dsh_ud === user.pm_dsh_ud))
    return { path: link.path, linkError: null }
  // On /session-expired the parameter is the page that the session ended on (§2.4), not a link that anybody followed.
  const isGivenUp = link.kind !== 'none' && pathname(path) !== SESSION_EXPIRED_PATH
  const own = link.kind === 'link' ? user.settings.find(({ pm_dsh_ud }) => pm_dsh_ud === link.pm_dsh_ud) : undefined
  const linkError = isGivenUp ? { pm_dsh_ud: own?.pm_dsh_ud ?? null } : null
  // A defender account has no /projects; its index leads on.
  return { path: user.account_type === 'DESK' ? LANDING_PATH : INDEX_PATH, linkError }
}

const afterSignOut = { type: 'goTo', params: { path: SIGNED_OUT_PATH, replace: true } } as const
const signOut = {
  target: '#session.signedOut',
  actions: [
    { type: 'endServerSession', params: {} },
    { type: 'clearSession', params: {} },
    { type: 'forgetAccount', params: {} },
    'loseToken',
    'forgetUser',
    afterSignOut,
  ],
} as const

const noteFailure = {
  type: 'noteFailure',
  params: ({ event }: { event: SessionEventOf<'session.checkFailed'> }) => event,
} as const
/** §8.8. The token is kept as it is: where no answer came, it is to be checked again. */
const checkFailed = {
  guard: 'isLatestCall',
  target: '#session.signedOut',
  actions: [{ type: 'forgetAccount', params: {} }, 'forgetUser', noteFailure, 'backToLogin'],
} as const
/** A session that was there before is not doubted because no answer came (decisions/0004). */
const recheckFailed = [{ guard: 'isUnansweredCall', target: 'active', actions: noteFailure }, checkFailed] as const
const askAgain = { guard: 'isUnanswered', target: '#session.checking', actions: 'askForCheck' } as const

/** §8.1; the pages that have no session anyway stay where they are. */
const ended = [
  {
    guard: 'isOnLoginPages',
    target: '#session.signedOut',
    actions: [{ type: 'clearSession', params: {} }, { type: 'forgetAccount', params: {} }, 'loseToken', 'forgetUser'],
  },
  {
    target: '#session.expired',
    actions: [
      { type: 'clearSession', params: {} },
      { type: 'forgetAccount', params: {} },
      'loseToken',
      'forgetUser',
      {
        type: 'goTo',
        params: ({ context }: { context: SessionContext }) => ({ path: expiredPath(context.path), replace: true }),
      },
      { type: 'reload', params: { delayMs: 0 } },
    ],
  },
] as const

/** The other tab has cleared the storage already; a token in it now would be a new one (§1.10). */
const endedInOtherTab = {
  target: '#session.signedOut',
  actions: [{ type: 'forgetAccount', params: {} }, 'loseToken', 'forgetUser', afterSignOut],
} as const
const startedInOtherTab = { target: '#session.checking', actions: ['gainToken', 'forgetUser', 'askForCheck'] } as const

/** Whose session may do nothing else before: what the page had of the account before it goes (law 4). */
const changePassword = {
  guard: 'mustChangePassword',
  target: '#session.mustChangePassword',
  actions: [
    { type: 'forgetAccount', params: {} },
    { type: 'keepUser', params: ({ event }: { event: Confirmed }) => event },
    { type: 'goTo', params: { path: CHANGE_PASSWORD_PATH, replace: true } },
  ],
} as const
const enrol = {
  guard: 'mustEnrol',
  target: '#session.mustEnrol',
  actions: [
    { type: 'forgetAccount', params: {} },
    { type: 'keepUser', params: ({ event }: { event: Confirmed }) => event },
    { type: 'goTo', params: { path: ENROL_PATH, replace: true } },
  ],
} as const

/** The page had somebody: it begins anew with whoever else the token is for. */
const rechecked = [
  changePassword,
  enrol,
  {
    guard: 'isSomebodyElse',
    target: 'leaving',
    actions: [
      { type: 'forgetAccount', params: {} },
      { type: 'keepUser', params: ({ event }: { event: Confirmed }) => event },
      { type: 'goTo', params: { path: LANDING_PATH, replace: true } },
      { type: 'reload', params: { delayMs: 0 } },
    ],
  },
  {
    guard: 'isLatestCall',
    target: 'active',
    actions: { type: 'keepUser', params: ({ event }: { event: Confirmed }) => event },
  },
] as const
const submit = {
  target: '#session.signedOut.signingIn',
  actions: [
    { type: 'keepAttempt', params: ({ event }: { event: SessionEventOf<'signIn.submitted'> }) => event },
    'askForLogin',
  ],
} as const
/** Another tab has signed in. */
const takenOver = { target: 'takingOver', actions: 'askForCheck' } as const
/** The token in the storage is that of another account now. */
const switched = { target: 'switching', actions: 'askForCheck' } as const
const keepPath = {
  type: 'keepPath',
  params: ({ event }: { event: SessionEventOf<'location.changed'> }) => event,
} as const
const staysPublic = { guard: 'goesToPublic', actions: keepPath } as const
/** Nobody is signed in whom the server would have to hear of. */
const leavesAnyway = {
  guard: 'goesToLogout',
  target: '#session.signedOut.resting',
  actions: [{ type: 'clearSession', params: {} }, 'loseToken', 'forgetUser', afterSignOut],
} as const
const signInSucceeded = {
  guard: 'isPresentAttempt',
  target: '#session.checking',
  actions: [
    {
      type: 'storeToken',
      params: ({ context, event }: { context: SessionContext; event: SessionEventOf<'signIn.succeeded'> }) => ({
        ref: event.attemptId,
        remember: context.remember,
      }),
    },
    { type: 'storeLoginDetails', params: { switchFlag: false, loginParentDshUd: null } },
    'gainToken',
    'forgetUser',
    'askForCheck',
  ],
} as const
const signInRefused = {
  guard: 'isPresentAttempt',
  target: 'resting',
  actions: { type: 'keepSignInError', params: ({ event }: { event: SessionEventOf<'signIn.refused'> }) => event },
} as const
const givenUp = { target: 'resting', actions: 'keepGivenUp' } as const
const turnedAway = {
  actions: {
    type: 'goTo',
    params: ({ event }: { event: SessionEventOf<'location.changed'> }) => ({
      path: loginPath(event.path),
      replace: true,
    }),
  },
} as const

/**
 * The session of one browser tab (§4.6–4.8, §8.1, §8.8, §2.4, §2.7, §2.8, §2.31). What is typed to sign in and tokens never
 * come in: the runner holds them, and events and commands name them by attempt id and reference. A 401 anywhere is
 * `session.ended`. Of an account switch (§4.9, account-switch.machine.ts) it has only the check of the new token.
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
        const { attemptId, remember } = event
        enqueue({ type: 'login', params: { attemptId, remember } })
      }),
      backToLogin: sessionSetup.enqueueActions(({ context, event, enqueue }) => {
        const path = event.type === 'app.started' ? event.path : context.path
        if (!isPublicPath(path)) enqueue({ type: 'goTo', params: { path: loginPath(path), replace: true } })
      }),
      land: sessionSetup.enqueueActions(({ context, event, enqueue }) => {
        const [path, user] =
          event.type === 'session.confirmed'
            ? [context.path, event.user]
            : event.type === 'location.changed'
              ? [event.path, context.user]
              : []
        const to = path !== undefined && user ? landing(path, user) : null
        if (to === null) return
        if (to.linkError) enqueue({ type: 'storeLinkError', params: to.linkError })
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
            {
              guard: 'startsOnLogoutWithToken',
              ...signOut,
              actions: [{ type: 'keepStart', params: ({ event }) => event }, ...signOut.actions],
            },
            {
              guard: 'startsOnLogout',
              target: 'signedOut',
              actions: [
                { type: 'keepStart', params: ({ event }) => event },
                { type: 'clearSession', params: {} },
                'forgetUser',
                afterSignOut,
              ],
            },
            {
              guard: 'startsWithToken',
              target: 'checking',
              actions: [{ type: 'keepStart', params: ({ event }) => event }, 'askForCheck'],
            },
            { guard: 'startsExpired', target: 'expired', actions: { type: 'keepStart', params: ({ event }) => event } },
            { target: 'signedOut', actions: [{ type: 'keepStart', params: ({ event }) => event }, 'backToLogin'] },
          ],
        },
      },
      checking: {
        on: {
          'session.confirmed': [
            changePassword,
            enrol,
            {
              guard: 'isLatestCall',
              target: 'signedIn',
              actions: ['land', { type: 'keepUser', params: ({ event }) => event }],
            },
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
            { guard: 'isLedOn', actions: 'land' },
          ],
          'signOut.requested': signOut,
          'session.ended': ended,
          'session.endedInOtherTab': endedInOtherTab,
        },
        states: {
          active: {
            on: {
              'session.recheckRequested': { target: 'rechecking', actions: 'askForCheck' },
              'network.regained': { guard: 'isUnanswered', target: 'rechecking', actions: 'askForCheck' },
              'session.startedInOtherTab': takenOver,
              'account.switched': switched,
            },
          },
          rechecking: {
            on: {
              'session.confirmed': rechecked,
              'session.checkFailed': recheckFailed,
              'session.startedInOtherTab': takenOver,
              'account.switched': switched,
            },
          },
          // The token may be somebody else's now: without an answer nothing is shown any more.
          takingOver: {
            on: {
              'session.confirmed': rechecked,
              'session.checkFailed': checkFailed,
              'session.startedInOtherTab': { actions: 'askForCheck' },
              'account.switched': switched,
            },
          },
          // Whoever the new token is for is expected: account-switch leads on.
          switching: {
            on: {
              'session.confirmed': {
                guard: 'isLatestCall',
                target: 'leaving',
                actions: { type: 'keepUser', params: ({ event }) => event },
              },
              'session.checkFailed': checkFailed,
              'session.startedInOtherTab': { actions: 'askForCheck' },
            },
          },
          // The page is about to reload.
          leaving: {},
        },
      },
      signedOut: {
        initial: 'resting',
        on: {
          'location.changed': [
            leavesAnyway,
            staysPublic,
            { guard: 'returnsWithToken', target: 'checking', actions: [keepPath, 'askForCheck'] },
            turnedAway,
          ],
          'session.startedInOtherTab': startedInOtherTab,
        },
        states: {
          resting: {
            on: { 'signIn.submitted': submit, 'session.recheckRequested': askAgain, 'network.regained': askAgain },
          },
          signingIn: {
            on: {
              'signIn.succeeded': signInSucceeded,
              'signIn.refused': signInRefused,
              'signIn.codeAsked': { guard: 'isPresentAttempt', target: 'askingCode' },
            },
          },
          askingCode: {
            on: {
              'signIn.codeSubmitted': {
                guard: 'isPresentAttempt',
                target: 'sendingCode',
                actions: [
                  'forgetCodeError',
                  { type: 'giveCode', params: ({ event }) => ({ attemptId: event.attemptId }) },
                ],
              },
              'signIn.codeGivenUp': givenUp,
            },
          },
          sendingCode: {
            on: {
              'signIn.succeeded': signInSucceeded,
              'signIn.refused': signInRefused,
              'signIn.codeRefused': {
                guard: 'isPresentAttempt',
                target: 'askingCode',
                actions: { type: 'keepCodeError', params: ({ event }) => event },
              },
              'signIn.codeGivenUp': givenUp,
            },
          },
        },
      },
      expired: {
        on: {
          'location.changed': [
            leavesAnyway,
            { guard: 'goesToLogin', target: 'signedOut', actions: keepPath },
            staysPublic,
            turnedAway,
          ],
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
      mustEnrol: {
        on: {
          'location.changed': [
            { guard: 'goesToLogout', ...signOut },
            { guard: 'goesToEnrol', actions: keepPath },
            { actions: { type: 'goTo', params: { path: ENROL_PATH, replace: true } } },
          ],
          'secondFactor.enrolled': { target: 'checking', actions: 'askForCheck' },
          'signOut.requested': signOut,
          'session.ended': ended,
          'session.endedInOtherTab': endedInOtherTab,
          'session.startedInOtherTab': startedInOtherTab,
        },
      },
    },
  })
