/** The least time between two messages that are no status changes. */
export const QUIET_INTERVAL_MS = 30_000

/** The clock of announcements; tests inject their own. */
export interface AnnouncerClock {
  nowMs: () => number
  /** Calls back once after a delay; returns a function that cancels it. */
  after: (delayMs: number, run: () => void) => () => void
}

export interface Announcer {
  /**
   * Announces politely.
   * @param kind a `status` change at once; an `update` at most once in 30 s, and only the last waiting one
   */
  announce: (message: string, kind?: 'status' | 'update') => void
  subscribe: (onChange: () => void) => () => void
  /** The text of the live region. `seq` grows with every message, so that the same words are announced again. */
  current: () => Announcement
}

export interface Announcement {
  readonly message: string
  readonly seq: number
}

/** Creates the source of a page's one polite live region. */
export function createAnnouncer(clock: AnnouncerClock): Announcer {
  const listeners = new Set<() => void>()
  let current: Announcement = { message: '', seq: 0 }
  let lastUpdateAtMs = Number.NEGATIVE_INFINITY
  let waiting: { message: string } | null = null

  const say = (message: string) => {
    current = { message, seq: current.seq + 1 }
    for (const listener of listeners) listener()
  }
  const sayUpdate = (message: string) => {
    lastUpdateAtMs = clock.nowMs()
    say(message)
  }

  return {
    announce(message, kind = 'update') {
      if (kind === 'status') {
        say(message)
        return
      }
      const dueInMs = lastUpdateAtMs + QUIET_INTERVAL_MS - clock.nowMs()
      if (dueInMs <= 0 && waiting === null) {
        sayUpdate(message)
        return
      }
      if (waiting) {
        waiting.message = message
        return
      }
      waiting = { message }
      clock.after(dueInMs, () => {
        const due = waiting
        waiting = null
        if (due) sayUpdate(due.message)
      })
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    current: () => current,
  }
}
