import type { sessionMachine } from '@desk/machines/session/session.machine'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError, failureMessage, GENERIC_FAILURE } from '../api/api-error.ts'
import type { CommandHandlers } from '../runner.ts'
import type { StoredState } from '../storage/stored-state.ts'
import type { TokenStore } from '../storage/token-store.ts'
import type { Tabs } from '../tabs.ts'
import type { FactorStep } from './factor-step.ts'
import type { Secrets } from './secrets.ts'

/** What is shown once where one lands after a link that could not be followed (§1.9, §2.31). */
export const LINK_REDIRECT_ERROR = 'The link you followed could not be opened. You can go on from here.'

/** What performing the session's commands needs. */
export interface SessionPorts {
  readonly api: ApiClient
  readonly tokens: TokenStore
  readonly stored: StoredState
  readonly secrets: Secrets
  /** Asks for the code of whoever has a second factor. */
  readonly factor: Pick<FactorStep, 'ask'>
  readonly tabs: Tabs
  readonly newReference: () => string
  /** Drops every answer and row of the account that was (law 4). */
  readonly forgetAccount: () => void
  readonly goTo: (path: string, replace: boolean) => void
  readonly reload: (delayMs: number) => void
}

const retryAfterOf = (failure: unknown): number | null => (failure instanceof ApiError ? failure.retryAfterMs : null)

/** How the browser performs what the session machine asks for (§4.6–4.9). */
export function sessionHandlers(ports: SessionPorts): CommandHandlers<typeof sessionMachine> {
  const { api, tokens, stored, secrets, tabs } = ports
  return {
    login: ({ attemptId, username, remember }, send) => {
      stored.setRememberMe(remember)
      const password = secrets.take(attemptId) ?? ''
      const signIn = async () => {
        const answer = await api.call('signIn.login', { payload: { username, password } })
        return 'AccessToken' in answer ? answer.AccessToken : ports.factor.ask(answer.second_factor.challenge)
      }
      signIn().then(
        (token) => {
          secrets.hold(attemptId, token)
          send({ type: 'signIn.succeeded', attemptId })
          // Not taken when another attempt has begun meanwhile.
          secrets.take(attemptId)
        },
        (failure: unknown) =>
          send({ type: 'signIn.refused', attemptId, message: failureMessage(failure), retryAfterMs: retryAfterOf(failure) }),
      )
    },
    checkSession: ({ callNo }, send) => {
      api.call('session.check', {}).then(
        (user) =>
          send({
            type: 'session.confirmed',
            callNo,
            user,
            switchFlag: stored.isAccountSwitched(),
            loginParentDshUd: stored.loginDetails()?.login_pm_parent_dsh_ud ?? null,
          }),
        (failure: unknown) => send({ type: 'session.checkFailed', callNo, message: failureMessage(failure) }),
      )
    },
    switchAccount: ({ callNo, pm_dsh_ud }, send) => {
      api.call('session.switchAccount', { payload: { pm_dsh_ud } }).then(
        ({ Status, AccessToken, message }) => {
          if (Status !== 0 || AccessToken === undefined) {
            send({ type: 'account.switchRefused', callNo, message: message ?? GENERIC_FAILURE })
            return
          }
          const tokenRef = ports.newReference()
          secrets.hold(tokenRef, AccessToken)
          send({ type: 'account.switchAccepted', callNo, tokenRef })
          secrets.take(tokenRef)
        },
        (failure: unknown) => send({ type: 'account.switchRefused', callNo, message: failureMessage(failure) }),
      )
    },
    endServerSession: () => {
      // Whatever the server says, this tab is signed out.
      api.call('session.logout', {}).catch(() => undefined)
    },
    storeToken: ({ ref, remember }) => {
      const token = secrets.take(ref)
      if (token === null) return
      const isRemembered = remember ?? tokens.isRemembered()
      tokens.start(token, isRemembered)
      tabs.post({ kind: 'signedIn', token, remember: isRemembered })
    },
    storeLoginDetails: ({ switchFlag, loginParentDshUd }) => {
      stored.setLoginDetails({ login_pm_parent_dsh_ud: loginParentDshUd })
      stored.setAccountSwitched(switchFlag)
    },
    storeLinkError: () => stored.setLinkRedirectError(LINK_REDIRECT_ERROR),
    clearSession: () => {
      const hadToken = tokens.held().token !== null
      tokens.clear()
      stored.clearSession()
      if (hadToken) tabs.post({ kind: 'signedOut' })
    },
    forgetAccount: () => ports.forgetAccount(),
    goTo: ({ path, replace }) => ports.goTo(path, replace),
    reload: ({ delayMs }) => ports.reload(delayMs),
  }
}
