/** Silence after which the server is asked whether it is there, in ms. */
export const QUIET_MS = 4_000
/** It has to answer within this, in ms. */
export const ANSWER_WITHIN_MS = 3_000
/** One lost answer is no lost server: it is asked once more after this, and while it is away again and again, in ms. */
export const ASK_AGAIN_AFTER_MS = 1_500

/** Whether the server answers, on every page, signed in or not. At the latest 13 s after its last word it is called away. */
export interface Connection {
  /** When the server was last heard, ms since 1970, once it is away; null while it answers. */
  readonly awaySinceMs: () => number | null
  /** Calls `listener` when it goes and when it is back, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** Calls `listener` when it is back, until the returned function is called. */
  readonly onBack: (listener: () => void) => () => void
  /** The server was heard, whatever it said. */
  readonly heard: () => void
  /** Something was not answered: it is asked at once whether it is there. */
  readonly doubted: () => void
  /** The browser has no network. */
  readonly lost: () => void
  readonly start: () => void
}

export interface ConnectionPorts {
  /** Asks the server: true when it answers. It never rejects, and is given up when the signal is aborted. */
  readonly ask: (withinMs: number) => Promise<boolean>
  /** Nobody looks at a page that is hidden: the server is not asked for it. */
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
