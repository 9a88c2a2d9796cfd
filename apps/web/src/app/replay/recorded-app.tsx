import { RouterProvider, useRouterState, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { ErrorScreen } from '#app/error-screen.tsx'
import { createDeskRouter } from '#app/router.ts'
import { DeskProvider } from '#runtime/desk-provider.tsx'
import type { RecordedDesk } from '#runtime/recorded/create-recorded-desk.ts'
import { NoticeLine } from '#ui/notice-line.tsx'
import { RecordedContext } from '#ui/recorded.ts'
import { RecordedDialogs } from './recorded-dialogs.tsx'
import { RecordedFault } from './recorded-fault.tsx'

/** The console itself, over a recording. */
export function RecordedApp({ recorded }: { readonly recorded: RecordedDesk }) {
  const { desk } = recorded
  const moment = useSyncExternalStore(recorded.subscribe, recorded.moment)
  const [router] = useState(() => {
    const made = createDeskRouter(desk)
    const { InnerWrap: _, ...options } = made.options
    made.update({
      ...options,
      InnerWrap: ({ children }) => <WithDialogs recorded={recorded}>{children}</WithDialogs>,
      defaultErrorComponent: fault => <BrokenPage recorded={recorded} {...fault} />,
    })
    return made
  })
  return (
    <RecordedFault moment={moment}>
      <RecordedContext value>
        <I18nProvider locale="en-US">
          <DeskProvider desk={desk}>
            <RouterProvider router={router} />
            <NoticeLine />
          </DeskProvider>
        </I18nProvider>
      </RecordedContext>
    </RecordedFault>
  )
}

/** A dialog opens over its page: a page that comes under an open one is inert from its first moment. */
function WithDialogs({ recorded, children }: { readonly recorded: RecordedDesk; readonly children: React.ReactNode }) {
  const moment = useSyncExternalStore(recorded.subscribe, recorded.moment)
  const isPageThere = useRouterState({
    select: ({ location, resolvedLocation }) => resolvedLocation?.pathname === location.pathname,
  })
  return (
    <>
      {children}
      {isPageThere ? <RecordedDialogs moment={moment} /> : null}
    </>
  )
}

/** A page that failed at one moment is rendered again at the next. */
function BrokenPage({ recorded, ...fault }: ErrorComponentProps & { readonly recorded: RecordedDesk }) {
  const { reset } = fault
  useEffect(() => recorded.subscribe(reset), [recorded, reset])
  return <ErrorScreen {...fault} />
}
