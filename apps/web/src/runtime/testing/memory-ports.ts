import { createMemoryHistory } from '@tanstack/react-router'
import { decodeAnswer } from '../api/answer-decoder.ts'
import { ENDPOINTS } from '../api/endpoint-table.ts'
import type { DeskClock, DeskPage, DeskPorts } from '../desk-ports.ts'
import type { JournalWriter } from '../journal/recorder.ts'
import { watchIdle } from '../session/idle.ts'
import { memoryStorage } from '../storage/browser-storage.ts'
import { openVersionPoll } from '../version/version-poll.ts'

/** A page that no one touches: it is seen, wide, and has its network. */
const QUIET_PAGE: DeskPage = {
  document: { visibilityState: 'visible', scripts: [] },
  addEventListener: () => {},
  hostname: 'desk.example',
  isSeen: () => true,
  onSeenChange: () => {},
  widthPx: () => 1_280,
  onWidthCrossed: () => {},
  buildDate: () => null,
  showTheme: () => {},
  reload: () => {},
  leaveFor: () => {},
  openWindow: () => true,
}

const REAL_CLOCK: DeskClock = {
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
  after: (delayMs, act) => {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
  every: () => () => {},
}

/** A journal that keeps nothing. */
const NO_WRITER: JournalWriter = { write: async () => {}, own: () => {}, end: async () => {}, leave: () => {} }

const never = () => new Promise<never>(() => {})

/** Ports of a desk that reaches no browser and no network: storage in memory, no other tabs, no journal, no push connection. */
export function memoryPorts(
  given: Pick<DeskPorts, 'fetch'> & Partial<DeskPorts> & { readonly path?: string },
): DeskPorts {
  let ids = 0
  const { path = '/', ...ports } = given
  return {
    ofTab: memoryStorage(),
    ofBrowser: memoryStorage(),
    history: createMemoryHistory({ initialEntries: [path] }),
    newAddresses: { guard: () => () => {} },
    page: QUIET_PAGE,
    clock: REAL_CLOCK,
    channel: null,
    sendBeacon: () => {},
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    code: {
      decoder: async () => ({ decodeAnswer }),
      endpoints: async () => ({ ENDPOINTS }),
      journal: async () => ({ openJournalWriter: async () => NO_WRITER }),
      drafts: async () => ({ draftInBrowser: async () => null }),
      push: never,
      idle: async () => ({ watchIdle }),
      versionPoll: async () => ({ openVersionPoll }),
    },
    recall: null,
    reportFault: fault => {
      throw fault
    },
    log: () => {},
    ...ports,
  }
}
