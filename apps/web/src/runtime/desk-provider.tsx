import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PartPortsContext } from '#ui/lazy/part-ports.ts'
import { MenuJournalContext } from '#ui/recorded.ts'
import type { Desk } from './desk.ts'
import { DeskContext } from './hooks/use-desk.ts'

/** Provides one desk to its children: calls, cache and machines. */
export function DeskProvider({ desk, children }: { readonly desk: Desk; readonly children: ReactNode }) {
  return (
    <DeskContext value={desk}>
      <QueryClientProvider client={desk.queryClient}>
        <PartPortsContext value={desk.parts}>
          <MenuJournalContext value={desk.recordMenu}>{children}</MenuJournalContext>
        </PartPortsContext>
      </QueryClientProvider>
    </DeskContext>
  )
}
