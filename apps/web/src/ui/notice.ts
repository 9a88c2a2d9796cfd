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
 * A message line that needs no further code: for reporting that code did not load. Everything else is a toast. A later line
 * replaces the former one.
 */
export const notices = {
  /**
   * @returns removes this line, unless another has replaced it
   */
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
