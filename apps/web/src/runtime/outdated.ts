/** Whether the server has a newer build than the one that this page runs. */
export interface Outdated {
  readonly isSet: () => boolean
  /** Calls `listener` when it becomes so, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
  /** The caller says how the newer build is loaded; the first call counts. */
  readonly set: (reload: () => void) => void
  /** Loads the newer build; does nothing before there is one. */
  readonly reload: () => void
}

/** A page does not become younger: once set, it stays until the reload. */
export function openOutdated(): Outdated {
  const listeners = new Set<() => void>()
  let load: (() => void) | null = null
  return {
    isSet: () => load !== null,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: reload => {
      if (load !== null) return
      load = reload
      for (const listener of listeners) listener()
    },
    reload: () => load?.(),
  }
}
