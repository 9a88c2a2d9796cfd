import { desk } from '#runtime/desk.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache key of what is read of suppliers here. */
export const SUPPLIERS = 'suppliers'

/** What was read of suppliers is old: one was made, changed or deleted. */
export function forgetSuppliers(): void {
  for (const key of [SUPPLIERS, 'lookups.suppliers', 'suppliers.read', HISTORY])
    void desk.queryClient.invalidateQueries({ queryKey: [key] })
}
