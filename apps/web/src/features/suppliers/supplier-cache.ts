import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache key of what is read of suppliers here. */
export const SUPPLIERS = 'suppliers'

/** What was read of suppliers is old: one was made, changed or deleted. */
export function forgetSuppliers(queryClient: QueryClient): void {
  for (const key of [SUPPLIERS, 'lookups.suppliers', 'suppliers.read', HISTORY])
    void queryClient.invalidateQueries({ queryKey: [key] })
}
