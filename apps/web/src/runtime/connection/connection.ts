/** The silence after which the server is checked, in ms. */
export const QUIET_MS = 4_000
/** It has to answer within this, in ms. */
export const ANSWER_WITHIN_MS = 3_000
/** The interval of checks, in ms: one lost answer is checked once more, and an absent server repeatedly. */
export const ASK_AGAIN_AFTER_MS = 1_500

/** Whether the server answers, on every page, signed in or not. It counts as away at the latest 13 s after its last answer. */
export interface Connection {
  /** When the server last answered, ms since 1970, once it is away; null while it answers. */
  readonly awaySinceMs: () => number | null
  /** Calls `listener` when it goes and when it is back, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Calls `listener` when it is back, until the returned function is called. */
  readonly onBack: (listener: () => void) => () => void
  /** The server answered anything. */
  readonly heard: () => void
  /** A call got no answer: check the server at once. */
  readonly doubted: () => void
  /** The browser has no network. */
  readonly lost: () => void
  readonly start: () => void
}

export interface ConnectionPorts {
  /** Asks the server: true when it answers. It never rejects, and is given up when the signal is aborted. */
  readonly ask: (withinMs: number) => Promise<boolean>
  /** Whether the page is hidden: then the server is not checked. */
  readonly isSeen: () => boolean
  /** ms since 1970 */
  readonly nowMs: () => number
  readonly after: (delayMs: number, act: () => void) => void
}

/** Begins to watch whether the server answers once it is started. */
export function openConnection(ports: ConnectionPorts): Connection {
  const listeners = new Set<() => void>()
  const backListeners = new Set<() => void>()
  let heardAtMs = ports.nowMs()
  let awaySinceMs: number | null = null
  let isAsking = false

  const tell = (whom: ReadonlySet<() => void>) => {
    for (const listener of whom) listener()
  }
  const heard = () => {
    heardAtMs = ports.nowMs()
    if (awaySinceMs === null) return
    awaySinceMs = null
    tell(listeners)
    tell(backListeners)
  }
  const away = () => {
    if (awaySinceMs !== null) return
    awaySinceMs = heardAtMs
    tell(listeners)
  }
  const askOnce = async (isSecond: boolean): Promise<void> => {
    const askedAtMs = ports.nowMs()
    if (await ports.ask(ANSWER_WITHIN_MS)) heard()
    else if (heardAtMs > askedAtMs) return
    else if (isSecond) away()
    else {
      await new Promise<void>(resolve => ports.after(ASK_AGAIN_AFTER_MS, resolve))
      await askOnce(true)
    }
  }
  const look = () => {
    if (isAsking || !ports.isSeen()) return
    isAsking = true
    void askOnce(awaySinceMs !== null).finally(() => {
      isAsking = false
    })
  }
  const goOn = () => {
    if (awaySinceMs !== null || ports.nowMs() - heardAtMs >= QUIET_MS) look()
    ports.after(ASK_AGAIN_AFTER_MS, goOn)
  }
  const add = (to: Set<() => void>) => (listener: () => void) => {
    to.add(listener)
    return () => void to.delete(listener)
  }
  return {
    awaySinceMs: () => awaySinceMs,
    subscribe: add(listeners),
    onBack: add(backListeners),
    heard,
    doubted: look,
    lost: away,
    start: goOn,
  }
}
