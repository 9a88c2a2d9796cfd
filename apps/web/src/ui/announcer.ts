/** Between two messages that are no status change at least this much time passes. */
export const QUIET_INTERVAL_MS = 30_000

/** Where announcements take their time from; tests bring their own. */
export interface AnnouncerClock {
  nowMs: () => number
  /** Calls back once after a delay; gives back what cancels it. */
  after: (delayMs: number, run: () => void) => () => void
}

export interface Announcer {
  /**
   * Says something politely.
   * @param kind a `status` change is said at once; an `update` at most once in 30 s, and of several that wait only the last
   */
  announce: (message: string, kind?: 'status' | 'update') => void
  subscribe: (onChange: () => void) => () => void
  /** What the live region holds now. `seq` grows with every message, so that the same words are said again. */
  current: () => Announcement
}

export interface Announcement {
  readonly message: string
  readonly seq: number
}

/** Makes what feeds the one polite live region of a page. */
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
