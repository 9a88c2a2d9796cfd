export interface Notice {
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

const listeners = new Set<() => void>()
let current: Notice | null = null

function set(next: Notice | null): void {
  current = next
  for (const listener of listeners) listener()
}

/**
 * The one line over the page that needs no code to be loaded first: for what has to be said when code did not load. Everything
 * else is a toast. A later line takes the place of the one before.
 */
export const notices = {
  /** @returns takes this line away, unless another stands there by now */
  tell: (notice: Notice) => {
    set(notice)
    return () => {
      if (current === notice) set(null)
    }
  },
  dismiss: () => set(null),
  current: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
