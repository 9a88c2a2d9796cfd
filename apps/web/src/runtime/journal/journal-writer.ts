import { fingerprint } from '@desk/machines/journal/fingerprint'
import { receive } from '@desk/machines/journal/receive'
import { machineOf } from '@desk/machines/registry'
import type { JournalEntry, JournalEvent } from '@desk/schema/journal/entry'
import type { Taken } from './recorder.ts'
import { openJournalStore } from './journal-store.ts'

/** Turns what the recorder has taken down into entries: decoded, without secrets, with the fingerprint of the state after each. */
export function entriesOf(session: string, taken: readonly Taken[]): readonly JournalEntry[] {
  return taken.flatMap(({ seq, atMs, machine, event, state }): JournalEntry[] => {
    const registered = machineOf(machine)
    const received = receive(machine, event)
    if (registered === null || received === null) throw new Error(`The journal knows no event ${event.type} of ${machine}.`)
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

/** Opens the journal and gives what writes to it. Loaded after sign-in: it brings every event's schema along. */
export async function openJournalWriter(session: string): Promise<(taken: readonly Taken[]) => Promise<void>> {
  const store = await openJournalStore()
  return (taken) => store.append(entriesOf(session, taken))
}
