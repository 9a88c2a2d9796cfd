import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import type { Desk } from '#runtime/desk.ts'
import { withoutOldPrefix } from '#app/paths.ts'

export const Route = createRootRouteWithContext<{ readonly desk: Desk }>()({
  beforeLoad: ({ location }) => {
    const path = withoutOldPrefix(location.pathname)
    if (path !== null) throw redirect({ href: path + location.searchStr, replace: true })
  },
  component: Outlet,
})
