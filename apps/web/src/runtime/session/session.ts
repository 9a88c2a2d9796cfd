import { sessionMachine } from '@desk/machines/session/session.machine'
import { isRequesting, isSignedIn } from '@desk/machines/session/session.selectors'
import type { AnswerOf, RequestOf } from '../api/endpoints.ts'
import type { App } from '../app/app.ts'
import { run, type EventRecorder, type Runner } from '../runner.ts'
import type { Tabs } from '../tabs.ts'
import { openSecrets } from './secrets.ts'
import { sessionHandlers, type Credentials, type SessionPorts } from './session-handlers.ts'

export type SignInForm = NonNullable<Credentials> & { readonly remember: boolean }

/** The session at work. */
export interface Session extends Runner<typeof sessionMachine> {
  /** Tries to sign in; the outcome is in the snapshot. */
  signIn(form: SignInForm): void
  /** Asks for the session of a user whom their provider has signed on; the outcome is in the snapshot. */
  finishSignOn(): void
  /** Gives the code of the second factor that the sign-in asks for: of the authenticator app, or a recovery code. */
  giveCode(code: string): void
  /** Changes the own password; the session goes on under a new token (§2.8). @throws ApiError when it is refused */
  changePassword(request: RequestOf<'session.updatePassword'>): Promise<AnswerOf<'session.updatePassword'>>
  /** Checks whose session it is and what they may do; after a check that is under way once more, since its answer may be of before. */
  doubt(): void
  /** Settles once a user is signed in; never, without one. */
  whenSignedIn(): Promise<void>
}

export interface SessionOptions extends Omit<
  SessionPorts,
  'credentials' | 'codes' | 'notify' | 'journalOf' | 'journalEnded'
> {
  readonly app: App
  readonly tabs: Pick<Tabs, 'post'>
  readonly recorder?: EventRecorder & {
    /** Whose the journal is from now on. */
    belongsTo(owner: { readonly uid: number; readonly pm_dsh_ud: number } | null): void
    /** Settles, soon, once the server has the end of the journal that ended last. */
    whenEnded(): Promise<void>
  }
  readonly onFault?: (fault: unknown) => void
}

/** Opens the session of this tab. It does nothing before the app machine tells it that the page has loaded. */
export function openSession(ports: SessionOptions): Session {
  const { api, app, tokens, recorder } = ports
  const credentials = openSecrets<{ readonly typed: Credentials }>()
  const codes = openSecrets()
  const runner = run('session', sessionMachine, {
    handlers: sessionHandlers({
      ...ports,
      credentials,
      codes,
      notify: app.notify,
      journalOf: owner => recorder?.belongsTo(owner),
      journalEnded: async () => recorder?.whenEnded(),
    }),
    ...(recorder ? { recorder } : {}),
    ...(ports.onFault ? { onFault: ports.onFault } : {}),
  })
  app.join('session', runner.send)

  const submit = (typed: Credentials, remember: boolean) => {
    const attemptId = ports.newReference()
    credentials.hold(attemptId, { typed })
    runner.send({ type: 'signIn.submitted', attemptId, remember })
    // Not taken when the session was in no state to sign in.
    credentials.take(attemptId)
  }
  const check = () => runner.send({ type: 'session.recheckRequested' })
  let isCheckedAgain = false

  return {
    ...runner,
    doubt: () => {
      if (!isRequesting(runner.getSnapshot())) return check()
      if (isCheckedAgain) return
      isCheckedAgain = true
      const { unsubscribe } = runner.subscribe(snapshot => {
        if (isRequesting(snapshot)) return
        unsubscribe()
        isCheckedAgain = false
        check()
      })
    },
    signIn: ({ username, password, remember }) => submit({ username, password }, remember),
    finishSignOn: () => submit(null, ports.stored.rememberMe()),
    giveCode: code => {
      const { attemptId } = runner.getSnapshot().context
      if (attemptId === null) return
      codes.hold(attemptId, code)
      runner.send({ type: 'signIn.codeSubmitted', attemptId })
      codes.take(attemptId)
    },
    changePassword: async request => {
      const answer = await api.call('session.updatePassword', request)
      const { AccessToken } = answer
      const { token: replaces } = tokens.held()
      tokens.start(AccessToken, tokens.isRemembered())
      if (replaces !== null) ports.tabs.post({ kind: 'tokenRenewed', token: AccessToken, replaces })
      runner.send({ type: 'password.changed' })
      return answer
    },
    whenSignedIn: () =>
      new Promise(resolve => {
        if (isSignedIn(runner.getSnapshot())) {
          resolve()
          return
        }
        const { unsubscribe } = runner.subscribe(snapshot => {
          if (!isSignedIn(snapshot)) return
          unsubscribe()
          resolve()
        })
      }),
  }
}
