import '#ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { LastResort } from '#app/last-resort.tsx'
import { createDeskRouter } from '#app/router.ts'
import { browserPorts } from '#runtime/browser-ports.ts'
import { createDesk } from '#runtime/create-desk.ts'
import { DeskProvider } from '#runtime/desk-provider.tsx'
import { isRecordedFrame, sayToPage } from '#runtime/recorded/frame-words.ts'
import { loadable } from '#ui/lazy/loadable.ts'
import { leaveOutNul } from '#ui/leave-out-nul.ts'
import { NoticeLine } from '#ui/notice-line.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no element with the id root.')

const loadRecordedPage = loadable(() => import('#app/replay/recorded-page.tsx'))

function live(root: HTMLElement): void {
  const desk = createDesk(browserPorts(window))
  const router = createDeskRouter(desk)
  desk.start()
  leaveOutNul(window)

  // A build has no such branch.
  if (import.meta.env.DEV && new URLSearchParams(window.location.search).has('inspect'))
    void import('#runtime/inspect.ts').then(({ inspectMachines }) => inspectMachines(desk.machines))

  createRoot(root).render(
    <StrictMode>
      <LastResort>
        <I18nProvider locale="en-US">
          <DeskProvider desk={desk}>
            <RouterProvider router={router} />
            <NoticeLine />
          </DeskProvider>
        </I18nProvider>
      </LastResort>
    </StrictMode>,
  )
}

if (isRecordedFrame(window))
  loadRecordedPage().then(
    ({ drawRecording }) => drawRecording(window, place),
    () => sayToPage(window, 'failed'),
  )
else live(place)
