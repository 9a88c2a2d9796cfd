import { errorTextOf, markersOf, routeOf } from '@desk/machines/journal/markers'
import { receive } from '@desk/machines/journal/receive'
import type { JournalEvent } from '@desk/schema/journal/entry'
import type { JournalUploadEntry } from '@desk/schema/journal/upload'

/** An entry as it is stored. */
export interface StoredEntry {
  readonly seq: number
  readonly atMs: number
  readonly machine: string
  readonly version: string
  /** JSON. */
  readonly event: string
  readonly fingerprint: string
}

/** The same with its search texts. */
export interface TakenEntry extends StoredEntry {
  readonly route: string | null
  /** An error that another machine has not already reported. */
  readonly isError: boolean
  readonly errorText: string | null
}

const EVENT_NAME = /^[a-zA-Z]+(\.[a-zA-Z]+)+$/
const MAX_EVENT_NAME = 60

/**
 * Decodes each entry's event again by its machine's schema, whatever the browser did: fields that are secret or unknown are not
 * stored (S4). Of an unknown event only the name is stored.
 * @param entries of one journal, in order
 */
export function takenEntries(entries: readonly JournalUploadEntry[]): readonly TakenEntry[] {
  const received = entries.map(({ seq, atMs, machine, version, event, fingerprint }) => {
    // receive() leaves plain JSON fields: what the event's schema has.
    const known = (receive(machine, event) ?? { type: nameOf(event.type) }) as JournalEvent
    return { seq, atMs, machine, version, event: known, fingerprint }
  })
  const markers = markersOf(received)
  return received.map((entry, index) => {
    const isError = markers[index] === 'error'
    // a passed-on error may have another text: the one that the user read
    const isSaid = isError || typeof entry.event['message'] === 'string'
    return {
      ...entry,
      event: JSON.stringify(entry.event),
      route: routeOf(entry.event),
      isError,
      errorText: isSaid ? errorTextOf(entry.event) : null,
    }
  })
}

function nameOf(type: string): string {
  return type.length <= MAX_EVENT_NAME && EVENT_NAME.test(type) ? type : 'unknown'
}
