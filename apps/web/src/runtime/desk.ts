import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import type { OpenMenu } from '@desk/schema/journal/open-menu'
import type { sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import type { PartPorts } from '#ui/lazy/part-ports.ts'
import type { ActKeys } from './acts/act-keys.ts'
import type { Analytics } from './analytics.ts'
import type { ApiClient } from './api/api-client.ts'
import type { App } from './app/app.ts'
import type { Environment } from './config.ts'
import type { ConfigFile } from './config-file.ts'
import type { Connection } from './connection/connection.ts'
import type { Draft } from './journal/drafts.ts'
import type { JournalOwner, Recorder } from './journal/recorder.ts'
import type { Feed } from './live/feed.ts'
import type { LiveMachines } from './live-machines.ts'
import type { NewAddresses } from './new-addresses.ts'
import type { Outdated } from './outdated.ts'
import type { Preferences } from './preferences.ts'
import type { queryMaker } from './query.ts'
import type { Recent } from './recent.ts'
import type { Runner } from './runner.ts'
import type { AccountSwitch } from './session/account-switch.ts'
import type { Session } from './session/session.ts'
import type { StoredState } from './storage/stored-state.ts'
import type { ThemeChoices } from './theme-choice.ts'

/** Everything outside of React that a screen may use. */
export interface Desk {
  readonly api: ApiClient
  /** Query options of a call: `useQuery(desk.query('projects.list', { query: {} }))`. */
  readonly query: ReturnType<typeof queryMaker>
  readonly queryClient: QueryClient
  /** The idempotency keys of acts without an answer. */
  readonly actKeys: ActKeys
  /** The router of the page's events and of notices between machines. */
  readonly app: App
  readonly session: Session
  readonly accountSwitch: AccountSwitch
  readonly feed: Feed
  readonly config: ConfigFile
  readonly stored: StoredState
  readonly theme: ThemeChoices
  readonly preferences: Preferences
  /** Recently opened pages of this session. */
  readonly recent: Recent
  readonly sidebar: Runner<typeof sidebarMachine>
  /** Records the menu that opened; null: it closed. */
  readonly recordMenu: (menu: OpenMenu | null) => void
  /** The server has a newer build: the shell says so and offers to reload (§2.46). */
  readonly outdated: Outdated
  /** Whether the server answers. */
  readonly connection: Connection
  /** The ports for lazy parts of the page that did not load. */
  readonly parts: PartPorts
  /** The journal: takes down the events of every machine. */
  readonly recorder: Recorder
  /** The state of every machine of the tab, and the last events. */
  readonly machines: LiveMachines
  readonly history: RouterHistory
  /** Where the client runs (§7.1). */
  readonly environment: () => Environment
  /** Leaves the desk for another web address. */
  readonly leaveFor: (address: string) => void
  /** Opens another web address in a window of its own. @returns false: the browser did not let it */
  readonly openWindow: (address: string) => boolean
  /** Calls `listener` when a window in which the user has signed on comes back, until the returned function is called. */
  readonly onSignedOn: (listener: () => void) => () => void
  /** Addresses that were typed, before the router hears of them. */
  readonly newAddresses: NewAddresses
  /** Resolves when the first screen is shown; other code loads after it. */
  readonly firstScreenShown: () => Promise<void>
  /** Resolves when the journal is ready to record a form's input, or soon if it cannot; call it before opening a form. */
  readonly keepsTyping: () => Promise<void>
  /**
   * Finds this user's unsaved draft of a form in this browser.
   * @param form which form of what: 'user.edit 12'
   * @param openedAtMs when the form was opened that it is for, in ms since 1970
   */
  readonly findDraft: (owner: JournalOwner, form: string, openedAtMs: number) => Promise<Draft | null>
  track: Analytics['track']
  /** Whether it shows a recording, without server answers and with inactive controls. */
  readonly isRecorded: boolean
  /** Begins: looks for a session and starts listening to the page. Called once. */
  start(): void
}
