import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** Reads the settings of return hashing again after a change, whether it succeeded or not. */
export function forgetHashing(queries: QueryClient): void {
  for (const key of ['returnHashing.read', HISTORY]) void queries.invalidateQueries({ queryKey: [key] })
}
