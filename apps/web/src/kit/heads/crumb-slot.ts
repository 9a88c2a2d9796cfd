/** The element of the top bar that shows the path to the page; null where the page has no such bar. */
let slot: HTMLElement | null = null
const listeners = new Set<() => void>()

/** Takes the element while it is mounted. */
export function takeCrumbSlot(element: HTMLElement | null): void {
  slot = element
  for (const listener of listeners) listener()
}

export const readCrumbSlot = (): HTMLElement | null => slot

export function watchCrumbSlot(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
