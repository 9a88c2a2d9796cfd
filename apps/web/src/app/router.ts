import { createRouter } from '@tanstack/react-router'
import type { Desk } from '#runtime/desk.ts'
import { ErrorScreen } from './error-screen.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { SessionSpinner } from '#features/account/session-spinner.tsx'
import { showLoadingBar } from './loading-bar.ts'
import { Route as DeskRoute } from './routes/_desk.tsx'
import { routeTree } from './routeTree.gen.ts'
import { addTwins } from './twin-routes.ts'

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
