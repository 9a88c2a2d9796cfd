import { errorTextOf, routeOf } from '@desk/machines/journal/markers'
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

/** The same with what is looked for by. */
export interface TakenEntry extends StoredEntry {
  readonly route: string | null
  readonly errorText: string | null
}

const EVENT_NAME = /^[a-zA-Z]+(\.[a-zA-Z]+)+$/
const MAX_EVENT_NAME = 60

/**
 * Decodes an entry's event once more by its machine's schema, whatever the browser did: what the schema marks secret or does
 * not have is not stored (S4). Of an event that no machine here knows only the name is left.
 */
export function takenEntry({ seq, atMs, machine, version, event, fingerprint }: JournalUploadEntry): TakenEntry {
  // receive() leaves plain JSON fields: what the event's schema has.
  const received = (receive(machine, event) ?? { type: nameOf(event.type) }) as JournalEvent
  return { seq, atMs, machine, version, event: JSON.stringify(received), fingerprint, route: routeOf(received), errorText: errorTextOf(received) }
}

function nameOf(type: string): string {
  return type.length <= MAX_EVENT_NAME && EVENT_NAME.test(type) ? type : 'unknown'
}
