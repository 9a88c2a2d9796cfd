/** The used part of navigator.locks, which exists on HTTPS and localhost only. */
export type Locks = Pick<LockManager, 'request' | 'query'>

/** Which journals live tabs write right now. */
export interface JournalLocks {
  /** Locks the journal for this tab until released, or until the tab ends in any way. */
  hold(session: string): void
  release(session: string): void
  /** The journals that other tabs write. */
  heldElsewhere(): Promise<ReadonlySet<string>>
}

const PREFIX = 'desk-journal '

/** @param locks undefined where the browser has none: then nothing is known of other tabs */
export function openJournalLocks(locks: Locks | undefined): JournalLocks {
  /** Every journal that this tab ever held. */
  const own = new Map<string, () => void>()
  return {
    hold: session => {
      if (locks === undefined || own.has(session)) return
      const held = new Promise<void>(resolve => own.set(session, resolve))
      // A lock that the browser refuses is one that others do not see: drafts are offered as if it were not there.
      locks.request(PREFIX + session, () => held).catch(() => undefined)
    },
    release: session => own.get(session)?.(),
    heldElsewhere: async () => {
      const { held = [] } = (await locks?.query()) ?? {}
      const sessions = held.flatMap(({ name = '' }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
      return new Set(sessions.filter(session => !own.has(session)))
    },
  }
}

/** The locks of this tab. */
export const journalLocks: JournalLocks = openJournalLocks(globalThis.navigator?.locks)
