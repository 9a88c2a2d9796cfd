import { isSignedIn, user } from '@desk/machines/session/session.selectors'
import { FEED_AWAY_AFTER_MS } from '@desk/machines/feed/feed.topics'
import { AUTO_COLLAPSE_BELOW_PX, sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import type { QueryClient } from '@tanstack/react-query'
import { createHashHistory, type RouterHistory } from '@tanstack/react-router'
import { openAnalytics, type Analytics } from './analytics.ts'
import { openTabMachines, type TabMachines } from './app/tab-machines.ts'
import type { App } from './app/app.ts'
import { createApiClient, type ApiClient } from './api/api-client.ts'
import { environmentOf } from './config.ts'
import { readConfigFile, type ConfigFile } from './config-file.ts'
import { askServer } from './connection/ask-server.ts'
import { ANSWER_WITHIN_MS, openConnection, type Connection } from './connection/connection.ts'
import { firstReads } from './first-reads.ts'
import { CLOCK_TICK_MS, openFeed, type Feed } from './live/feed.ts'
import { ownBuildDate } from './own-build-date.ts'
import { createQueryClient, queryMaker } from './query.ts'
import { openLiveMachines, type LiveMachines } from './live-machines.ts'
import { openNewAddresses, type NewAddresses } from './new-addresses.ts'
import { openOutdated, type Outdated } from './outdated.ts'
import { openPreferences, type Preferences } from './preferences.ts'
import { openRecent, type Recent } from './recent.ts'
import { openRecorder, type Recorder } from './journal/recorder.ts'
import { run, type Runner } from './runner.ts'
import { loadable } from '../ui/lazy/loadable.ts'
import type { PartPorts } from '../ui/lazy/part-ports.ts'
import type { AccountSwitch } from './session/account-switch.ts'
import type { Session } from './session/session.ts'
import { storageOrMemory } from './storage/browser-storage.ts'
import { openStoredState, type StoredState } from './storage/stored-state.ts'
import { openTokenStore } from './storage/token-store.ts'
import { openTabs, TAB_CHANNEL_NAME } from './tabs.ts'
import { whyMissing } from './version/why-missing.ts'
import { openThemeChoices, type ThemeChoices } from './theme-choice.ts'

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
  /** Begins: looks for a session and starts listening to the page. Called once, by main.tsx. */
  start(): void
}

const loadJournal = loadable(() => import('./journal/journal-writer.ts'))
const loadDecoder = loadable(() => import('./api/answer-decoder.ts'))
const loadPush = loadable(() => import('./live/push-module.ts'))
const loadIdle = loadable(() => import('./session/idle.ts'))
const loadVersionPoll = loadable(() => import('./version/version-poll.ts'))

/** The hash path with its query, as machines know it. */
const pathOf = ({ location }: RouterHistory): string => location.pathname + location.search

/** A form that cannot be kept opens after this all the same. */
const LONGEST_WAIT_FOR_JOURNAL_MS = 8_000

/** What every page needs in the end is asked for until it comes, at first after this. */
const FIRST_RETRY_MS = 3_000
const MOST_RETRY_MS = 60_000

const reportFault = (fault: unknown): void => {
  queueMicrotask(() => {
    // Reaches the browser's console and error listeners, and stops nothing.
    throw fault
  })
}

// What fails without harm, and is only logged (§8.10).
// oxlint-disable-next-line no-console
const logFailure = (message: string): void => console.info(message)

