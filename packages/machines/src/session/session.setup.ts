import type { CurrentUser } from '@desk/schema/users/current-user'
import { assign, setup } from 'xstate'
import type { Notice } from '../app/notice.ts'
import { command } from '../runtime/step.ts'
import type { SessionEvent } from './session.events.ts'
import { landing } from './session.landing.ts'
import {
  isChangePasswordPath,
  isEnrolPath,
  isEntryPath,
  isLoginPath,
  isLogoutPath,
  isPublicPath,
  leadsOn,
  pathname,
  SESSION_EXPIRED_PATH,
  staysOn401,
  withoutSecrets,
} from './session.routes.ts'

export interface SessionContext {
  /** A token is in the storage; without one only public calls are made (law 3). */
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
  /** The message about the last code of the second factor, if it was refused. */
  readonly codeError: string | null
  /** The last check of the stored token got no verdict: it has to be repeated. */
  readonly isUnanswered: boolean
}

/** The data of an account: it goes with its session (law 4). */
export const NOBODY = {
  user: null,
  switchFlag: false,
  loginParentDshUd: null,
  attemptId: null,
  remember: false,
  signInError: null,
  codeError: null,
  isUnanswered: false,
} as const

/** The form's text after the user gave up entering a code. */
const CODE_GIVEN_UP = 'No code was given. Sign in again to try once more.'

export type SessionEventOf<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>
export type Confirmed = SessionEventOf<'session.confirmed'>

const wasConfirmed = (event: SessionEvent): Confirmed | null => (event.type === 'session.confirmed' ? event : null)

/** A public page with a purpose of its own, such as a password reset, is shown even if the token is not valid. */
const asksForSession = (path: string): boolean => !isPublicPath(path) || isEntryPath(path)

