import { createMemoryHistory } from '@tanstack/react-router'
import { decodeAnswer } from '../api/answer-decoder.ts'
import { ENDPOINTS } from '../api/endpoint-table.ts'
import { createDesk } from '../create-desk.ts'
import type { Desk } from '../desk.ts'
import type { DeskPage } from '../desk-ports.ts'
import { memoryStorage } from '../storage/browser-storage.ts'
import { openFormsOf } from './known-of-form.ts'
import type { RecordedMoment } from './recorded-moment.ts'
import { openRecordedServer, type AtHand } from './recorded-server.ts'
import { openStillMachines } from './still-machines.ts'

/** A desk that shows a recording: it makes no calls, writes nothing, and its machines do not run (R2). */
export interface RecordedDesk {
  readonly desk: Desk
  /** From now on it shows the state of everything at that moment. */
  readonly show: (moment: RecordedMoment) => void
  readonly moment: () => RecordedMoment
  readonly subscribe: (listener: () => void) => () => void
}

const formsOf = (moment: RecordedMoment): string =>
  openFormsOf(moment)
    .map(({ form }) => form)
    .join()
const nothing = () => {}
const never = () => new Promise<never>(() => {})

/** A page that no one touches. */
const stillPage = (widthPx: () => number): DeskPage => ({
  document: { visibilityState: 'visible', scripts: [] },
  addEventListener: nothing,
  hostname: 'recorded.invalid',
  isSeen: () => true,
  onSeenChange: nothing,
  widthPx,
  onWidthCrossed: nothing,
  buildDate: () => null,
  showTheme: nothing,
  reload: nothing,
  leaveFor: nothing,
  openWindow: () => false,
})

/** Makes a desk over a recording, at its first moment. It is never started: nothing of the page reaches it. */
export function createRecordedDesk(beginning: RecordedMoment, atHand: AtHand): RecordedDesk {
  let moment = beginning
  let ids = 0
  const listeners = new Set<() => void>()
  const machines = openStillMachines()
  const server = openRecordedServer(atHand)
  const history = createMemoryHistory({ initialEntries: [beginning.path] })
  machines.show(beginning.states)
  server.show(beginning)
  const desk = createDesk({
    ofTab: memoryStorage(),
    ofBrowser: memoryStorage(),
    fetch: server.fetch,
    history,
    newAddresses: { guard: () => nothing },
    page: stillPage(() => moment.windowWidthPx ?? 0),
    clock: {
      nowMs: () => moment.atMs,
      steadyMs: () => moment.steadyMs,
      after: (delayMs, act) => {
        const timer = setTimeout(act, delayMs)
        return () => clearTimeout(timer)
      },
      every: () => nothing,
    },
    channel: null,
    sendBeacon: nothing,
    newId: () => `recorded-${(ids += 1)}`,
    code: {
      decoder: async () => ({ decodeAnswer }),
      endpoints: async () => ({ ENDPOINTS }),
      drafts: async () => ({ draftInBrowser: async () => null }),
      journal: never,
      push: never,
      idle: never,
      versionPoll: never,
    },
    recall: machines.recall,
    reportFault: fault => {
      throw fault
    },
    log: nothing,
  })
  return {
    desk,
    moment: () => moment,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show: next => {
      const formsBefore = formsOf(moment)
      moment = next
      // The answers for a form's page come from the forms that were open alone.
      server.show(next)
      if (formsOf(next) !== formsBefore) void desk.queryClient.resetQueries()
      machines.show(next.states)
      const { pathname, search } = history.location
      if (pathname + search !== next.path) history.replace(next.path, undefined, { ignoreBlocker: true })
      for (const listener of listeners) listener()
    },
  }
}
