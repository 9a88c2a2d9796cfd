import type { JournalEntry, JournalEvent } from '@desk/schema/journal/entry'
import { canonicalJson } from './fingerprint.ts'

/** The kinds of marker on a journal's timeline. */
export type Marker = 'error' | 'navigation' | 'status' | 'disconnect'

/** By naming convention, events of failures end like this. */
const WENT_WRONG = /(failed|refused|rejected|conflicted)$/i
/** The user's own refusal, which is no error. */
const PERSONS_NO: ReadonlySet<string> = new Set(['status.confirmationRejected'])
const DISCONNECTS: ReadonlySet<string> = new Set(['socket.disconnected', 'network.lost'])
const NAVIGATIONS: ReadonlySet<string> = new Set(['location.changed', 'app.started'])
const MAX_TEXT = 300

/**
 * Gives the marker of an entry on a journal's timeline.
 * @returns null for an entry without one
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

/**
 * Whether an error was passed on from another machine: the end of a session, including a sign-out, or a failed save that the user
 * dialog passed on to its form.
 */
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
 * Gives the marker of each entry of a journal. A page event is in the journal as the app machine's event and as that of each
 * machine it was sent to: a route change or network loss is marked once, at the app machine. An error is marked where it came in,
 * not where it was passed on.
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

/** Gives an error's message to the user, else the event's name; null for an event that is no error. */
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
