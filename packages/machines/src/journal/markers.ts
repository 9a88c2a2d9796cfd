import type { JournalEntry, JournalEvent } from '@desk/schema/journal/entry'
import { canonicalJson } from './fingerprint.ts'

/** What a moment of a journal is to whoever looks for one. */
export type Marker = 'error' | 'navigation' | 'status' | 'disconnect'

/** By the house's naming of events: outcomes that went wrong end so. */
const WENT_WRONG = /(failed|refused|rejected|conflicted)$/i
/** The person's own no, which is nothing wrong. */
const PERSONS_NO: ReadonlySet<string> = new Set(['status.confirmationRejected'])
const DISCONNECTS: ReadonlySet<string> = new Set(['socket.disconnected', 'network.lost'])
const NAVIGATIONS: ReadonlySet<string> = new Set(['location.changed', 'app.started'])
const MAX_TEXT = 300

/**
 * Tells what an entry is marked as on a journal's timeline.
 * @returns null for one that is nothing in particular
 */
export function markerOf(event: JournalEvent): Marker | null {
  if (PERSONS_NO.has(event.type)) return null
  if (WENT_WRONG.test(event.type) || event.type === 'session.ended') return 'error'
  if (DISCONNECTS.has(event.type)) return 'disconnect'
  if (NAVIGATIONS.has(event.type)) return 'navigation'
  return event.type.startsWith('status.') ? 'status' : null
}

const APP = 'app'
const SESSION = 'session'

type Heard = Pick<JournalEntry, 'machine' | 'event'>

/** Whether an error is another one's, passed on: the end of a session, also of one that is signed out of, or what the user dialog's form is told of a save that failed there. */
function isPassedOn({ machine, event }: Heard, before: Heard | undefined, beforeThat: Heard | undefined): boolean {
  if (event.type === 'session.ended') return machine !== SESSION
  return (
    event.type === 'form.refused' &&
    before?.event.type === 'userForm.answered' &&
    beforeThat !== undefined &&
    markerOf(beforeThat.event) === 'error'
  )
}

/**
 * Gives the marker of each entry of a journal. What the page did stands in it as the app machine's event, and as that of each
 * machine which that one told: the place, or the loss of the network, is marked once, where the app machine heard of it. An error
 * is marked where it came in, and not again where it was passed on.
 * @param entries of one journal, in order
 */
export function markersOf(entries: readonly Heard[]): readonly (Marker | null)[] {
  const told = new Map<string, string>()
  return entries.map(({ machine, event }, index) => {
    const marker = markerOf(event)
    if (marker === 'error')
      return isPassedOn({ machine, event }, entries[index - 1], entries[index - 2]) ? null : marker
    if (marker !== 'navigation' && marker !== 'disconnect') return marker
    if (machine === APP) told.set(event.type, canonicalJson(event))
    else if (told.get(event.type) === canonicalJson(event)) return null
    return marker
  })
}

/** Gives what an error said to the person, else the event's name; null for what is no error. */
export function errorTextOf(event: JournalEvent): string | null {
  if (markerOf(event) !== 'error') return null
  const said = [event['message'], event['why']].find(text => typeof text === 'string' && text !== '')
  return (typeof said === 'string' ? said : event.type).slice(0, MAX_TEXT)
}

/** Gives the hash path that an event led to, without its query; null for an event that leads nowhere. */
export function routeOf(event: JournalEvent): string | null {
  const { path } = event
  return NAVIGATIONS.has(event.type) && typeof path === 'string'
    ? (path.split('?', 1)[0] ?? '').slice(0, MAX_TEXT)
    : null
}
