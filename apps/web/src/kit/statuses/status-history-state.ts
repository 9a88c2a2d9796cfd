import type { StatusScope } from '@desk/schema/statuses/status'

/** Whose status history is open. */
export interface HistorySubject {
  readonly scope: StatusScope
  readonly id: number
  readonly name: string
}

const listeners = new Set<() => void>()
let subject: HistorySubject | null = null

function show(next: HistorySubject | null): void {
  subject = next
  for (const listener of listeners) listener()
}

/** Opens the page's one status history; called by the menus of many rows. */
export const openStatusHistory = (of: HistorySubject): void => show(of)
export const closeStatusHistory = (): void => show(null)

export const statusHistoryStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current: (): HistorySubject | null => subject,
}
