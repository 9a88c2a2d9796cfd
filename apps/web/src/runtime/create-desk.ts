import { user } from '@desk/machines/session/session.selectors'
import { sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import type { PartPorts } from '#ui/lazy/part-ports.ts'
import { openAnalytics, type Analytics } from './analytics.ts'
import { openTabMachines, type TabMachines } from './app/tab-machines.ts'
import type { App } from './app/app.ts'
import type { ApiClient } from './api/api-client.ts'
import { openDeskApi } from './api/desk-api.ts'
import type { ConfigFile } from './config-file.ts'
import { ANSWER_WITHIN_MS, type Connection } from './connection/connection.ts'
import { openDeskServer } from './connection/desk-server.ts'
import type { DeskPorts } from './desk-ports.ts'
import { firstReads } from './first-reads.ts'
import { openDeskJournal } from './journal/desk-journal.ts'
import type { Recorder } from './journal/recorder.ts'
import { listenToPage, pathOf } from './listen-to-page.ts'
import { openDeskFeed } from './live/desk-feed.ts'
import type { Feed } from './live/feed.ts'
import type { LiveMachines } from './live-machines.ts'
import type { NewAddresses } from './new-addresses.ts'
import { openOutdated, type Outdated } from './outdated.ts'
import { openPreferences, type Preferences } from './preferences.ts'
import { createQueryClient, queryMaker } from './query.ts'
import { openRecent, type Recent } from './recent.ts'
import { run, type Runner } from './runner.ts'
import type { AccountSwitch } from './session/account-switch.ts'
import type { Session } from './session/session.ts'
import { openStoredState, type StoredState } from './storage/stored-state.ts'
import { openTokenStore } from './storage/token-store.ts'
import { openTabs } from './tabs.ts'
import { openThemeChoices, type ThemeChoices } from './theme-choice.ts'
import { whyMissing } from './version/why-missing.ts'
import { watchLater } from './watch-later.ts'

/** Everything that a screen may use of the world outside. */
export interface Desk {
  readonly api: ApiClient
  /** Query options of a call: `useQuery(desk.query('projects.list', { query: {} }))`. */
  readonly query: ReturnType<typeof queryMaker>
  readonly queryClient: QueryClient
  /** What the page does, and what one machine asks of another, goes through it. */
  readonly app: App
  readonly session: Session
  readonly accountSwitch: AccountSwitch
  readonly feed: Feed
  readonly config: ConfigFile
  readonly stored: StoredState
  readonly theme: ThemeChoices
  readonly preferences: Preferences
  /** What was opened last, of this session alone. */
  readonly recent: Recent
  readonly sidebar: Runner<typeof sidebarMachine>
  /** The server has a newer build: the shell says so and offers to reload (§2.46). */
  readonly outdated: Outdated
  /** Whether the server answers. */
  readonly connection: Connection
  /** What parts of the page that did not load ask of the world around them. */
  readonly parts: PartPorts
  /** The journal: takes down the events of every machine. */
  readonly recorder: Recorder
  /** Where every machine of the tab stands, and what it heard last. */
  readonly machines: LiveMachines
  readonly history: RouterHistory
  /** Addresses that were typed, before the router hears of them. */
  readonly newAddresses: NewAddresses
  /** Resolves when the first screen is there: what it does not need loads after it. */
  readonly firstScreenShown: () => Promise<void>
  /** A form is about to open: resolves when the journal keeps what is typed into it, soon also when it cannot. */
  readonly keepsTyping: () => Promise<void>
  track: Analytics['track']
  /** Begins: looks for a session and starts listening to the page. Called once. */
  start(): void
}

/** Makes a desk over the world outside as its ports have it; two desks share nothing. Nothing moves before `start()`. */
export function createDesk(ports: DeskPorts): Desk {
  const { ofTab, ofBrowser, page, clock, history, newId, reportFault: onFault } = ports
  const { after } = clock
  const tokens = openTokenStore(ofTab, ofBrowser)
  const stored = openStoredState(ofTab, ofBrowser)
  const recent = openRecent(ofTab)
  const tabs = openTabs(ports.channel)
  const queryClient = createQueryClient()
  const outdated = openOutdated()
  const server = openDeskServer(ports)
  const { config, connection, environment } = server
  const reload = (delayMs: number) => void after(delayMs, page.reload)
  const reloadNewer = () => outdated.set(() => reload(0))
  let firstScreen: Promise<void> | null = null
  const firstScreenShown = () => (firstScreen ??= firstReads(queryClient, after))

  const api = openDeskApi(ports, { server, tokens, tabs, onUnauthorized: path => tab.unauthorized(path) })
  const { recorder, machines, keepsTyping } = openDeskJournal(ports, api, firstScreenShown)
  const theme = openThemeChoices({
    storage: ofBrowser,
    onChosen: chosen => tab.tabs.send({ type: 'tab.themeChosen', theme: chosen }),
    apply: page.showTheme,
  })
  const tab: TabMachines = openTabMachines({
    api,
    tokens,
    stored,
    tabs,
    tabId: newId(),
    theme,
    newReference: newId,
    forgetAccount: () => {
      void queryClient.cancelQueries()
      queryClient.clear()
      recent.forget()
    },
    // Where a session ends or changes no form is asked whether it may be left (law 4): what was typed is its user's draft.
    goTo: (path, replace) =>
      replace
        ? history.replace(path, undefined, { ignoreBlocker: true })
        : history.push(path, undefined, { ignoreBlocker: true }),
    reload,
    nowMs: clock.nowMs,
    recorder,
    onFault,
  })
  const { app, session, accountSwitch } = tab
  const feed = openDeskFeed({
    app,
    tokens,
    connection,
    load: async () => {
      await firstScreenShown()
      return ports.code.push()
    },
    address: server.apiBase,
    nowMs: clock.steadyMs,
    onSessionDoubt: () => session.send({ type: 'session.recheckRequested' }),
    onOutdated: reloadNewer,
    recorder,
    onFault,
  })
  const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder, onFault })
  let analytics: Analytics | null = null

  return {
    api,
    query: queryMaker(api),
    queryClient,
    app,
    session,
    accountSwitch,
    feed,
    config,
    stored,
    theme,
    preferences: openPreferences(ofBrowser),
    recent,
    sidebar,
    outdated,
    connection,
    parts: {
      whyMissing: () =>
        whyMissing({
          fetch: ports.fetch,
          nowMs: clock.nowMs,
          isThere: () => server.isThere(ANSWER_WITHIN_MS),
          ownBuildDate: () => (environment() === 'local' ? null : page.buildDate()),
          onNewer: reloadNewer,
        }),
      reload: () => reload(0),
      onBack: connection.onBack,
    },
    recorder,
    machines,
    history,
    newAddresses: ports.newAddresses,
    firstScreenShown,
    keepsTyping,
    track: (name, facts) => {
      analytics ??= openAnalytics(config.current(), environment(), ports.sendBeacon, () => user(session.getSnapshot()))
      analytics.track(name, facts)
    },
    start: () => {
      listenToPage(ports, { app, session, sidebar, recorder, connection, queryClient, feed })
      app.send({
        type: 'page.loaded',
        hasToken: tokens.held().token !== null,
        path: pathOf(history),
        canLink: ports.channel !== null,
      })
      // No part of the first load.
      firstReads(queryClient, after)
        .then(() => watchLater(ports, { app, recorder, server, outdated, reload }))
        .catch(onFault)
    },
  }
}
