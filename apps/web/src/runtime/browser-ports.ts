import { createHashHistory } from '@tanstack/react-router'
import { loadable } from '#ui/lazy/loadable.ts'
import { applyTheme } from '#ui/theme.ts'
import { FIRST_CALLS } from './api/first-calls.ts'
import type { DeskClock, DeskPage, DeskPorts, LaterCode } from './desk-ports.ts'
import { openNewAddresses } from './new-addresses.ts'
import { ownBuildDate } from './own-build-date.ts'
import { throwLater } from './runner.ts'
import { storageOrMemory } from './storage/browser-storage.ts'
import { TAB_CHANNEL_NAME } from './tabs.ts'

const loadFirstDecoder = loadable(() => import('./api/first-answer-decoder.ts'))
const loadXhrFetch = loadable(() => import('./api/xhr-fetch.ts'))
const loadDecoder = loadable(() => import('./api/answer-decoder.ts'))

const LATER_CODE: LaterCode = {
  decoder: key => (FIRST_CALLS.has(key) ? loadFirstDecoder() : loadDecoder()),
  endpoints: loadable(() => import('./api/endpoint-table.ts')),
  journal: loadable(() => import('./journal/journal-writer.ts')),
  drafts: loadable(() => import('./journal/drafts.ts')),
  push: loadable(() => import('./live/push-module.ts')),
  idle: loadable(() => import('./session/idle.ts')),
  versionPoll: loadable(() => import('./version/version-poll.ts')),
}

const CLOCK: DeskClock = {
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
  after: (delayMs, act) => {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
  every: (intervalMs, act) => {
    const timer = setInterval(act, intervalMs)
    return () => clearInterval(timer)
  },
}

type BrowserWindow = Window & typeof globalThis

function browserPage(window: BrowserWindow): DeskPage {
  const { document, location } = window
  return {
    document,
    addEventListener: window.addEventListener.bind(window),
    hostname: location.hostname,
    isSeen: () => document.visibilityState === 'visible',
    onSeenChange: listener => document.addEventListener('visibilitychange', listener),
    widthPx: () => window.innerWidth,
    // Reports only crossings of that width, not every pixel.
    onWidthCrossed: (px, listener) => window.matchMedia(`(width < ${px}px)`).addEventListener('change', listener),
    buildDate: () => ownBuildDate(document),
    showTheme: applyTheme,
    reload: () => location.reload(),
    // an address from outside must not run as a script
    leaveFor: address => {
      if (/^https?:\/\//i.test(address)) location.assign(address)
    },
    openWindow: address => {
      const opened = /^https?:\/\//i.test(address) ? window.open('', '_blank') : null
      if (opened === null) return false
      // a provider's page does not get hold of the desk
      opened.opener = null
      opened.location.href = address
      return true
    },
  }
}

/** The ports of a desk that lives in a browser's tab. */
export function browserPorts(window: BrowserWindow): DeskPorts {
  // Registered before the router's history, which would otherwise handle a new address first.
  const newAddresses = openNewAddresses(window)
  return {
    ofTab: storageOrMemory(() => window.sessionStorage),
    ofBrowser: storageOrMemory(() => window.localStorage),
    fetch: (input, init) => window.fetch(input, init),
    fetchTelling: onSent => async (input, init) => {
      const { xhrFetch } = await loadXhrFetch()
      return xhrFetch(onSent)(input, init)
    },
    newAddresses,
    history: createHashHistory({ window }),
    page: browserPage(window),
    clock: CLOCK,
    channel: 'BroadcastChannel' in window ? new BroadcastChannel(TAB_CHANNEL_NAME) : null,
    sendBeacon: (url, body) => void window.navigator.sendBeacon(url, body),
    newId: () => window.crypto.randomUUID(),
    code: LATER_CODE,
    recall: null,
    reportFault: throwLater,
    // oxlint-disable-next-line no-console -- what fails without harm is only logged (§8.10)
    log: message => console.info(message),
  }
}