function openDesk(): Desk {
  const ofTab = storageOrMemory(() => window.sessionStorage)
  const ofBrowser = storageOrMemory(() => window.localStorage)
  const tokens = openTokenStore(ofTab, ofBrowser)
  const stored = openStoredState(ofTab, ofBrowser)
  const recent = openRecent(ofTab)
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(TAB_CHANNEL_NAME) : null
  const tabs = openTabs(channel)
  const config = readConfigFile((input, init) => fetch(input, init))
  // Before the router's history, which would hear of a new address first.
  const newAddresses = openNewAddresses(window)
  const history = createHashHistory()
  const queryClient = createQueryClient()
  const nowMs = () => performance.now()
  const environment = () => environmentOf(window.location.hostname, config.current())
  let analytics: Analytics | null = null
  const after = (delayMs: number, act: () => void) => void setTimeout(act, delayMs)
  const reload = (delayMs: number) => after(delayMs, () => window.location.reload())
  const outdated = openOutdated()
  const untilLoaded = async <T>(load: () => Promise<T>, retryMs = FIRST_RETRY_MS): Promise<T> => {
    try {
      return await load()
    } catch {
      await new Promise<void>(resolve => after(retryMs, resolve))
      return untilLoaded(load, Math.min(MOST_RETRY_MS, retryMs * 2))
    }
  }
  const isThere = async (withinMs: number) =>
    askServer(fetch.bind(window), (await config.loaded).apiBases[environment()], withinMs)
  const connection = openConnection({
    ask: isThere,
    isSeen: () => document.visibilityState === 'visible',
    nowMs: () => Date.now(),
    after,
  })
  let firstScreen: Promise<void> | null = null
  const firstScreenShown = () => (firstScreen ??= firstReads(queryClient, after))
  const machines = openLiveMachines()
  let tellFormComes = () => {}
  const formComes = new Promise<void>(resolve => (tellFormComes = resolve))
  const keepsTyping = () => {
    tellFormComes()
    return Promise.race([
      journal.whenWriting(),
      new Promise<void>(resolve => after(LONGEST_WAIT_FOR_JOURNAL_MS, resolve)),
    ])
  }
  const journal = openRecorder({
    openWriter: async () => {
      await Promise.race([firstScreenShown(), formComes])
      return (await loadJournal()).openJournalWriter({ api, page: window, after })
    },
    newSession: () => crypto.randomUUID(),
    nowMs: () => Date.now(),
    after,
    onFault: reportFault,
  })

  const recorder: Recorder = {
    ...journal,
    record: (machine, event, state) => {
      journal.record(machine, event, state)
      machines.record(machine, event, state)
    },
  }

  const callServer: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init)
      if (response.status < 500) connection.heard()
      else connection.doubted()
      return response
    } catch (failure) {
      if (init?.signal?.aborted !== true) connection.doubted()
      throw failure
    }
  }

  const api = createApiClient({
    fetch: callServer,
    config: () => config.loaded,
    environment,
    token: () => tokens.held(),
    renewToken: (token, generation) => {
      const { token: replaces } = tokens.held()
      const isKept = tokens.renew(token, generation)
      if (isKept && replaces !== null) tabs.post({ kind: 'tokenRenewed', token, replaces })
      return isKept
    },
    onUnauthorized: path => tab.unauthorized(path),
    nowMs: () => Date.now(),
    loadDecoder,
  })

  const theme = openThemeChoices({
    storage: ofBrowser,
    onChosen: chosen => tab.tabs.send({ type: 'tab.themeChosen', theme: chosen }),
  })
  const tab: TabMachines = openTabMachines({
    api,
    tokens,
    stored,
    tabs,
    tabId: crypto.randomUUID(),
    theme,
    newReference: () => crypto.randomUUID(),
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
    nowMs: () => Date.now(),
    recorder,
    onFault: reportFault,
  })
  const { app, session, accountSwitch } = tab

  let heardOverFeedMs: number | null = null
  const feed = openFeed({
    load: async () => {
      await firstScreenShown()
      return loadPush()
    },
    address: async () => (await config.loaded).apiBases[environment()],
    token: () => tokens.held().token,
    nowMs,
    onSessionDoubt: () => session.send({ type: 'session.recheckRequested' }),
    onOutdated: () => outdated.set(() => reload(0)),
    recorder,
    onFault: reportFault,
  })

  app.join('feed', feed.send)
  feed.subscribe(({ context: { connected, feedDelayMs, lastHeardMs } }) => {
    const isHeard =
      connected && lastHeardMs !== heardOverFeedMs && feedDelayMs !== null && feedDelayMs <= FEED_AWAY_AFTER_MS
    heardOverFeedMs = lastHeardMs
    if (isHeard) connection.heard()
  })
  tokens.onRenewed(token => feed.tokenRenewed(token))

  const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder, onFault: reportFault })

  const watchIdleness = async () => {
    const { watchIdle } = await untilLoaded(loadIdle)
    const startTimer = (delayMs: number, act: () => void) => {
      const timer = setTimeout(act, delayMs)
      return () => clearTimeout(timer)
    }
    watchIdle({ app, page: window, nowMs: () => Date.now(), startTimer, recorder, onFault: reportFault })
  }

  const watchVersion = async () => {
    const { openVersionPoll } = await untilLoaded(loadVersionPoll)
    openVersionPoll({
      app,
      fetch: (input, init) => fetch(input, init),
      nowMs: () => Date.now(),
      after,
      reload,
      log: logFailure,
      onNewer: outdated.set,
      recorder,
      onFault: reportFault,
    })
    await config.loaded
    app.send({ type: 'config.read', isLocalDevelopment: environment() === 'local', buildDate: ownBuildDate(document) })
  }

  const listenToPage = () => {
    history.subscribe(() => app.send({ type: 'location.changed', path: pathOf(history) }))
    document.addEventListener('visibilitychange', () => {
      const isHidden = document.visibilityState === 'hidden'
      app.send({ type: isHidden ? 'page.hidden' : 'page.shown' })
      if (isHidden) recorder.leave()
    })
    window.addEventListener('blur', () => app.send({ type: 'page.unfocused' }))
    const tellWidth = () => sidebar.send({ type: 'window.resized', widthPx: window.innerWidth })
    tellWidth()
    // Tells of crossing the one width that matters, not of every pixel on the way.
    window.matchMedia(`(width < ${AUTO_COLLAPSE_BELOW_PX}px)`).addEventListener('change', tellWidth)
    window.addEventListener('offline', () => {
      app.send({ type: 'network.lost' })
      connection.lost()
    })
    window.addEventListener('online', () => {
      app.send({ type: 'network.regained' })
      connection.doubted()
    })
    // What failed is asked for again; what is there stays as it is.
    connection.onBack(
      () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
    )
    connection.start()
    setInterval(() => {
      if (document.visibilityState === 'visible' && isSignedIn(session.getSnapshot()))
        feed.send({ type: 'clock.ticked', nowMs: nowMs() })
    }, CLOCK_TICK_MS)
  }

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
          fetch: (input, init) => fetch(input, init),
          nowMs: () => Date.now(),
          isThere: () => isThere(ANSWER_WITHIN_MS),
          ownBuildDate: () => (environment() === 'local' ? null : ownBuildDate(document)),
          onNewer: () => outdated.set(() => reload(0)),
        }),
      reload: () => reload(0),
      onBack: connection.onBack,
    },
    recorder,
    machines,
    history,
    newAddresses,
    firstScreenShown,
    keepsTyping,
    track: (name, facts) => {
      analytics ??= openAnalytics(
        config.current(),
        environment(),
        (url, body) => void navigator.sendBeacon(url, body),
        () => user(session.getSnapshot()),
      )
      analytics.track(name, facts)
    },
    start: () => {
      listenToPage()
      app.send({
        type: 'page.loaded',
        hasToken: tokens.held().token !== null,
        path: pathOf(history),
        canLink: channel !== null,
      })
      // No part of the first load.
      firstReads(queryClient, after)
        .then(() => Promise.all([watchIdleness(), watchVersion()]))
        .catch(reportFault)
    },
  }
}

/** The desk of this tab. */
export const desk: Desk = openDesk()
