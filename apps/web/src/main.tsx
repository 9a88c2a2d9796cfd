import '#ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { createDeskRouter } from '#app/router.ts'
import { desk } from '#runtime/desk.ts'
import { PartPortsContext } from '#ui/lazy/part-ports.ts'
import { NoticeLine } from '#ui/notice-line.tsx'
import { LastResort } from '#app/last-resort.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no element with the id root.')

const router = createDeskRouter(desk)
desk.start()

// A build has no such branch.
if (import.meta.env.DEV && new URLSearchParams(window.location.search).has('inspect'))
  void import('#runtime/inspect.ts').then(({ inspectMachines }) => inspectMachines(desk.machines))

createRoot(place).render(
  <StrictMode>
    <LastResort>
      <I18nProvider locale="en-US">
        <QueryClientProvider client={desk.queryClient}>
          <PartPortsContext value={desk.parts}>
            <RouterProvider router={router} />
            <NoticeLine />
          </PartPortsContext>
        </QueryClientProvider>
      </I18nProvider>
    </LastResort>
  </StrictMode>,
)
