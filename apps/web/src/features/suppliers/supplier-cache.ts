import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache keys of suppliers. */
export const SUPPLIERS = 'suppliers'

/** Invalidates cached suppliers after one was created, changed or deleted. */
export function forgetSuppliers(queryClient: QueryClient): void {
  for (const key of [SUPPLIERS, 'lookups.suppliers', 'suppliers.read', HISTORY])
    void queryClient.invalidateQueries({ queryKey: [key] })
}
