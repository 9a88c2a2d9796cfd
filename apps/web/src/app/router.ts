import { createRouter, type AnyRouter } from '@tanstack/react-router'
import type { Desk } from '#runtime/desk.ts'
import { ErrorScreen } from './error-screen.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { SessionSpinner } from '#features/account/session-spinner.tsx'
import { Route as DeskRoute } from './routes/_desk.tsx'
import { routeTree } from './routeTree.gen.ts'
import { addTwins } from './twin-routes.ts'
import { loadable } from '#ui/lazy/loadable.ts'

const loadBar = loadable(() => import('./drawn-loading-bar.ts'))

/**
 * Shows the bar at the top of the page while a screen loads (§2.1). A change of the query alone shows none, and neither does the page's
 * first screen, which has its spinner, so that the bar's library is no part of the first load (B8).
 */
function showLoadingBar(router: AnyRouter): void {
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

// once for the module: every router of the page shares the same routes
addTwins(DeskRoute)

/** Makes the router over the hash part of the address (§2.1). Screens load lazily, under a bar at the top. */
export function createDeskRouter(desk: Desk) {
  const router = createRouter({
    routeTree,
    history: desk.history,
    context: { desk },
    defaultPreload: 'intent',
    // A screen reads through the query cache or a live topic; the router only loads its code.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: SessionSpinner,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  })
  showLoadingBar(router)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDeskRouter>
  }
}
