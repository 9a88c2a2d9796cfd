import type { StatusScope } from '@desk/schema/statuses/status'

/** The object that an overlay is about. */
export interface OverlaySubject {
  readonly scope: StatusScope
  readonly id: number
  readonly name: string
}

function openSubject() {
  const listeners = new Set<() => void>()
  let subject: OverlaySubject | null = null
  return {
    show: (next: OverlaySubject | null): void => {
      subject = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    current: (): OverlaySubject | null => subject,
  }
}

export const launchSubject = openSubject()

/** Opens the launch of an object with its parents and children (docs/decisions/0099). */
export const openLaunch = (of: OverlaySubject): void => launchSubject.show(of)
