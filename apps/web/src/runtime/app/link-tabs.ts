import { tabsMachine } from '@desk/machines/tabs/tabs.machine'
import { run, type EventRecorder, type Runner } from '../runner.ts'
import { openSecrets } from '../session/secrets.ts'
import type { StoredState } from '../storage/stored-state.ts'
import type { TokenStore } from '../storage/token-store.ts'
import type { SharedSession, TabMessage, Tabs } from '../tabs.ts'
import type { ThemeChoices } from '../theme-choice.ts'
import type { App } from './app.ts'

export interface TabLinkPorts {
  readonly app: App
  readonly tabs: Tabs
  /** Of this page, and no other. */
  readonly tabId: string
  readonly tokens: TokenStore
  readonly stored: StoredState
  readonly theme: Pick<ThemeChoices, 'show'>
  readonly newReference: () => string
  readonly recorder?: EventRecorder
  readonly onFault?: (fault: unknown) => void
}

const isSame = (one: SharedSession | null, other: SharedSession): boolean =>
  one?.uid === other.uid && one.pm_dsh_ud === other.pm_dsh_ud

/**
 * Links this tab with the other tabs of the browser (§1.10): one machine decides which messages are sent and applied.
 */
export function linkTabs({
  app,
  tabs,
  tabId,
  tokens,
  stored,
  theme,
  newReference,
  recorder,
  onFault,
}: TabLinkPorts): Runner<typeof tabsMachine> {
  /** Tokens from other tabs, on their way past the machine. */
  const heard = openSecrets<{ readonly token: string; readonly remember: boolean }>()
  let present: SharedSession | null = null

  const runner = run('tabs', tabsMachine, {
    handlers: {
      postSession: ({ seq, session }) => {
        const { token } = tokens.held()
        if (session === null) tabs.post({ kind: 'sessionEnded', tabId, seq, ended: present })
        else if (token !== null)
          tabs.post({ kind: 'sessionBegan', tabId, seq, session, token, remember: tokens.isRemembered() })
        present = session
      },
      postQuestion: ({ seq }) => tabs.post({ kind: 'sessionAsked', tabId, seq }),
      postTheme: ({ seq, theme: chosen }) => tabs.post({ kind: 'themeChosen', tabId, seq, theme: chosen }),
      applySession: ({ session, tokenRef }) => {
        present = session
        const told = tokenRef === null ? null : heard.take(tokenRef)
        if (told !== null) tokens.start(told.token, told.remember)
        if (session !== null) return
        tokens.clear()
        stored.clearSession()
      },
      applyTheme: ({ theme: chosen }) => theme.show(chosen),
      notify: app.notify,
    },
    ...(recorder ? { recorder } : {}),
    ...(onFault ? { onFault } : {}),
  })
  app.join('tabs', runner.send)

  const hear = (message: TabMessage): void => {
    switch (message.kind) {
      case 'sessionBegan': {
        const { tabId: from, seq, session, token, remember } = message
        const tokenRef = newReference()
        heard.hold(tokenRef, { token, remember })
        runner.send({ type: 'otherTab.sessionChanged', tabId: from, seq, session, tokenRef })
        // Not taken when it was no news.
        heard.take(tokenRef)
        return
      }
      case 'sessionEnded':
        // The end of a session that this tab has left behind, by switching the account, is none of its own.
        if (present !== null && message.ended !== null && !isSame(present, message.ended)) return
        runner.send({
          type: 'otherTab.sessionChanged',
          tabId: message.tabId,
          seq: message.seq,
          session: null,
          tokenRef: null,
        })
        return
      case 'sessionAsked':
        runner.send({ type: 'otherTab.sessionAsked', tabId: message.tabId, seq: message.seq })
        return
      case 'themeChosen':
        runner.send({ type: 'otherTab.themeChosen', tabId: message.tabId, seq: message.seq, theme: message.theme })
        return
      case 'tokenRenewed': {
        const { token, generation } = tokens.held()
        if (message.replaces === token) tokens.renew(message.token, generation)
        return
      }
    }
  }
  tabs.listen(hear)
  return runner
}
