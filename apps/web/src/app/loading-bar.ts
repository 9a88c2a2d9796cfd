import type { AnyRouter } from '@tanstack/react-router'
import { loadable } from '#ui/lazy/loadable.ts'

const loadBar = loadable(() => import('./drawn-loading-bar.ts'))

/**
 * Shows the bar at the top of the page while a screen loads (§2.1). A change of the query alone shows none, and neither does the page's
 * first screen, which has its spinner, so that the bar's library is no part of the first load (B8).
 */
export function showLoadingBar(router: AnyRouter): void {
  let isLoading = false
  let isDrawn = false
  // decoration: a bar that does not come is asked for again with the next screen
  const draw = () =>
    void loadBar()
      .then(bar => bar.drawLoading(isLoading))
      .catch(() => undefined)
  router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || fromLocation === undefined) return
    isLoading = true
    isDrawn = true
    draw()
  })
  router.subscribe('onLoad', () => {
    isLoading = false
    if (isDrawn) draw()
    isDrawn = false
  })
}
