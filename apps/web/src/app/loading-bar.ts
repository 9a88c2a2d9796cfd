import './loading-bar.css'
import { BProgress } from '@bprogress/core'
import type { AnyRouter } from '@tanstack/react-router'

/** Shows the bar at the top of the page while a screen loads (§2.1). A change of the query alone shows none. */
export function showLoadingBar(router: AnyRouter): void {
  // Decoration: the library's own template has a role that does not exist, and a shadow.
  BProgress.configure({
    showSpinner: false,
    template: '<div class="bar" aria-hidden="true"></div>',
    barSelector: '.bar',
  })
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) BProgress.start()
  })
  router.subscribe('onLoad', () => void BProgress.done())
}
