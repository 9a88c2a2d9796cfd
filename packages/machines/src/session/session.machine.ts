import { INDEX_PATH, loginPath } from './session.routes.ts'
import { NOBODY, sessionSetup, type SessionContext, type SessionEventOf } from './session.setup.ts'
import {
  askAgain,
  check,
  checkFailed,
  confirmed,
  ended,
  endedInOtherTab,
  keepPath,
  keepStart,
  keptAtChangePassword,
  keptAtEnrol,
  leavesAnyway,
  leavesWithToken,
  ledOn,
  lost,
  notifyEnded,
  recheckFailed,
  rechecked,
  signOut,
  startedInOtherTab,
  staysPublic,
  switchChecked,
  switched,
  takenOver,
  toSignedOut,
  turnedAway,
} from './session.transitions.ts'

const submit = {
  target: '#session.signedOut.signingIn',
  actions: [
    { type: 'keepAttempt', params: ({ event }: { event: SessionEventOf<'signIn.submitted'> }) => event },
    {
      type: 'login',
      params: ({ event: { attemptId, remember } }: { event: SessionEventOf<'signIn.submitted'> }) => ({
        attemptId,
        remember,
      }),
    },
  ],
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
    ...check,
  ],
} as const
const signInRefused = {
  guard: 'isPresentAttempt',
  target: 'resting',
  actions: { type: 'keepSignInError', params: ({ event }: { event: SessionEventOf<'signIn.refused'> }) => event },
} as const
const givenUp = { target: 'resting', actions: 'keepGivenUp' } as const
/**
 * The session of one browser tab (§4.6–4.8, §8.1, §8.8, §2.4, §2.7, §2.8, §2.31). Credentials and tokens never come in: the
 * runner holds them, and events and commands name them by attempt id and reference. A 401 anywhere is `session.ended`. Of an
 * account switch (§4.9, account-switch.machine.ts) it has only the check of the new token.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: { hasToken: false, callNo: 0, path: INDEX_PATH, ...NOBODY },
  initial: 'starting',
  on: {
    'location.changed': { actions: keepPath },
    'session.endedInOtherTab': { guard: 'holdsToken', actions: [notifyEnded, 'loseToken'] },
  },
  states: {
    starting: {
      on: {
        'app.started': [
          { guard: 'startsOnLogoutWithToken', ...signOut, actions: [keepStart, ...signOut.actions] },
          {
            guard: 'startsOnLogout',
            target: 'signedOut',
            actions: [keepStart, 'clearSession', 'forgetUser', toSignedOut],
          },
          { guard: 'startsWithToken', target: 'checking', actions: [keepStart, ...check] },
          { guard: 'startsExpired', target: 'expired', actions: keepStart },
          { guard: 'startsOnPublicPage', target: 'signedOut', actions: keepStart },
          {
            target: 'signedOut',
            actions: [
              keepStart,
              { type: 'goTo', params: ({ event }) => ({ path: loginPath(event.path), replace: true }) },
            ],
          },
        ],
      },
    },
    checking: {
      on: {
        'session.confirmed': confirmed,
        'session.checkFailed': checkFailed,
        'session.ended': ended,
        'session.endedInOtherTab': endedInOtherTab,
        'session.startedInOtherTab': { actions: check },
      },
    },
    signedIn: {
      initial: 'active',
      on: {
        'location.changed': [{ guard: 'goesToLogout', ...signOut }, ...ledOn],
        'signOut.requested': signOut,
        'session.ended': ended,
        'session.endedInOtherTab': endedInOtherTab,
      },
      states: {
        active: {
          on: {
            'session.recheckRequested': { target: 'rechecking', actions: check },
            'network.regained': { guard: 'isUnanswered', target: 'rechecking', actions: check },
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
        // The token may belong to another user now: nothing is shown until the check answers.
        takingOver: {
          on: {
            'session.confirmed': rechecked,
            'session.checkFailed': lost,
            'session.startedInOtherTab': { actions: check },
            'account.switched': switched,
          },
        },
        switching: {
          on: {
            'session.confirmed': switchChecked,
            'session.checkFailed': lost,
            'session.startedInOtherTab': { actions: check },
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
          leavesWithToken,
          leavesAnyway,
          staysPublic,
          { guard: 'returnsWithToken', target: 'checking', actions: [keepPath, ...check] },
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
          keptAtChangePassword,
        ],
        'password.changed': { target: 'checking', actions: check },
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
          keptAtEnrol,
        ],
        'secondFactor.enrolled': { target: 'checking', actions: check },
        'signOut.requested': signOut,
        'session.ended': ended,
        'session.endedInOtherTab': endedInOtherTab,
        'session.startedInOtherTab': startedInOtherTab,
      },
    },
  },
})
