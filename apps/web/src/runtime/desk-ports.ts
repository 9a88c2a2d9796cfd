import type { RouterHistory } from '@tanstack/react-router'
import type { ThemeChoice } from '#ui/theme.ts'
import type { ApiClientPorts } from './api/api-client.ts'
import type * as drafts from './journal/drafts.ts'
import type * as journalWriter from './journal/journal-writer.ts'
import type { JournalPage } from './journal/journal-writer.ts'
import type { PushModule } from './live/push-socket.ts'
import type { NewAddresses } from './new-addresses.ts'
import type * as idle from './session/idle.ts'
import type { Recall } from './runner.ts'
import type { KeyValueStorage } from './storage/browser-storage.ts'
import type { TabChannel } from './tabs.ts'
import type * as versionPoll from './version/version-poll.ts'

/** The clocks and timers of a desk. */
export interface DeskClock {
  /** ms since 1970; goes on while the computer sleeps. */
  readonly nowMs: () => number
  /** ms since some moment, of a clock that no user can set. */
  readonly steadyMs: () => number
  /** Calls `act` once, so many ms later, unless the returned function is called before. */
  readonly after: (delayMs: number, act: () => void) => () => void
  /** Calls `act` each time so many ms have passed, until the returned function is called. */
  readonly every: (intervalMs: number, act: () => void) => () => void
}

/** The page that a desk lives in. */
export interface DeskPage extends JournalPage {
  readonly hostname: string
  readonly isSeen: () => boolean
  /** Calls `listener` when the page is hidden, and when it is shown again. */
  readonly onSeenChange: (listener: () => void) => void
  readonly widthPx: () => number
  /** Calls `listener` when the page becomes narrower than `px`, or wider again. */
  readonly onWidthCrossed: (px: number, listener: () => void) => void
  /** The date of the build that the page is of; null where something else than the gateway served it. */
  readonly buildDate: () => string | null
  readonly showTheme: (theme: ThemeChoice) => void
  readonly reload: () => void
  /** Leaves the desk for another web address. */
  readonly leaveFor: (address: string) => void
  /** Opens another web address in a window of its own, which knows nothing of this one. @returns false: the browser did not let it */
  readonly openWindow: (address: string) => boolean
}

/** Code that no first screen needs: loaded when it is asked for. */
export interface LaterCode {
  readonly decoder: ApiClientPorts['loadDecoder']
  readonly endpoints: ApiClientPorts['loadEndpoints']
  readonly journal: () => Promise<Pick<typeof journalWriter, 'openJournalWriter'>>
  readonly drafts: () => Promise<Pick<typeof drafts, 'draftInBrowser'>>
  readonly push: () => Promise<PushModule>
  readonly idle: () => Promise<Pick<typeof idle, 'watchIdle'>>
  readonly versionPoll: () => Promise<Pick<typeof versionPoll, 'openVersionPoll'>>
}

/** All external dependencies of a desk. browser-ports.ts creates the real ones. */
export interface DeskPorts {
  /** Ends with the tab. */
  readonly ofTab: KeyValueStorage
  /** Outlives the tab. */
  readonly ofBrowser: KeyValueStorage
  readonly fetch: typeof globalThis.fetch
  /** Calls that tell how much of the body was sent; unset: `fetch`, which does not tell. */
  readonly fetchTelling?: (onSent: (share: number) => void) => typeof globalThis.fetch
  readonly history: RouterHistory
  readonly newAddresses: NewAddresses
  readonly page: DeskPage
  readonly clock: DeskClock
  /** The way to the other tabs; null where there is none. */
  readonly channel: TabChannel | null
  /** Hands an event of use over, and never waits for an answer. */
  readonly sendBeacon: (url: string, body: string) => void
  /** An id that was never given before. */
  readonly newId: () => string
  readonly code: LaterCode
  /** The recorded machines of a replay, which never run. null: the machines run. */
  readonly recall: Recall | null
  /** Tells of a fault of the desk itself, and stops nothing. */
  readonly reportFault: (fault: unknown) => void
  /** Logs harmless failures (§8.10). */
  readonly log: (message: string) => void
}
