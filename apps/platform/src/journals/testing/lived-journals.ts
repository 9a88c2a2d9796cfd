import { fingerprint } from '@desk/machines/journal/fingerprint'
import { MACHINES } from '@desk/machines/registry'
import { start, stateOf, step } from '@desk/machines/runtime/step'
import type { SessionEvent } from '@desk/machines/session/session.events'
import type { JournalPage } from '@desk/schema/journal/journal-view'
import type { JournalUploadEntry } from '@desk/schema/journal/upload'
import { randomUUID } from 'node:crypto'
import { DEMO_USERS } from '#demo/demo-accounts'
import { useDemoPeople, type DemoPeople } from '#testing/demo-people'
import type { Answer, TestPlatform } from '#testing/platform'

export const UNA = 'user@acme.example'
export const STAFF = 'staff@desk.example'
export const SUPER = 'super@desk.example'

const { machine, version } = MACHINES.session

/** The events of a session, with an error in it. */
export const LIFE: readonly SessionEvent[] = [
  { type: 'app.started', hasToken: false, path: '/projects/77/survey?state=live' },
  { type: 'signIn.submitted', attemptId: 'a1', remember: false },
  { type: 'signIn.refused', attemptId: 'a1', message: 'Nobody knows you 100%', retryAfterMs: null },
  { type: 'location.changed', path: '/login' },
  { type: 'session.endedInOtherTab' },
]

/** Runs events, and gives the entries that a browser would send. */
export function lived(events: readonly SessionEvent[], firstSeq = 1): JournalUploadEntry[] {
  let { snapshot } = start(machine)
  return events.map((event, index) => {
    snapshot = step(machine, snapshot, event).snapshot
    return {
      seq: firstSeq + index,
      atMs: 1_000 * (index + 1),
      machine: 'session',
      version,
      event,
      fingerprint: fingerprint(stateOf(snapshot)),
    }
  })
}

export interface LivedJournals extends DemoPeople {
  readonly send: (username: string, journal: string, entries: readonly unknown[], more?: object) => Promise<Answer>
  /** Sends what a session lived; gives the id of its journal. */
  readonly kept: (events?: readonly SessionEvent[], username?: string) => Promise<string>
  readonly read: (journal: string, query?: string, username?: string) => Promise<JournalPage>
}

/** The demo's users, who send journals and read them. */
export function useLivedJournals(platform: () => TestPlatform): LivedJournals {
  const people = useDemoPeople(
    platform,
    DEMO_USERS.map(({ username }) => username),
  )
  const send: LivedJournals['send'] = (username, journal, entries, more = {}) =>
    people.as(username, 'POST', `/v1/journals/${journal}`, { build: 'b1', entries, ...more })
  return {
    ...people,
    send,
    async kept(events = LIFE, username = UNA) {
      const journal = randomUUID()
      const { status } = await send(username, journal, lived(events))
      if (status !== 200) throw new Error(`Sending a journal answered ${status}`)
      return journal
    },
    read: async (journal, query = '', username = SUPER) =>
      (await people.as(username, 'GET', `/v1/journals/${journal}${query}`)).body,
  }
}
