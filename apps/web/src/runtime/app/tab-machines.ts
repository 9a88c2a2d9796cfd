import { awaitsToken } from '@desk/machines/account-switch/account-switch.selectors'
import type { tabsMachine } from '@desk/machines/tabs/tabs.machine'
import type { Runner } from '../runner.ts'
import { openAccountSwitch, SWITCH_PATH, type AccountSwitch } from '../session/account-switch.ts'
import { openSession, type Session, type SessionOptions } from '../session/session.ts'
import type { Tabs } from '../tabs.ts'
import type { ThemeChoices } from '../theme-choice.ts'
import { openApp, type App } from './app.ts'
import { linkTabs } from './link-tabs.ts'

export interface TabMachinesPorts extends Omit<SessionOptions, 'app' | 'tabs'> {
  readonly tabs: Tabs
  readonly tabId: string
  readonly theme: Pick<ThemeChoices, 'show'>
}

/** The machines that one tab has at all times, linked by the app machine: it receives the events of the page. */
export interface TabMachines {
  readonly app: App
  readonly session: Session
  readonly accountSwitch: AccountSwitch
  readonly tabs: Runner<typeof tabsMachine>
  /** A call of that path was answered 401. */
  unauthorized(path: string): void
}

/**
 * Removes the token of a password reset or of a journal's link from a path, at any position and in any encoding: neither machine
 * nor journal may see it.
 */
const withoutSecrets = (path: string): string =>
  path.replace(/((?:reset-password|support(?:\/|%(?:25)*2f)+links)(?:\/|%(?:25)*2f)+).+/is, '$1*')

/** Opens them. Nothing happens before `page.loaded` is sent to the app machine. */
export function openTabMachines(ports: TabMachinesPorts): TabMachines {
  const opened = openApp({
    ...(ports.recorder ? { recorder: ports.recorder } : {}),
    ...(ports.onFault ? { onFault: ports.onFault } : {}),
  })
  const app: App = {
    ...opened,
    send: event => opened.send('path' in event ? { ...event, path: withoutSecrets(event.path) } : event),
  }
  const session = openSession({ ...ports, app })
  const accountSwitch = openAccountSwitch({ ...ports, app })
  const tabs = linkTabs({ ...ports, app })
  return {
    app,
    session,
    accountSwitch,
    tabs,
    unauthorized: path => {
      // Only the switch call itself may end the session then.
      if (awaitsToken(accountSwitch.getSnapshot()) && path !== SWITCH_PATH) return
      app.send({ type: 'call.unauthorized' })
    },
  }
}
