import type { JournalEvent } from '@desk/schema/journal/entry'

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

/** Gives what an error said to the person, else the event's name; null for what is no error. */
export function errorTextOf(event: JournalEvent): string | null {
  if (markerOf(event) !== 'error') return null
  const said = [event['message'], event['why']].find(text => typeof text === 'string' && text !== '')
  return (typeof said === 'string' ? said : event.type).slice(0, MAX_TEXT)
}

/** Gives the hash path that an event led to, without its query; null for an event that leads nowhere. */
export function routeOf(event: JournalEvent): string | null {
  const { path } = event
  return NAVIGATIONS.has(event.type) && typeof path === 'string' ? (path.split('?', 1)[0] ?? '').slice(0, MAX_TEXT) : null
}
