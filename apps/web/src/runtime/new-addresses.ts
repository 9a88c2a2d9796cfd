/** Called with an address before the router sees it; false: the page and its address stay. */
export type AddressGuard = (path: string) => boolean

export interface NewAddresses {
  /** Asks this guard, too, from now on: an address goes when none of them holds it. @returns takes the guard away */
  readonly guard: (guard: AddressGuard) => () => void
}

/**
 * Watches for addresses that were typed, or followed by a plain link: the router takes one for a step within its history, and
 * cannot take it back. Opened before the router's history, as listeners of the window are called in their order.
 * @param page the window
 */
export function openNewAddresses(page: Pick<Window, 'addEventListener' | 'history' | 'location'>): NewAddresses {
  const guards = new Set<AddressGuard>()
  let isGoingBack = false
  page.addEventListener('popstate', event => {
    // an entry of the router's own has a state
    const path = page.location.hash.slice(1) || '/'
    // the first that holds it is the one that asks
    const isHeld = isGoingBack || (page.history.state === null && [...guards].some(mayGo => !mayGo(path)))
    if (!isHeld) return
    event.stopImmediatePropagation()
    isGoingBack = !isGoingBack
    if (isGoingBack) page.history.back()
  })
  return {
    guard: guard => {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
  }
}
