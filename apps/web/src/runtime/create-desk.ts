import { menuMachine } from '@desk/machines/menu/menu.machine'
import { user } from '@desk/machines/session/session.selectors'
import { sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import { openActKeys } from './acts/act-keys.ts'
import { openAnalytics, type Analytics } from './analytics.ts'
import { openTabMachines, type TabMachines } from './app/tab-machines.ts'
import { openDeskApi } from './api/desk-api.ts'
import { ANSWER_WITHIN_MS } from './connection/connection.ts'
import { openDeskServer } from './connection/desk-server.ts'
import type { Desk } from './desk.ts'
import type { DeskPorts } from './desk-ports.ts'
import { firstReads } from './first-reads.ts'
import { openDeskJournal } from './journal/desk-journal.ts'
import { listenToPage, pathOf } from './listen-to-page.ts'
import { openDeskFeed } from './live/desk-feed.ts'
import { openOutdated } from './outdated.ts'
import { openPreferences } from './preferences.ts'
import { createQueryClient, queryMaker } from './query.ts'
import { openRecent } from './recent.ts'
import { run } from './runner.ts'
import { openStoredState } from './storage/stored-state.ts'
import { openTokenStore } from './storage/token-store.ts'
import { openTabs } from './tabs.ts'
import { openThemeChoices } from './theme-choice.ts'
import { whyMissing } from './version/why-missing.ts'
import { watchLater } from './watch-later.ts'

/** Creates a desk over its ports; two desks share nothing. It is inactive before `start()`. */
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
    // At the end or change of a session no form asks about leaving (law 4): typed text stays as the user's draft.
    goTo: (path, replace) =>
      replace
        ? history.replace(path, undefined, { ignoreBlocker: true })
        : history.push(path, undefined, { ignoreBlocker: true }),
    reload,
    leaveFor: page.leaveFor,
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
    onSessionDoubt: session.doubt,
    onOutdated: reloadNewer,
    recorder,
    onFault,
  })
  const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder, onFault })
  const menu = run('menu', menuMachine, { handlers: {}, recorder, onFault })
  let analytics: Analytics | null = null

  return {
    api,
    query: queryMaker(api),
    queryClient,
    actKeys: openActKeys(ofTab, newId),
    app,
    session,
    accountSwitch,
    feed,
    config,
    environment,
    stored,
    theme,
    preferences: openPreferences(ofBrowser),
    recent,
    sidebar,
    recordMenu: opened => menu.send(opened === null ? { type: 'menu.closed' } : { type: 'menu.opened', menu: opened }),
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
    leaveFor: page.leaveFor,
    openWindow: page.openWindow,
    onSignedOn: listener => tabs.listen(({ kind }) => void (kind === 'signedOn' && listener())),
    newAddresses: ports.newAddresses,
    firstScreenShown,
    keepsTyping,
    findDraft: async (owner, form, openedAtMs) => {
      const { draftInBrowser } = await ports.code.drafts()
      // Events of a draft from a moment ago count.
      recorder.flush()
      return draftInBrowser(owner, form, openedAtMs)
    },
    track: (name, facts) => {
      analytics ??= openAnalytics(config.current(), environment(), ports.sendBeacon, () => user(session.getSnapshot()))
      analytics.track(name, facts)
    },
    isRecorded: ports.recall !== null,
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
