import type { AccountSwitchEvent } from '@desk/machines/account-switch/account-switch.events'
import { accountSwitchMachine } from '@desk/machines/account-switch/account-switch.machine'
import type { App } from '../app/app.ts'
import { failureMessage, GENERIC_FAILURE, requestIdOf } from '../api/api-error.ts'
import { run, type EventRecorder, type Runner } from '../runner.ts'
import { openSecrets } from './secrets.ts'
import type { SessionPorts } from './session-handlers.ts'

/** The call that a switch makes; the server ends the old token with it, before its answer is here. */
export const SWITCH_PATH = '/v1/switch-account'

export interface AccountSwitchPorts extends Pick<
  SessionPorts,
  'api' | 'tokens' | 'stored' | 'newReference' | 'forgetAccount' | 'goTo' | 'reload'
> {
  readonly app: App
  readonly recorder?: EventRecorder
  readonly onFault?: (fault: unknown) => void
}

type SwitchRequest = Omit<Extract<AccountSwitchEvent, { readonly type: 'account.switchRequested' }>, 'type'>

/** The machine of the switch at work. */
export interface AccountSwitch extends Runner<typeof accountSwitchMachine> {
  /** Switches to the account of a link, and opens the link there in place of the page that a switch leads to. */
  readonly follow: (request: SwitchRequest, path: string) => void
}

/** How the browser performs an account switch (§4.9). */
export function openAccountSwitch({
  app,
  api,
  tokens,
  stored,
  newReference,
  forgetAccount,
  goTo,
  reload,
  recorder,
  onFault,
}: AccountSwitchPorts): AccountSwitch {
  const secrets = openSecrets()
  /** The link that the next request is made for, and the one that the present switch follows. */
  let asked: string | null = null
  let followed: string | null = null
  const runner = run('account-switch', accountSwitchMachine, {
    handlers: {
      switchAccount: ({ callNo, pm_dsh_ud }, send) => {
        followed = asked
        api.call('session.switchAccount', { payload: { pm_dsh_ud } }).then(
          ({ Status, AccessToken, message }) => {
            if (Status !== 0 || AccessToken === undefined) {
              send({ type: 'account.switchRefused', callNo, message: message ?? GENERIC_FAILURE })
              return
            }
            const tokenRef = newReference()
            secrets.hold(tokenRef, AccessToken)
            send({ type: 'account.switchAccepted', callNo, tokenRef })
            // Not taken when the switch has ended since.
            secrets.take(tokenRef)
          },
          (failure: unknown) =>
            send({ type: 'account.switchRefused', callNo, message: failureMessage(failure), ...requestIdOf(failure) }),
        )
      },
      storeToken: ({ ref }, send) => {
        const token = secrets.take(ref)
        if (token === null) return
        tokens.start(token, tokens.isRemembered())
        send({ type: 'token.stored', ref })
      },
      notify: app.notify,
      storeLoginDetails: ({ switchFlag, loginParentDshUd }) => {
        stored.setLoginDetails({ login_pm_parent_dsh_ud: loginParentDshUd })
        stored.setAccountSwitched(switchFlag)
      },
      forgetAccount: () => forgetAccount(),
      goTo: ({ path, replace }) => goTo(followed ?? path, replace),
      reload: ({ delayMs }) => reload(delayMs),
    },
    ...(recorder ? { recorder } : {}),
    ...(onFault ? { onFault } : {}),
  })
  app.join('account-switch', runner.send)
  return {
    ...runner,
    follow: (request, path) => {
      asked = path
      runner.send({ type: 'account.switchRequested', ...request })
      asked = null
    },
  }
}
