import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { render, type RenderResult } from 'vitest-browser-react'
import { NoticeLine } from '#ui/notice-line.tsx'
import type { Desk } from '../desk.ts'
import { DeskProvider } from '../desk-provider.tsx'

/** Renders a component over a desk, as the only page of a router: navigation changes `desk.history`, and renders nothing. */
export function draw(desk: Desk, what: ReactNode): Promise<RenderResult> {
  const root = createRootRoute({ component: () => what, notFoundComponent: () => what })
  const router = createRouter({
    // every path is a page of its own: without it a change of the query would lead to the root
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]),
    history: desk.history,
  })
  return render(
    <I18nProvider locale="en-US">
      <DeskProvider desk={desk}>
        {/* its routes are not the console's */}
        <RouterProvider router={router as never} />
        <NoticeLine />
      </DeskProvider>
    </I18nProvider>,
  )
}
