/** Whether the server has a newer build than the one that this page runs. */
export interface Outdated {
  readonly isSet: () => boolean
  /** Calls `listener` when it becomes so, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  readonly set: () => void
}

/** A page does not become younger: once set, it stays until the reload. */
export function openOutdated(): Outdated {
  const listeners = new Set<() => void>()
  let isOutdated = false
  return {
    isSet: () => isOutdated,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: () => {
      if (isOutdated) return
      isOutdated = true
      for (const listener of listeners) listener()
    },
  }
}
