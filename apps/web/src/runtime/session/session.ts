import { sessionMachine } from '@desk/machines/session/session.machine'
import { isSignedIn, isSwitching } from '@desk/machines/session/session.selectors'
import type { TokenStore } from '../storage/token-store.ts'
import { run, type EventRecorder, type Runner } from '../runner.ts'
import { openFactorStep, type FactorStep } from './factor-step.ts'
import { sessionHandlers, type SessionPorts } from './session-handlers.ts'

/** What a person types to sign in. */
export interface SignInForm {
  readonly username: string
  readonly password: string
  readonly remember: boolean
}

/** The session at work. */
export interface Session extends Runner<typeof sessionMachine> {
  /** Tries to sign in; the outcome is in the snapshot. */
  signIn(form: SignInForm): void
  /** What `signIn` asks of a user with a second factor. */
  readonly factor: Omit<FactorStep, 'ask'>
  /** Changes the own password; the session goes on under a new token (§2.8). @throws ApiError when it is refused */
  changePassword(change: { password: string; new_password: string }): Promise<void>
  /** A call of that path was answered 401. */
  unauthorized(path: string): void
  /** Settles once somebody is signed in; never, while nobody is. */
  whenSignedIn(): Promise<void>
}

/** The reset token in the path is a secret that neither machine nor journal is to see, wherever in the path it stands and however it is written. */
const withoutSecrets = (path: string): string => path.replace(/(reset-password(?:\/|%(?:25)*2f)+).+/is, '$1*')

export interface SessionOptions extends Omit<SessionPorts, 'factor'> {
  readonly recorder?: EventRecorder
  readonly onFault?: (fault: unknown) => void
}

function linkTabs({ tabs }: SessionOptions, tokens: TokenStore, session: Runner<typeof sessionMachine>): void {
  tabs.listen((message) => {
    const { token, generation } = tokens.held()
    switch (message.kind) {
      case 'signedIn':
        if (message.token === token) return
        tokens.start(message.token, message.remember)
        session.send({ type: 'session.startedInOtherTab' })
        return
      case 'signedOut':
        tokens.clear()
        session.send({ type: 'session.endedInOtherTab' })
        return
      case 'tokenRenewed':
        if (message.replaces === token) tokens.renew(message.token, generation)
        return
      case 'sessionAsked':
        if (token !== null && isSignedIn(session.getSnapshot())) tabs.post({ kind: 'signedIn', token, remember: tokens.isRemembered() })
        return
      case 'themeChosen':
        return
    }
  })
}

/** Opens the session of this tab, linked with the other tabs (§1.10). It does nothing before `app.started` is sent. */
export function openSession(ports: SessionOptions): Session {
  const { api, secrets, tokens } = ports
  const factor = openFactorStep(api)
  const runner = run('session', sessionMachine, { handlers: sessionHandlers({ ...ports, factor }), ...(ports.recorder ? { recorder: ports.recorder } : {}), ...(ports.onFault ? { onFault: ports.onFault } : {}) })
  const send: typeof runner.send = (event) => runner.send('path' in event ? { ...event, path: withoutSecrets(event.path) } : event)
  linkTabs(ports, tokens, runner)

  return {
    ...runner,
    send,
    factor,
    signIn: ({ username, password, remember }) => {
      const attemptId = ports.newReference()
      secrets.hold(attemptId, password)
      runner.send({ type: 'signIn.submitted', attemptId, username, remember })
      // Not taken when the session was in no state to sign in.
      secrets.take(attemptId)
    },
    changePassword: async (change) => {
      const { AccessToken } = await api.call('session.updatePassword', { payload: change })
      const remember = tokens.isRemembered()
      tokens.start(AccessToken, remember)
      ports.tabs.post({ kind: 'signedIn', token: AccessToken, remember })
      runner.send({ type: 'password.changed' })
    },
    unauthorized: (path) => {
      // The server ends the old token with the switch, before its answer is here: only the switch call itself may end the session then.
      if (isSwitching(runner.getSnapshot()) && path !== '/v1/switch-account') return
      runner.send({ type: 'session.ended' })
    },
    whenSignedIn: () =>
      new Promise((resolve) => {
        if (isSignedIn(runner.getSnapshot())) {
          resolve()
          return
        }
        const { unsubscribe } = runner.subscribe((snapshot) => {
          if (!isSignedIn(snapshot)) return
          unsubscribe()
          resolve()
        })
      }),
  }
}
