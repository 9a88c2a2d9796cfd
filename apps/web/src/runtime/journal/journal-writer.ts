import { fingerprint } from '@desk/machines/journal/fingerprint'
import type { Checkpoint } from '@desk/machines/journal/fold'
import { receive } from '@desk/machines/journal/receive'
import { machineOf } from '@desk/machines/registry'
import type { JournalEntry, JournalEvent } from '@desk/schema/journal/entry'
import type { ApiClient } from '../api/api-client.ts'
import { journalLocks } from './journal-locks.ts'
import { openJournalStore } from './journal-store.ts'
import { openUploader } from './journal-uploader.ts'
import type { JournalStart, JournalWriter, Taken } from './recorder.ts'

/** Turns recorded events into entries: decoded, without secrets, with the fingerprint of the state after each. */
export function entriesOf(session: string, taken: readonly Taken[]): readonly JournalEntry[] {
  return taken.flatMap(({ seq, atMs, machine, event, state }): JournalEntry[] => {
    const registered = machineOf(machine)
    const received = receive(machine, event)
    if (registered === null || received === null)
      throw new Error(`The journal knows no event ${event.type} of ${machine}.`)
    return [
      {
        session,
        seq,
        atMs,
        machine,
        version: registered.version,
        // receive() leaves plain JSON fields: what the event's schema has.
        event: received as JournalEvent,
        fingerprint: fingerprint(state),
      },
    ]
  })
}

/** The start of a journal's fold: the states that it found, made by the machines of this build. */
export function beginningOf({ states }: Pick<JournalStart, 'states'>): Checkpoint {
  return {
    seq: 0,
    states,
    versions: Object.fromEntries(Object.keys(states).map(key => [key, machineOf(key)?.version ?? ''])),
  }
}

/** The build that runs: the name of its first script, which carries a hash of it. */
export function runningBuild(scripts: readonly string[]): string {
  const name = scripts
    .map(address => /\/assets\/([\w.-]{1,90})\.js$/.exec(address)?.[1])
    .find(found => found !== undefined)
  return name ?? 'development'
}

/** The journal's part of the page: its window. */
export interface JournalPage extends Pick<EventTarget, 'addEventListener'> {
  readonly document: {
    readonly visibilityState: DocumentVisibilityState
    readonly scripts: Iterable<{ readonly src: string }>
  }
}

/** Calls `act` whenever the network is back or the page is shown again. */
function onReturn(page: JournalPage, act: () => void): void {
  page.addEventListener('online', act)
  page.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') act()
  })
}

export interface WriterPorts {
  readonly api: ApiClient
  readonly page: JournalPage
  readonly after: (delayMs: number, act: () => void) => void
}

/** Opens the journal and gives what writes to it and sends it on. Loaded after sign-in: it brings every event's schema along. */
export async function openJournalWriter({ api, page, after }: WriterPorts): Promise<JournalWriter> {
  const build = runningBuild([...page.document.scripts].map(({ src }) => src))
  const store = await openJournalStore()
  const uploader = openUploader({
    store,
    after,
    send: (journal, batch, keepalive) =>
      api.call('journals.append', { params: { journal }, payload: batch, ...(keepalive ? { keepalive } : {}) }),
  })
  onReturn(page, uploader.wake)
  return {
    write: (journal, taken) => {
      const entries = entriesOf(journal.session, taken)
      const about = { session: journal.session, build, from: beginningOf(journal), owner: journal.owner }
      uploader.added(about, entries)
      return store.append(entries, about)
    },
    own: (session, owner) => {
      // As long as this tab lives and its sign-in lasts, typing here is no draft for another one.
      journalLocks.hold(session)
      uploader.own(session, owner)
    },
    end: (session, isTokenThere) => {
      journalLocks.release(session)
      return uploader.end(isTokenThere)
    },
    leave: uploader.leave,
  }
}
