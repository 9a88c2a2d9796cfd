import type { Notice } from '@desk/machines/app/notice'
import type { sessionMachine } from '@desk/machines/session/session.machine'
import type { EventFromLogic } from 'xstate'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError, failureMessage, requestIdOf } from '../api/api-error.ts'
import type { CommandHandlers } from '../runner.ts'
import type { StoredState } from '../storage/stored-state.ts'
import type { TokenStore } from '../storage/token-store.ts'
import type { Secrets } from './secrets.ts'

/** Shown once on the landing page after a link that could not be followed (§1.9, §2.31). */
export const LINK_REDIRECT_ERROR = 'The link you followed could not be opened. You can go on from here.'

/**
 * The typed credentials of a sign-in; null: the provider of the user's account has signed them on, and the browser's
 * cookie proves it.
 */
export type Credentials = { readonly username: string; readonly password: string } | null

/** The ports of the session's commands. */
export interface SessionPorts {
  readonly api: ApiClient
  readonly tokens: TokenStore
  readonly stored: StoredState
  /** The typed credentials, under the attempt's id. */
  readonly credentials: Secrets<{ readonly typed: Credentials }>
  readonly codes: Secrets
  readonly newReference: () => string
  /** The time of day, by the clock of the idle watch. */
  readonly nowMs: () => number
  readonly notify: (notice: Notice) => void
  /** Whose journal is taken down from now on. */
  readonly journalOf: (owner: { readonly uid: number; readonly pm_dsh_ud: number } | null) => void
  /** Settles, soon, once the server has the end of the journal of the sign-in that ends. */
  readonly journalEnded: () => Promise<void>
  /** Drops every answer and row of the account that was (law 4). */
  readonly forgetAccount: () => void
  readonly goTo: (path: string, replace: boolean) => void
  readonly reload: (delayMs: number) => void
  readonly leaveFor: (address: string) => void
}

type Send = (event: EventFromLogic<typeof sessionMachine>) => void

const retryAfterOf = (failure: unknown): number | null => (failure instanceof ApiError ? failure.retryAfterMs : null)
/** The sign-in has to begin again; any other failure leaves the question for a code open. */
const isOver = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 401
/** No readable answer, or a server error: the session may still be valid. */
const saysNothing = (failure: unknown): boolean =>
  failure instanceof ApiError && (failure.status === 0 || failure.status >= 500)

/** How the browser performs what the session machine asks for (§4.6–4.8). */
export function sessionHandlers(ports: SessionPorts): CommandHandlers<typeof sessionMachine> {
  const { api, tokens, stored, credentials, codes, nowMs } = ports
  /** Tokens of sign-ins on their way into the storage. */
  let gained: { readonly attemptId: string; readonly token: string } | null = null
  /** The answer to the right password of a user with a second factor. */
  let challenged: { readonly attemptId: string; readonly challenge: string } | null = null

  const succeed = (attemptId: string, token: string, send: Send) => {
    gained = { attemptId, token }
    send({ type: 'signIn.succeeded', attemptId })
    // Not stored when another attempt has begun since.
    gained = null
  }
  const refuse = (attemptId: string, failure: unknown, send: Send) =>
    send({
      type: 'signIn.refused',
      attemptId,
      message: failureMessage(failure),
      retryAfterMs: retryAfterOf(failure),
      ...requestIdOf(failure),
    })

  return {
    login: ({ attemptId, remember }, send) => {
      stored.setRememberMe(remember)
      challenged = null
      const typed = credentials.take(attemptId)?.typed ?? null
      const signIn =
        typed === null
          ? api.call('signOn.finish', {})
          : api.call('signIn.login', {
              payload: { username: typed.username.trim().toLowerCase(), password: typed.password, remember },
            })
      signIn.then(
        answer => {
          if ('AccessToken' in answer) {
            succeed(attemptId, answer.AccessToken, send)
            return
          }
          challenged = { attemptId, challenge: answer.second_factor.challenge }
          send({ type: 'signIn.codeAsked', attemptId })
        },
        (failure: unknown) => refuse(attemptId, failure, send),
      )
    },
    giveCode: ({ attemptId }, send) => {
      const challenge = challenged?.attemptId === attemptId ? challenged.challenge : ''
      api.call('signIn.giveSecondFactor', { payload: { challenge, code: codes.take(attemptId) ?? '' } }).then(
        ({ AccessToken }) => succeed(attemptId, AccessToken, send),
        (failure: unknown) =>
          isOver(failure)
            ? refuse(attemptId, failure, send)
            : send({
                type: 'signIn.codeRefused',
                attemptId,
                message: failureMessage(failure),
                ...requestIdOf(failure),
              }),
      )
    },
    checkSession: ({ callNo }, send) => {
      api.call('session.check', {}).then(
        user =>
          send({
            type: 'session.confirmed',
            callNo,
            user,
            switchFlag: stored.isAccountSwitched(),
            loginParentDshUd: stored.loginDetails()?.login_pm_parent_dsh_ud ?? null,
            atMs: nowMs(),
          }),
        (failure: unknown) =>
          send({
            type: 'session.checkFailed',
            callNo,
            message: failureMessage(failure),
            ...(saysNothing(failure) ? { isTransient: true } : {}),
            atMs: nowMs(),
            ...requestIdOf(failure),
          }),
      )
    },
    keepJournal: owner => ports.journalOf(owner),
    endJournal: () => ports.journalOf(null),
    notify: ports.notify,
    endServerSession: () => {
      // Whatever the server says, this tab is signed out. After this event it takes nothing more of this token, not
      // even the journal's end.
      api.call('session.logout', { after: ports.journalEnded() }).then(
        // a session that began by single sign-on ends at its provider too
        answer => answer && ports.leaveFor(answer.sign_out_url),
        () => undefined,
      )
    },
    storeToken: ({ ref, remember }) => {
      if (gained?.attemptId === ref) tokens.start(gained.token, remember)
    },
    storeLoginDetails: ({ switchFlag, loginParentDshUd }) => {
      stored.setLoginDetails({ login_pm_parent_dsh_ud: loginParentDshUd })
      stored.setAccountSwitched(switchFlag)
    },
    storeLinkError: ({ pm_dsh_ud }) => stored.setLinkRedirectError({ message: LINK_REDIRECT_ERROR, pm_dsh_ud }),
    clearSession: () => {
      tokens.clear()
      stored.clearSession()
    },
    forgetAccount: () => ports.forgetAccount(),
    goTo: ({ path, replace }) => ports.goTo(path, replace),
    reload: ({ delayMs }) => ports.reload(delayMs),
  }
}