/** Context, commands, assignments and guards of the session machine; its states are in session.machine.ts, what several states have in session.transitions.ts. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
  },
  actions: {
    /** POST /login with the user name and password that the runner holds for the attempt. */
    login: command<{ attemptId: string; remember: boolean }>(),
    /** POST /login/second-factor with the code that the runner holds for the attempt. */
    giveCode: command<{ attemptId: string }>(),
    checkSession: command<{ callNo: number }>(),
    /** POST /logout with the present token, before the token goes. */
    endServerSession: command(),
    /** Stores the token that the runner holds under the reference. */
    storeToken: command<{ ref: string; remember: boolean }>(),
    storeLoginDetails: command<{ switchFlag: boolean; loginParentDshUd: number | null }>(),
    /** Reports a link that could not be followed; `pm_dsh_ud`: the link's account, if it is one of the user's. */
    storeLinkError: command<{ pm_dsh_ud: number | null }>(),
    /** Removes access token, login details and switch flag from the storage (§4.8). */
    clearSession: command(),
    /** Aborts running calls and drops every cache of the account (law 4). */
    forgetAccount: command(),
    goTo: command<{ path: string; replace: boolean }>(),
    reload: command<{ delayMs: number }>(),
    /** From now on the recorder writes that user's journal. */
    keepJournal: command<{ uid: number; pm_dsh_ud: number }>(),
    /** From now on the journal belongs to no user. */
    endJournal: command(),
    notify: command<Notice>(),
    countCall: assign(({ context }) => ({ callNo: context.callNo + 1 })),
    keepStart: assign((_, { hasToken, path }: SessionEventOf<'app.started'>) => ({
      hasToken,
      path: withoutSecrets(path),
    })),
    keepPath: assign((_, { path }: { path: string }) => ({ path: withoutSecrets(path) })),
    keepUser: assign((_, { user, switchFlag, loginParentDshUd }: Confirmed) => ({
      ...NOBODY,
      user,
      switchFlag,
      loginParentDshUd,
    })),
    keepAttempt: assign((_, { attemptId, remember }: SessionEventOf<'signIn.submitted'>) => ({
      attemptId,
      remember,
      signInError: null,
      codeError: null,
      isUnanswered: false,
    })),
    keepSignInError: assign((_, { message, retryAfterMs }: SessionEventOf<'signIn.refused'>) => ({
      attemptId: null,
      codeError: null,
      signInError: { message, retryAfterMs },
    })),
    keepCodeError: assign((_, { message }: SessionEventOf<'signIn.codeRefused'>) => ({ codeError: message })),
    forgetCodeError: assign({ codeError: null }),
    keepGivenUp: assign({
      attemptId: null,
      codeError: null,
      signInError: { message: CODE_GIVEN_UP, retryAfterMs: null },
    }),
    gainToken: assign({ hasToken: true }),
    loseToken: assign({ hasToken: false, isUnanswered: false }),
    noteFailure: assign((_, { isTransient = false }: SessionEventOf<'session.checkFailed'>) => ({
      isUnanswered: isTransient,
    })),
    forgetUser: assign(NOBODY),
  },
  guards: {
    isLatestCall: ({ context, event }) => 'callNo' in event && event.callNo === context.callNo,
    isLatestCallOnPublicPage: ({ context, event }) =>
      'callNo' in event && event.callNo === context.callNo && isPublicPath(context.path),
    isConfirmedOnEntryPage: ({ context, event }) =>
      wasConfirmed(event)?.callNo === context.callNo && isEntryPath(context.path),
    isConfirmedWithLostLink: ({ context, event }) => {
      const confirmed = wasConfirmed(event)
      return (
        confirmed !== null &&
        confirmed.callNo === context.callNo &&
        isEntryPath(context.path) &&
        landing(context.path, confirmed.user).isLinkLost
      )
    },
    isUnansweredCall: ({ context, event }) =>
      event.type === 'session.checkFailed' && event.callNo === context.callNo && event.isTransient === true,
    isUnanswered: ({ context }) => context.isUnanswered,
    isPresentAttempt: ({ context, event }) => 'attemptId' in event && event.attemptId === context.attemptId,
    mustChangePassword: ({ context, event }) =>
      wasConfirmed(event)?.callNo === context.callNo && wasConfirmed(event)?.user.is_password_updated === false,
    mustEnrol: ({ context, event }) =>
      wasConfirmed(event)?.callNo === context.callNo && wasConfirmed(event)?.user.second_factor === 'required',
    isSomebodyElse: ({ context, event }) => {
      const confirmed = wasConfirmed(event)
      return (
        confirmed !== null &&
        confirmed.callNo === context.callNo &&
        (confirmed.user.uid !== context.user?.uid || confirmed.user.pm_dsh_ud !== context.user.pm_dsh_ud)
      )
    },
    startsOnLogoutWithToken: ({ event }) => event.type === 'app.started' && event.hasToken && isLogoutPath(event.path),
    startsOnLogout: ({ event }) => event.type === 'app.started' && isLogoutPath(event.path),
    startsWithToken: ({ event }) => event.type === 'app.started' && event.hasToken && asksForSession(event.path),
    startsOnPublicPage: ({ event }) => event.type === 'app.started' && isPublicPath(event.path),
    holdsToken: ({ context }) => context.hasToken,
    returnsWithToken: ({ context, event }) => context.hasToken && 'path' in event && !isPublicPath(event.path),
    startsExpired: ({ event }) => event.type === 'app.started' && pathname(event.path) === SESSION_EXPIRED_PATH,
    goesToPublic: ({ event }) => 'path' in event && isPublicPath(event.path),
    goesToLogin: ({ event }) => 'path' in event && isLoginPath(event.path),
    isLedOn: ({ event }) => 'path' in event && leadsOn(event.path),
    isLedOnWithLostLink: ({ context, event }) =>
      'path' in event && leadsOn(event.path) && landing(event.path, context.user).isLinkLost,
    goesToLogoutWithToken: ({ context, event }) => 'path' in event && isLogoutPath(event.path) && context.hasToken,
    goesToLogout: ({ event }) => 'path' in event && isLogoutPath(event.path),
    goesToChangePassword: ({ event }) => 'path' in event && isChangePasswordPath(event.path),
    goesToEnrol: ({ event }) => 'path' in event && isEnrolPath(event.path),
    isOnLoginPages: ({ context }) => staysOn401(context.path),
  },
})
